import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { workspaceId } from '../../base/db/columns.ts';

/** The messages of imported histories that answer one which isn't here yet. They go with their message. */
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
