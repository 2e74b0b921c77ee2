import type { HistoryImportState, HistoryRange } from '@parley/contract/channels';
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, workspaceId } from '../../base/db/columns.ts';

export const historyImports = pgTable(
  'history_imports',
  {
    workspaceId: workspaceId(),
    id: id(),
    socialAccountId: uuid('social_account_id').notNull(),
    range: text('range').$type<HistoryRange>().notNull(),
    since: moment('since'),
    state: text('state').$type<HistoryImportState>().notNull(),
    reason: text('reason'),
    position: text('position'),
    pages: integer('pages').notNull().default(0),
    messages: integer('messages').notNull().default(0),
    fans: integer('fans').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    read: integer('read').notNull().default(0),
    total: integer('total'),
    oldestAt: moment('oldest_at'),
    limited: boolean('limited').notNull().default(false),
    troubles: integer('troubles').notNull().default(0),
    troubledAt: moment('troubled_at'),
    startedAt: moment('started_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export type HistoryImportRow = typeof historyImports.$inferSelect;
