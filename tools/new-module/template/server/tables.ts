import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { WorkspaceId } from '../../base/ids.ts';

export const __nouns__ = pgTable(
  '__snake_nouns__',
  {
    workspaceId: uuid('workspace_id').$type<WorkspaceId>().notNull(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);
