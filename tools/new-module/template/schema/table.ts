import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, moment, workspaceId } from '../base/db/columns.ts';

export const __nouns__ = pgTable(
  '__snake_nouns__',
  {
    workspaceId: workspaceId(),
    id: id(),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);
