import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { moment, workspaceId } from '../../base/db/columns.ts';

/** Groups that social accounts have been asked to leave. */
export const groupDepartures = pgTable(
  'group_departures',
  {
    workspaceId: workspaceId(),
    conversationId: uuid('conversation_id').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    requestedAt: moment('requested_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.conversationId] })],
);
