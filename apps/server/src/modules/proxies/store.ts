import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { type ProxyRow, proxies, proxyPoints, proxySubAccounts, ringPoint } from '../../schema/proxies.ts';
import type { ExitCheckOutcome } from './exit-check.ts';

export type NewProxy = typeof proxies.$inferInsert;

/** Inserts proxies that the workspace doesn't have yet, and returns the ids of the inserted ones. */
export async function insertProxies(tx: Tx, rows: readonly NewProxy[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await tx.db
    .insert(proxies)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: proxies.id });
  return new Set(inserted.map(({ id }) => id));
}

export async function findProxy(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ProxyRow | null> {
  const [row] = await handle.db
    .select()
    .from(proxies)
    .where(and(eq(proxies.workspaceId, workspaceId), eq(proxies.id, id)));
  return row ?? null;
}

/** Returns a proxy, locked until the transaction ends. */
export async function lockProxy(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<ProxyRow | null> {
  const [row] = await tx.db
    .select()
    .from(proxies)
    .where(and(eq(proxies.workspaceId, workspaceId), eq(proxies.id, id)))
    .for('update');
  return row ?? null;
}

export async function updateProxy(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  values: Partial<NewProxy>,
): Promise<void> {
  await tx.db
    .update(proxies)
    .set({ ...values, version: sql`${proxies.version} + 1` })
    .where(and(eq(proxies.workspaceId, workspaceId), eq(proxies.id, id)));
}

/**
 * Stores a test's outcome. Returns false when the proxy was deleted, or its access has changed so that the outcome
 * doesn't apply.
 */
export async function storeOutcome(
  handle: Handle,
  { workspaceId, id, wayVersion }: Pick<ProxyRow, 'workspaceId' | 'id' | 'wayVersion'>,
  outcome: ExitCheckOutcome,
): Promise<boolean> {
  const stored = await handle.db
    .update(proxies)
    .set(outcome)
    .where(and(eq(proxies.workspaceId, workspaceId), eq(proxies.id, id), eq(proxies.wayVersion, wayVersion)))
    .returning({ id: proxies.id });
  return stored.length > 0;
}

/** Deletes these proxies and returns how many existed. */
export async function deleteProxies(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<number> {
  const gone = await tx.db
    .delete(proxies)
    .where(and(eq(proxies.workspaceId, workspaceId), inArray(proxies.id, [...ids])))
    .returning({ id: proxies.id });
  return gone.length;
}

/** Points of a proxy on the hash ring: the more, the more evenly accounts are distributed. */
const pointsEach = 32;

/** Restricts these proxies to the accounts of these sub-accounts; null removes the restriction. */
export async function setRange(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  subAccountIds: readonly string[] | null,
): Promise<void> {
  for (const table of [proxySubAccounts, proxyPoints]) {
    await tx.db
      .delete(table)
      .where(and(eq(table.workspaceId, workspaceId), inArray(table.proxyId, [...ids])));
  }
  await tx.db.execute(
    subAccountIds === null
      ? sql`
        insert into ${proxyPoints} (workspace_id, point, proxy_id)
        select ${workspaceId}, ${ringPoint(sql`p.id::text || ' ' || n`)}, p.id
        from unnest(${sql.param(ids)}::uuid[]) as p (id), generate_series(1, ${pointsEach}::int) as n
        on conflict do nothing`
      : sql`
        insert into ${proxySubAccounts} (workspace_id, proxy_id, sub_account_id)
        select ${workspaceId}, p.id, s.id
        from unnest(${sql.param(ids)}::uuid[]) as p (id), unnest(${sql.param(subAccountIds)}::uuid[]) as s (id)`,
  );
}

/** Most rows per call, so that no transaction takes long. */
const maxAtOnce = 5_000;

/** Removes a sub-account from all proxies. Returns true when there is more, so that it is called again. */
export async function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${proxySubAccounts}
    where (${proxySubAccounts.workspaceId}, ${proxySubAccounts.proxyId}, ${proxySubAccounts.subAccountId}) in (
      select ${proxySubAccounts.workspaceId}, ${proxySubAccounts.proxyId}, ${proxySubAccounts.subAccountId}
      from ${proxySubAccounts}
      where ${proxySubAccounts.workspaceId} = ${workspaceId} and ${proxySubAccounts.subAccountId} = ${subAccountId}
      limit ${maxAtOnce})`);
  return (rowCount ?? 0) === maxAtOnce;
}
