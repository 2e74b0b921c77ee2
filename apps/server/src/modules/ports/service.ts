/** Takes and reserves ports; `store.ts` releases them. */
import { type Database, type Handle, type Tx, transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { afterTaking, freeOf, type Pool, type PortShare, portRefusal, unavailablePorts } from './pool.ts';
import * as store from './store.ts';

/**
 * The result for an account: it holds a port, or was refused one with one of `ownReasons`; the reason is null when this
 * process no longer holds the account, or it was disabled in the meantime.
 */
export type PortAnswer = { held: true } | { held: false; reason: string | null };

/**
 * Takes a port for each of these accounts of one workspace, oldest first, while any are left. An account that already
 * holds a port, from this process or a dead one, keeps it: the same session continues.
 */
export function takePorts(
  database: Database,
  workspaceId: WorkspaceId,
  processId: string,
  ids: readonly string[],
): Promise<Map<string, PortAnswer>> {
  return transaction(database, async (tx) => {
    await store.lockPool(tx, workspaceId);
    await store.releaseExpiredPorts(tx, workspaceId);
    const requesters = await store.readRequesters(tx, workspaceId, processId, ids);
    const accountIds = requesters.map(({ id }) => id);
    const had = await store.takeOverPorts(tx, workspaceId, processId, accountIds);
    const without = requesters.filter(({ id }) => !had.has(id));
    const answers = await share(tx, workspaceId, without);
    const taking = without.filter(({ id }) => answers.get(id)?.held);
    await store.insertLeases(tx, workspaceId, processId, taking);
    for (const id of had) answers.set(id, { held: true });
    for (const id of ids) if (!answers.has(id)) answers.set(id, { held: false, reason: null });
    return answers;
  });
}

/** Returns what `takePorts` would answer for accounts without a port, without locking or taking anything. */
export async function peekPorts(
  handle: Handle,
  workspaceId: WorkspaceId,
  processId: string,
  ids: readonly string[],
): Promise<Map<string, PortAnswer>> {
  return share(handle, workspaceId, await store.readRequesters(handle, workspaceId, processId, ids));
}

async function share(
  handle: Handle,
  workspaceId: WorkspaceId,
  requesters: readonly store.PortRequester[],
): Promise<Map<string, PortAnswer>> {
  const answers = new Map<string, PortAnswer>();
  if (requesters.length === 0) return answers;
  const subAccountIds = [...new Set(requesters.map(({ subAccountId }) => subAccountId))];
  const shares = await store.readShares(handle, workspaceId, subAccountIds);
  let pool: Pool = await store.readPool(handle, workspaceId);
  for (const { id, subAccountId, platform } of requesters) {
    const own = shares.get(subAccountId);
    if (!own) continue;
    const reason = portRefusal(pool, own, platform);
    answers.set(id, reason === null ? { held: true } : { held: false, reason });
    if (reason !== null) continue;
    const next = afterTaking(pool, own);
    pool = next.pool;
    shares.set(subAccountId, next.share);
  }
  return answers;
}

/** A sub-account's future ports; its row still has the current values, or doesn't exist yet. */
export type PortDemand = { subAccountId: string; mode: 'fixed' | 'dynamic'; limit: number };

/**
 * Throws `ports.short` unless the pool has the ports that these sub-accounts, `normal` from now on, reserve together.
 * Locks the pool until the transaction ends. A demand for no more than is reserved already is never refused, even if
 * the workspace's total was reduced.
 */
export async function assertPortsAvailable(
  tx: Tx,
  workspaceId: WorkspaceId,
  demands: readonly PortDemand[],
): Promise<void> {
  const fixed = demands.filter(({ mode }) => mode === 'fixed');
  if (fixed.length === 0) return;
  await store.lockPool(tx, workspaceId);
  const ids = fixed.map(({ subAccountId }) => subAccountId);
  const shares = await store.readShares(tx, workspaceId, ids);
  let needed = 0;
  let asideNow = 0;
  for (const { subAccountId, mode, limit } of fixed) {
    const now = shares.get(subAccountId);
    const wanted: PortShare = { status: 'normal', mode, limit, platforms: null, taken: now?.taken ?? 0 };
    needed += unavailablePorts(wanted);
    asideNow += now ? unavailablePorts(now) : 0;
  }
  if (needed <= asideNow) return;
  const free = freeOf(await store.readPool(tx, workspaceId)) + asideNow;
  if (needed > free) throw new AppError('ports.short', { details: { needed, free: Math.max(0, free) } });
}

/** Ends the sessions of these sub-accounts; their ports are free after the commit. */
export async function endPortSessions(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountIds: readonly string[],
  end: store.PortSessionEnd,
): Promise<void> {
  await store.lockPool(tx, workspaceId);
  await store.endOfSubAccounts(tx, workspaceId, subAccountIds, end);
}

/** Ends the sessions of single social accounts, likewise. */
export async function endAccountSessions(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountIds: readonly string[],
  end: store.PortSessionEnd,
): Promise<void> {
  await store.lockPool(tx, workspaceId);
  await store.endOfAccounts(tx, workspaceId, socialAccountIds, end);
}

const forgottenAtOnce = 5_000;

/** Deletes a sub-account's sessions, past and present, in batches. Returns true when it must be called again. */
export function deleteSubAccountSessions(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  return store.deletePortRows(tx, workspaceId, { subAccountId }, forgottenAtOnce);
}

/** Deletes a social account's sessions, likewise. */
export function deleteAccountSessions(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<boolean> {
  return store.deletePortRows(tx, workspaceId, { socialAccountId }, forgottenAtOnce);
}

/** Deletes past sessions that are too old, or whose sub-account's sessions are no longer archived. */
export async function purgeSessions(handle: Handle): Promise<void> {
  while (await store.purge(handle, forgottenAtOnce));
}
