import { integer, pgTable } from 'drizzle-orm/pg-core';
import { moment, workspaceId } from '../../base/db/columns.ts';

/** Workspaces that have shared social accounts deleted after a number of days offline. */
export const accountPurges = pgTable('account_purges', {
  workspaceId: workspaceId().primaryKey(),
  afterDays: integer('after_days').notNull(),
  /** The time at which this setting took effect; earlier announcements are void. */
  since: moment('since').notNull(),
});
