import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { workspaceId } from '../../base/db/columns.ts';

/** The platform's ids of the parts of messages that are sent in several parts. */
export const messageParts = pgTable(
  'message_parts',
  {
    workspaceId: workspaceId(),
    messageId: uuid('message_id').notNull(),
    /** From 0. */
    part: integer('part').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    platformMessageId: text('platform_message_id').notNull(),
    state: text('state').$type<'sent' | 'delivered' | 'read'>().notNull().default('sent'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.messageId, table.part] })],
);
