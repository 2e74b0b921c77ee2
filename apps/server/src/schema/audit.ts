import { sql } from 'drizzle-orm';
import { inet, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../base/db/columns.ts';
import type { Handle } from '../base/db/database.ts';

/** Triggers refuse to change, delete or truncate entries; only whole partitions are dropped. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    createdAt: createdAt(),
    workspaceId: uuid('workspace_id'),
    tenantId: uuid('tenant_id'),
    actorKind: text('actor_kind').notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    action: text('action').notNull(),
    objectKind: text('object_kind'),
    objectId: text('object_id'),
    objectName: text('object_name').notNull(),
    address: inet('address'),
    userAgent: text('user_agent'),
    details: jsonb('details').notNull().default(sql`'{}'::jsonb`),
  },
  (table) => [primaryKey({ columns: [table.createdAt, table.id] })],
);

/**
 * Creates the partitions of `months` months, in UTC, from that of `firstDay` on (YYYY-MM-DD; left out: this month).
 * Existing ones remain.
 */
export async function makeAuditPartitions(handle: Handle, months: number, firstDay?: string): Promise<void> {
  const first = firstDay === undefined ? sql`(now() at time zone 'UTC')::date` : sql`${firstDay}::date`;
  await handle.db.execute(sql`select audit_make_partitions(${first}, ${months}::int)`);
}
