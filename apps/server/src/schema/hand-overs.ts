import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, workspaceId } from '../base/db/columns.ts';

/** Names are recorded as they were, and remain when a sub-account is renamed or deleted. */
export const handOvers = pgTable(
  'hand_overs',
  {
    workspaceId: workspaceId(),
    id: id(),
    conversationId: uuid('conversation_id').notNull(),
    fromSubAccountId: uuid('from_sub_account_id').notNull(),
    fromName: text('from_name').notNull(),
    toSubAccountId: uuid('to_sub_account_id').notNull(),
    toName: text('to_name').notNull(),
    authorName: text('author_name'),
    note: text('note').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export type HandOverRow = typeof handOvers.$inferSelect;
