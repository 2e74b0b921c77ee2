import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../base/db/database.ts';
import type { TenantId } from '../../base/ids.ts';
import { tenantHosts, tenants } from '../../schema/tenants.ts';

export type TenantValues = {
  name: string;
  brandName: string;
  logoFileId: string | null;
  enabled: boolean;
  registrationOpen: boolean;
};

export async function insertTenant(tx: Tx, id: TenantId, values: TenantValues): Promise<void> {
  await tx.db.insert(tenants).values({ id, ...values });
}

/** Updates a tenant. Returns false when it has changed since `version`, or was deleted. */
export async function updateTenant(
  tx: Tx,
  id: TenantId,
  version: number,
  values: TenantValues,
): Promise<boolean> {
  const updated = await tx.db
    .update(tenants)
    .set({ ...values, version: sql`${tenants.version} + 1` })
    .where(and(eq(tenants.id, id), eq(tenants.version, version)))
    .returning({ id: tenants.id });
  return updated.length > 0;
}

/** Replaces the tenant's hosts. Returns false when a host belongs to another tenant. */
export async function setHosts(tx: Tx, tenantId: TenantId, hosts: readonly string[]): Promise<boolean> {
  await tx.db.delete(tenantHosts).where(eq(tenantHosts.tenantId, tenantId));
  if (hosts.length === 0) return true;
  const rows = hosts.map((host) => ({ host, tenantId }));
  await tx.db.insert(tenantHosts).values(rows).onConflictDoNothing();
  const foreign = await tx.db
    .select({ host: tenantHosts.host })
    .from(tenantHosts)
    .where(and(inArray(tenantHosts.host, [...hosts]), ne(tenantHosts.tenantId, tenantId)));
  return foreign.length === 0;
}

/** Locks a tenant, so that registrations wait. Returns false when there is none. */
export async function lockTenant(tx: Tx, id: TenantId): Promise<boolean> {
  const rows = await tx.db.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, id)).for('update');
  return rows.length > 0;
}

export async function deleteTenant(tx: Tx, id: TenantId): Promise<void> {
  await tx.db.delete(tenants).where(eq(tenants.id, id));
}
