/**
 * Deletes the data of a deleted sub-account in small batches, each by the module that owns it. Every step is
 * idempotent: after a kill, another process continues.
 */
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
import { addJob, addJobs, defineJob, type Queue } from '../../base/queue/queue.ts';
import * as store from './store.ts';

/** Deletes some of a sub-account's data at `now` (ms). Returns true when there is more, so that it is called again. */
export type DeleteSubAccountData = (
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
  now: number,
) => Promise<boolean>;

/**
 * The job names date from an earlier version, because jobs waiting in a database keep the names they were added with.
 */
export const deletionJob = defineJob({
  name: 'sub-accounts.forget',
  payload: z.object({ workspaceId: z.uuid(), subAccountId: z.uuid() }),
  maxAttempts: 25,
});

const sweepJob = defineJob({ name: 'sub-accounts.forget-rest', payload: z.object({}), maxAttempts: 3 });

/** Number of deletions after which a job yields to other jobs, and to a stopping server. */
const piecesAtOnce = 20;
/** Most sub-accounts of one sweep; the next one finds the rest. */
const sweptAtOnce = 1_000;

type Deps = {
  database: Database;
  clock: Pick<Clock, 'now'>;
  /** Order of deletion: data that is found through another table's rows is deleted before those. */
  subAccountDeletionOrder: readonly DeleteSubAccountData[];
};

/** Returns true when no data is left, or when the sub-account isn't deleted at all. */
async function deleteSome(
  { database, clock, subAccountDeletionOrder }: Deps,
  workspaceId: WorkspaceId,
  id: string,
) {
  let pieces = 0;
  for (const owner of subAccountDeletionOrder) {
    for (let more = true; more; ) {
      // Data of a sub-account that isn't deleted is kept, even if a job names it.
      if (!(await store.isDeleted(database, workspaceId, id))) return true;
      if (pieces === piecesAtOnce) return false;
      more = await transaction(database, (tx) => owner(tx, workspaceId, id, clock.now()));
      if (more) pieces += 1;
    }
  }
  // Rows added while its social accounts were released still refer to them or to it; the delete then fails, and the job
  // starts over.
  await transaction(database, (tx) => store.removeSubAccount(tx, workspaceId, id));
  return true;
}

export function handleJobs(queue: Queue, deps: Deps): void {
  queue.handle(deletionJob, async ({ workspaceId, subAccountId }) => {
    if (await deleteSome(deps, trustWorkspaceId(workspaceId), subAccountId)) return;
    await transaction(deps.database, (tx) => addJob(tx, deletionJob, { workspaceId, subAccountId }));
  });
  // A job that has failed too often is given up; the hourly sweep adds a new one for its remaining data.
  queue.handle(
    sweepJob,
    async () => {
      const left = await store.readDeletedSubAccounts(deps.database, sweptAtOnce);
      await transaction(deps.database, (tx) =>
        addJobs(
          tx,
          deletionJob,
          left.map((payload) => ({ payload })),
        ),
      );
    },
    '25 * * * *',
  );
}
