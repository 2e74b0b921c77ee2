import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, workspaceId } from '../base/db/columns.ts';

export const quickReplies = pgTable(
  'quick_replies',
  {
    workspaceId: workspaceId(),
    id: id(),
    name: text('name').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    /** The content up to its first variable, with which all texts created from it begin. */
    head: text('head').notNull(),
    language: text('language').notNull(),
    /** The medium sent with it. */
    materialId: uuid('material_id'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const quickReplyTranslations = pgTable(
  'quick_reply_translations',
  {
    workspaceId: workspaceId(),
    quickReplyId: uuid('quick_reply_id').notNull(),
    language: text('language').notNull(),
    content: text('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.quickReplyId, table.language] })],
);
