import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../base/db/columns.ts';
import type { TenantId } from '../base/ids.ts';

export const tenants = pgTable('tenants', {
  id: uuid('id').$type<TenantId>().primaryKey(),
  name: text('name').notNull(),
  brandName: text('brand_name').notNull(),
  logoFileId: uuid('logo_file_id'),
  enabled: boolean('enabled').notNull().default(true),
  registrationOpen: boolean('registration_open').notNull().default(true),
  version: integer('version').notNull().default(1),
  createdAt: createdAt(),
});

export const tenantHosts = pgTable('tenant_hosts', {
  host: text('host').primaryKey(),
  tenantId: uuid('tenant_id').$type<TenantId>().notNull(),
});
