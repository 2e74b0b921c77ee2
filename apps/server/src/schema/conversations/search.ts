import { boolean, customType, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { id, moment, workspaceId } from '../../base/db/columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const messageWords = pgTable(
  'message_words',
  {
    workspaceId: workspaceId(),
    id: id(),
    sentAt: moment('sent_at').notNull(),
    inbound: boolean('inbound').notNull(),
    words: tsvector('words').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** Filled by triggers on `messages`. */
export const messagesToIndex = pgTable(
  'messages_to_index',
  { workspaceId: workspaceId(), id: id(), since: moment('since').notNull().defaultNow() },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);
