import { integer, pgTable } from 'drizzle-orm/pg-core';
import { workspaceId } from '../../base/db/columns.ts';

export const chatRetention = pgTable('chat_retention', {
  workspaceId: workspaceId().primaryKey(),
  days: integer('days').notNull(),
});
