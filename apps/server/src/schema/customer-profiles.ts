import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, workspaceId } from '../base/db/columns.ts';

export const customerProfiles = pgTable(
  'customer_profiles',
  {
    workspaceId: workspaceId(),
    fanId: uuid('fan_id').notNull(),
    scope: text('scope').notNull(),
    alias: text('alias').notNull().default(''),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    notes: text('notes').notNull().default(''),
    version: integer('version').notNull().default(1),
    changedAt: moment('changed_at').notNull(),
    changedBy: uuid('changed_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.fanId, table.scope] })],
);
