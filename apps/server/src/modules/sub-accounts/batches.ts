/** Changes many sub-accounts in one transaction: all of them, or none. */
import type { Tx } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { addJobs } from '../../base/queue/queue.ts';
import { assertPortsAvailable, endPortSessions } from '../ports/index.ts';
import { deletionJob } from './deletion.ts';
import type { DeskSessions, ServiceDeps } from './service.ts';
import * as store from './store.ts';

/** Locks and returns these sub-accounts. Throws `sub-account.not-found` if one doesn't exist. */
async function lockAll(tx: Tx, workspaceId: WorkspaceId, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const held = await store.lockSubAccounts(tx, workspaceId, wanted);
  if (held.length < wanted.length) throw new AppError('sub-account.not-found');
  return held;
}

/** Throws for the default sub-account: only the owner's credentials open its desk, and the owner needs it. */
function assertNoDefault(rows: readonly store.SubAccountRow[]): void {
  if (rows.some(({ isDefault }) => isDefault)) throw new AppError('sub-account.default');
}

/**
 * Disables sub-accounts, ending their desk sessions and taking their social accounts offline, or enables them, taking
 * fixed ports again. Throws what the endpoint declares. Returns those whose status changed.
 */
export async function changeStatus(
  tx: Tx,
  sessions: DeskSessions,
  workspaceId: WorkspaceId,
  { ids, status }: { ids: readonly string[]; status: 'normal' | 'disabled' },
): Promise<string[]> {
  const held = await lockAll(tx, workspaceId, ids);
  if (status === 'disabled') assertNoDefault(held);
  const changing = held.filter((row) => row.status !== status);
  const changed = changing.map(({ id }) => id);
  if (changed.length === 0) return [];
  if (status === 'disabled') {
    await store.setStatus(tx, workspaceId, changed, status);
    await sessions.endAll(tx, changed, { except: null, reason: 'disabled' });
    await endPortSessions(tx, workspaceId, changed, 'disabled');
    return changed;
  }
  const demands = changing.map(({ id, portMode, portLimit }) => ({
    subAccountId: id,
    mode: portMode,
    limit: portLimit,
  }));
  await assertPortsAvailable(tx, workspaceId, demands);
  await store.setStatus(tx, workspaceId, changed, status);
  return changed;
}

/**
 * Deletes sub-accounts: queries leave them out at once, their desks are logged out, and their characters return to the
 * owner. Jobs delete their data. Throws what the endpoint declares. Returns their ids.
 */
export async function deleteSubAccounts(
  tx: Tx,
  { characters, sessions }: ServiceDeps,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<string[]> {
  const held = await lockAll(tx, workspaceId, ids);
  assertNoDefault(held);
  const deleted = held.map(({ id }) => id);
  await store.setStatus(tx, workspaceId, deleted, 'deleted');
  await sessions.endAll(tx, deleted, { except: null, reason: 'deleted' });
  await endPortSessions(tx, workspaceId, deleted, 'disabled');
  for (const id of deleted) await characters.closeSubAccount(tx, workspaceId, id);
  await addJobs(
    tx,
    deletionJob,
    deleted.map((subAccountId) => ({ payload: { workspaceId, subAccountId } })),
  );
  return deleted;
}
