import { boolean, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { count, moment, workspaceId } from '../base/db/columns.ts';

/** Limits set by owners. */
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

export type VisitorBudgetLimits = { visitorCharacters: number | null; siteCharacters: number | null };

export const visitorBudgetDays = pgTable(
  'visitor_budget_days',
  {
    workspaceId: workspaceId(),
    socialAccountId: uuid('social_account_id').notNull(),
    day: date('day').notNull(),
    drawn: count('drawn').notNull().default(0),
    warned: boolean('warned').notNull().default(false),
    exhausted: boolean('exhausted').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.socialAccountId, table.day] })],
);

export const visitorDays = pgTable(
  'visitor_days',
  {
    workspaceId: workspaceId(),
    socialAccountId: uuid('social_account_id').notNull(),
    day: date('day').notNull(),
    visitorId: text('visitor_id').notNull(),
    used: integer('used').notNull(),
    allowed: integer('allowed'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.socialAccountId, table.day, table.visitorId] }),
  ],
);
