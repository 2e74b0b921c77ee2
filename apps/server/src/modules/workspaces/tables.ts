import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../../base/db/columns.ts';
import type { TenantId, WorkspaceId } from '../../base/ids.ts';

export const workspaces = pgTable('workspaces', {
  id: uuid('id').$type<WorkspaceId>().primaryKey(),
  timeZone: text('time_zone').notNull().default('Asia/Shanghai'),
  createdAt: createdAt(),
  tenantId: uuid('tenant_id').$type<TenantId>(),
  ports: integer('ports').notNull().default(10),
});
