import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, workspaceId } from '../base/db/columns.ts';

export const pastSessions = pgTable(
  'past_sessions',
  {
    workspaceId: workspaceId(),
    id: id(),
    socialAccountId: uuid('social_account_id').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    platform: text('platform').notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at').notNull(),
    ended: text('ended').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const portLeases = pgTable(
  'port_leases',
  {
    workspaceId: workspaceId(),
    socialAccountId: uuid('social_account_id').notNull(),
    id: id(),
    subAccountId: uuid('sub_account_id').notNull(),
    holder: uuid('holder').notNull(),
    takenAt: moment('taken_at').notNull().defaultNow(),
    leasedUntil: moment('leased_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.socialAccountId] })],
);
