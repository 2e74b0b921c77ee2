import { integer, pgTable } from 'drizzle-orm/pg-core';
import { moment, workspaceId } from '../../base/db/columns.ts';

/** The workspaces whose shared social accounts are deleted after so many days offline. */
export const accountPurges = pgTable('account_purges', {
  workspaceId: workspaceId().primaryKey(),
  afterDays: integer('after_days').notNull(),
  /** From when these days hold. What was announced before counts no more. */
  since: moment('since').notNull(),
});
