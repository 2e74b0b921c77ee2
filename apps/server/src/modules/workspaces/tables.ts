import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { WorkspaceId } from '../../base/ids.ts';

export const workspaces = pgTable('workspaces', {
  id: uuid('id').$type<WorkspaceId>().primaryKey(),
  timeZone: text('time_zone').notNull().default('Asia/Shanghai'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
