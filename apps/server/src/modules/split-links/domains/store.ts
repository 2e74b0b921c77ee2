import { and, eq, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { acquireLock } from '../../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { domainLock, splitDomains } from '../../../schema/split-links/domains.ts';
import { splitLinks } from '../../../schema/split-links.ts';
import { tenantHosts } from '../../../schema/tenants.ts';

export type DomainRow = typeof splitDomains.$inferSelect;
type DomainKey = Pick<DomainRow, 'workspaceId' | 'id'>;

const ofKey = ({ workspaceId, id }: DomainKey) =>
  and(eq(splitDomains.workspaceId, workspaceId), eq(splitDomains.id, id));

/** Locks the number of a workspace's link domains until the transaction ends, and returns it. */
export async function lockDomainCount(tx: Tx, workspaceId: WorkspaceId): Promise<number> {
  await acquireLock(tx, `split-domains ${workspaceId}`);
  return tx.db.$count(splitDomains, eq(splitDomains.workspaceId, workspaceId));
}

/** Returns false if the workspace already has the domain. */
export async function insertDomain(tx: Tx, row: typeof splitDomains.$inferInsert): Promise<boolean> {
  const rows = await tx.db
    .insert(splitDomains)
    .values(row)
    .onConflictDoNothing({ target: [splitDomains.workspaceId, splitDomains.domain] })
    .returning({ id: splitDomains.id });
  return rows.length > 0;
}

export async function findDomain(handle: Handle, key: DomainKey): Promise<DomainRow | null> {
  const [row] = await handle.db.select().from(splitDomains).where(ofKey(key));
  return row ?? null;
}

/** Returns a domain's state with its row locked until the transaction ends, or null if there is none. */
export async function lockDomainState(tx: Tx, key: DomainKey): Promise<DomainRow['state'] | null> {
  const [row] = await tx.db
    .select({ state: splitDomains.state })
    .from(splitDomains)
    .where(ofKey(key))
    .for('share');
  return row?.state ?? null;
}

/** Returns the row for which a domain is verified, in any workspace. */
export async function findVerified(handle: Handle, domain: string): Promise<DomainRow | null> {
  const [row] = await handle.db
    .select()
    .from(splitDomains)
    .where(and(eq(splitDomains.domain, domain), eq(splitDomains.state, 'verified')));
  return row ?? null;
}

/** Locks the decision about who owns a domain until the transaction ends. */
export const lockDomainOwnership = (tx: Tx, domain: string): Promise<void> =>
  acquireLock(tx, domainLock(domain));

export type DomainCheck = Pick<DomainRow, 'state' | 'verifiedAt' | 'checkedAt' | 'problem' | 'missingSince'>;

export async function saveCheck(tx: Tx, key: DomainKey, checked: DomainCheck): Promise<void> {
  await tx.db.update(splitDomains).set(checked).where(ofKey(key));
}

/** Deletes a domain, detaches its links, and returns it, or null if there is none. */
export async function deleteDomain(tx: Tx, key: DomainKey): Promise<DomainRow | null> {
  const [row] = await tx.db.delete(splitDomains).where(ofKey(key)).returning();
  // Updated after the deletion, which waits for any transaction that is assigning the domain to a link.
  await tx.db
    .update(splitLinks)
    .set({ domainId: null, version: sql`${splitLinks.version} + 1` })
    .where(and(eq(splitLinks.workspaceId, key.workspaceId), eq(splitLinks.domainId, key.id)));
  return row ?? null;
}

/** Returns true if the host belongs to a tenant. */
export async function isTenantHost(handle: Handle, host: string): Promise<boolean> {
  return (await handle.db.$count(tenantHosts, eq(tenantHosts.host, host))) > 0;
}

/** Returns verified domains that haven't been checked since `since`, least recently checked first. */
export async function findDue(handle: Handle, since: Date, most: number): Promise<DomainRow[]> {
  return handle.db
    .select()
    .from(splitDomains)
    .where(and(eq(splitDomains.state, 'verified'), sql`${splitDomains.checkedAt} < ${since}`))
    .orderBy(splitDomains.checkedAt)
    .limit(most);
}
