import type { NoteChange } from '@parley/contract/fans';
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, workspaceId } from '../base/db/columns.ts';

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

/** Changes of notes, which are deleted with the notes. */
export const customerProfileChanges = pgTable(
  'customer_profile_changes',
  {
    workspaceId: workspaceId(),
    fanId: uuid('fan_id').notNull(),
    id: id(),
    scope: text('scope').notNull(),
    changedAt: moment('changed_at').notNull(),
    changedBy: uuid('changed_by').notNull(),
    byOwner: boolean('by_owner').notNull(),
    changes: jsonb('changes').$type<readonly NoteChange[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.fanId, table.id] })],
);
