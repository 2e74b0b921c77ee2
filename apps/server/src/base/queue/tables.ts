import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '../db/columns.ts';

export const queueWorkers = pgTable(
  'queue_workers',
  {
    workerId: text('worker_id').notNull(),
    processId: text('process_id').notNull(),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workerId] })],
);
