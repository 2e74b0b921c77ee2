import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, workspaceId } from '../../base/db/columns.ts';

/** Handles with which a platform lets the server reply to a customer's message for a while. */
export const replyHandles = pgTable(
  'reply_handles',
  {
    workspaceId: workspaceId(),
    id: id(),
    conversationId: uuid('conversation_id').notNull(),
    /** Encrypted. */
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usesLeft: integer('uses_left').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);
