import type { Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { addJob } from '../../base/queue/queue.ts';
import { type HandOverRow, handOvers } from '../../schema/hand-overs.ts';
import { returnHandedOver } from '../conversations/index.ts';
import { notifyDesks } from './jobs.ts';

export async function insertHandOver(tx: Tx, row: HandOverRow): Promise<void> {
  await tx.db.insert(handOvers).values(row);
}

/**
 * Takes back conversations that were handed over to a deleted sub-account, which are kept, and those handed over by it,
 * which are deleted with its social accounts. Must run before any deletion that selects rows by a sub-account's
 * conversations. Returns true when it must be called again.
 */
export async function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  const moved = await returnHandedOver(tx, workspaceId, subAccountId);
  if (moved.length > 0) await addJob(tx, notifyDesks, { moved });
  return moved.length > 0;
}
