import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

export const requestIds = pgTable(
  'request_ids',
  {
    requestId: uuid('request_id').notNull(),
    digest: text('digest').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.requestId] })],
);
