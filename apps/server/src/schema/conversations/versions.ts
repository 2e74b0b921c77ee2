import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, workspaceId } from '../../base/db/columns.ts';

/** Earlier texts of edited messages, kept for the owner. */
export const messageVersions = pgTable(
  'message_versions',
  {
    workspaceId: workspaceId(),
    messageId: uuid('message_id').notNull(),
    version: integer('version').notNull(),
    original: text('original').notNull(),
    translation: text('translation'),
    /** The time until which this was the text. */
    replacedAt: moment('replaced_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.messageId, table.version] })],
);

export type MessageVersionRow = typeof messageVersions.$inferSelect;
