import type { InterfaceLanguage } from '@parley/contract';
import type { NotificationLevel } from '@parley/contract/notifications';
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, workspaceId } from '../base/db/columns.ts';
import type { WorkspaceId } from '../base/ids.ts';

export type LocalizedText = Record<InterfaceLanguage, string>;

export const notifications = pgTable('notifications', {
  id: uuid('id').primaryKey(),
  /** The workspace whose owner receives it; null: all owners. */
  workspaceId: uuid('workspace_id').$type<WorkspaceId>(),
  version: integer('version').notNull().default(1),
  level: text('level').$type<NotificationLevel>().notNull(),
  title: jsonb('title').$type<LocalizedText>().notNull(),
  body: jsonb('body').$type<LocalizedText>().notNull(),
  publishedAt: moment('published_at').notNull(),
  expiresAt: moment('expires_at'),
});

export const notificationReads = pgTable(
  'notification_reads',
  {
    workspaceId: workspaceId(),
    userId: uuid('user_id').notNull(),
    notificationId: uuid('notification_id').notNull(),
    readAt: moment('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId, table.notificationId] })],
);
