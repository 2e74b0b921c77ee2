import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { workspaceId } from '../../base/db/columns.ts';

/** Messages of imported histories that reply to one not imported yet. Deleted together with their message. */
export const unlinkedAnswers = pgTable(
  'unlinked_answers',
  {
    workspaceId: workspaceId(),
    messageId: uuid('message_id').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    answered: text('answered').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.messageId] })],
);
