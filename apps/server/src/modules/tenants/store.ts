import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../base/db/database.ts';
import { acquireLock } from '../../base/db/named-lock.ts';
import type { TenantId } from '../../base/ids.ts';
import { domainLock, splitDomains } from '../../schema/split-links/domains.ts';
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

/**
 * Replaces the tenant's hosts. Returns the reason why they can't be its hosts: another tenant has one, or a user has verified one as
 * a link domain, which serves split links only.
 */
export async function setHosts(
  tx: Tx,
  tenantId: TenantId,
  hosts: readonly string[],
): Promise<'taken' | 'link-domain' | null> {
  await tx.db.delete(tenantHosts).where(eq(tenantHosts.tenantId, tenantId));
  if (hosts.length === 0) return null;
  // Sorted, so that concurrent changes wait instead of deadlocking.
  for (const host of [...hosts].sort()) await acquireLock(tx, domainLock(host));
  const linked = and(inArray(splitDomains.domain, [...hosts]), eq(splitDomains.state, 'verified'));
  if ((await tx.db.$count(splitDomains, linked)) > 0) return 'link-domain';
  const rows = hosts.map((host) => ({ host, tenantId }));
  await tx.db.insert(tenantHosts).values(rows).onConflictDoNothing();
  const foreign = and(inArray(tenantHosts.host, [...hosts]), ne(tenantHosts.tenantId, tenantId));
  return (await tx.db.$count(tenantHosts, foreign)) > 0 ? 'taken' : null;
}

/** Locks a tenant, so that registrations wait. Returns false when there is none. */
export async function lockTenant(tx: Tx, id: TenantId): Promise<boolean> {
  const rows = await tx.db.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, id)).for('update');
  return rows.length > 0;
}

export async function deleteTenant(tx: Tx, id: TenantId): Promise<void> {
  await tx.db.delete(tenants).where(eq(tenants.id, id));
}
