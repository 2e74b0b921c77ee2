import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, workspaceId } from '../base/db/columns.ts';

export const messageTemplates = pgTable(
  'message_templates',
  {
    workspaceId: workspaceId(),
    id: id(),
    socialAccountId: uuid('social_account_id').notNull(),
    platformTemplateId: text('platform_template_id').notNull(),
    name: text('name').notNull(),
    language: text('language').notNull(),
    category: text('category').notNull(),
    state: text('state').$type<'approved' | 'pending' | 'rejected'>().notNull(),
    header: text('header'),
    body: text('body').notNull(),
    footer: text('footer'),
    buttons: jsonb('buttons').$type<string[]>().notNull(),
    /** Null: it still exists on the platform. */
    removedAt: moment('removed_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const messageTemplateFetches = pgTable(
  'message_template_fetches',
  {
    workspaceId: workspaceId(),
    socialAccountId: uuid('social_account_id').notNull(),
    /** The last successful fetch; null: none yet. */
    fetchedAt: moment('fetched_at'),
    problem: text('problem'),
    leftOut: integer('left_out').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.socialAccountId] })],
);

export type MessageTemplateRow = typeof messageTemplates.$inferSelect;
