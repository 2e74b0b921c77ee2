/** What the owner does to many sub-accounts at once: all of it, or nothing. */
import type { Tx } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { addJobs } from '../../base/queue/queue.ts';
import { assertRoom, endSessions } from '../ports/index.ts';
import { deletionJob } from './deletion.ts';
import type { DeskSessions, ServiceDeps } from './service.ts';
import * as store from './store.ts';

/** Those that were asked for, held. Throws `sub-account.not-found` if one isn't there. */
async function holdAll(tx: Tx, workspaceId: WorkspaceId, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const held = await store.holdSubAccounts(tx, workspaceId, wanted);
  if (held.length < wanted.length) throw new AppError('sub-account.not-found');
  return held;
}

/** Nobody else's credentials enter the default one: without it the owner could not get into the desk. */
function assertNoDefault(rows: readonly store.SubAccountRow[]): void {
  if (rows.some(({ isDefault }) => isDefault)) throw new AppError('sub-account.default');
}

/**
 * Disables: whoever is logged in is logged out, whoever is online goes offline. Or enables, which takes fixed ports
 * again. Throws what the endpoint declares. Returns those that were not so already.
 */
export async function changeStatus(
  tx: Tx,
  sessions: DeskSessions,
  workspaceId: WorkspaceId,
  { ids, status }: { ids: readonly string[]; status: 'normal' | 'disabled' },
): Promise<string[]> {
  const held = await holdAll(tx, workspaceId, ids);
  if (status === 'disabled') assertNoDefault(held);
  const changing = held.filter((row) => row.status !== status);
  const changed = changing.map(({ id }) => id);
  if (changed.length === 0) return [];
  if (status === 'disabled') {
    await store.setStatus(tx, workspaceId, changed, status);
    await sessions.endAll(tx, changed, { except: null, reason: 'disabled' });
    await endSessions(tx, workspaceId, changed, 'disabled');
    return changed;
  }
  const rooms = changing.map(({ id, portMode, portLimit }) => ({
    subAccountId: id,
    mode: portMode,
    limit: portLimit,
  }));
  await assertRoom(tx, workspaceId, rooms);
  await store.setStatus(tx, workspaceId, changed, status);
  return changed;
}

/**
 * Deletes: from here on nobody finds them, their desks are logged out, their characters go back to the owner. Their
 * data is cleared away by jobs. Throws what the endpoint declares. Returns their ids.
 */
export async function deleteSubAccounts(
  tx: Tx,
  { characters, sessions }: ServiceDeps,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<string[]> {
  const held = await holdAll(tx, workspaceId, ids);
  assertNoDefault(held);
  const deleted = held.map(({ id }) => id);
  await store.setStatus(tx, workspaceId, deleted, 'deleted');
  await sessions.endAll(tx, deleted, { except: null, reason: 'deleted' });
  await endSessions(tx, workspaceId, deleted, 'disabled');
  for (const id of deleted) await characters.closeSubAccount(tx, workspaceId, id);
  await addJobs(
    tx,
    deletionJob,
    deleted.map((subAccountId) => ({ payload: { workspaceId, subAccountId } })),
  );
  return deleted;
}
