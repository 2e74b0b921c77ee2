import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';

/** Applied migrations. `migrate` creates this table itself, before the first of them. */
export const schemaMigrations = pgTable('schema_migrations', {
  name: text('name').primaryKey(),
  hash: text('hash').notNull(),
  appliedAt: moment('applied_at').notNull().defaultNow(),
});

export const requestIds = pgTable(
  'request_ids',
  {
    requestId: uuid('request_id').notNull(),
    digest: text('digest').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.requestId] })],
);
