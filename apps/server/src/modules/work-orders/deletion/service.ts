/** Deletes work orders, and closes those of a sub-account that is being deleted. */
import { z } from 'zod';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { addJob, defineJob, type Queue } from '../../../base/queue/queue.ts';
import { record } from '../../audit/index.ts';
import { type DeleteAccountsDeps, deleteAccountsOf } from '../../channels/index.ts';
import { type Contents, countContents } from '../queries.ts';
import { closeAllDays } from '../resets/service.ts';
import { orderObject } from '../service.ts';
import { findOrder, keepNames, lockOrder, setStatus } from '../store.ts';
import * as store from './store.ts';

const deletionJob = defineJob({
  name: 'work-orders.delete-days',
  payload: z.object({ workspaceId: z.uuid(), workOrderId: z.uuid() }),
  maxAttempts: 25,
});

/**
 * Returns what is deleted along with a work order. If another one of the same sub-account and platform is open, the social
 * accounts belong to that one and are kept. Throws `work-order.not-found`.
 */
export async function contentsOf(
  database: Database,
  workspaceId: WorkspaceId,
  id: string,
): Promise<Contents & { name: string }> {
  return transaction(database, async (tx) => {
    const order = assertFound(await findOrder(tx, workspaceId, id), 'work-order.not-found');
    const contents = await countContents(tx, order, !(await store.hasOtherOpen(tx, order)));
    return { name: order.name, ...contents };
  });
}

/** Throws `work-order.not-found`, and `work-order.name-differs` if `name` isn't the order's. */
export async function deleteWorkOrder(
  tx: Tx,
  deps: DeleteAccountsDeps,
  { workspaceId, origin }: { workspaceId: WorkspaceId; origin: RequestOrigin },
  { workOrderId: id, name }: { workOrderId: string; name: string },
): Promise<void> {
  const known = assertFound(await findOrder(tx, workspaceId, id), 'work-order.not-found');
  if (known.name !== name.trim()) throw new AppError('work-order.name-differs');
  // Social accounts are locked before work orders, as on arrival of messages.
  const deleted = (await store.hasOtherOpen(tx, known))
    ? 0
    : await deleteAccountsOf(tx, deps, workspaceId, known, origin);
  assertFound(await lockOrder(tx, workspaceId, id), 'work-order.not-found');
  await store.deleteOrder(tx, workspaceId, id);
  await addJob(tx, deletionJob, { workspaceId, workOrderId: id });
  await record(tx, origin, {
    action: 'work-order.deleted',
    object: orderObject(id, known.name),
    details: { platform: known.platform, socialAccounts: deleted },
  });
}

export function handleDeletionJobs(queue: Queue, database: Database): void {
  queue.handle(deletionJob, async ({ workspaceId, workOrderId }) => {
    const workspace = trustWorkspaceId(workspaceId);
    while (await transaction(database, (tx) => store.deleteSomeDays(tx, workspace, workOrderId)));
  });
}

/**
 * Closes the work orders of a sub-account that is being deleted, with what has been counted so far: their closed days stay
 * readable. One order per call; returns true until all are closed.
 */
export async function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
  now: number,
): Promise<boolean> {
  const order = await store.lockRunning(tx, workspaceId, subAccountId);
  if (order === null) return false;
  await closeAllDays(tx, order, now);
  if (order.status === 'open') await setStatus(tx, order, 'closed', new Date(now));
  await keepNames(tx, order);
  return true;
}
