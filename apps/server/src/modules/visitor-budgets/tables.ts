import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { moment, workspaceId } from '../../base/db/columns.ts';

/** The limits that owners have set. */
export const visitorBudgets = pgTable(
  'visitor_budgets',
  {
    workspaceId: workspaceId(),
    socialAccountId: uuid('social_account_id').notNull(),
    version: integer('version').notNull(),
    visitorCharacters: integer('visitor_characters'),
    siteCharacters: integer('site_characters'),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.socialAccountId] })],
);

export type Limits = { visitorCharacters: number | null; siteCharacters: number | null };
