import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { nextWorkspaceWithCache, usedAtBeyond } from './queries.ts';
import { deleteUnusedTranslations } from './store.ts';

/** Deletes cached translations unused for long, and the oldest ones of workspaces with too many. */
const purgeCache = defineJob({
  name: 'translation.purge-cache',
  payload: z.object({}),
  maxAttempts: 3,
});

export type PurgeLimits = {
  unusedMs: number;
  /** Maximum number of entries per workspace. */
  entries: number;
  /** Maximum number of entries per delete statement, so that locks are short-lived. */
  batch: number;
};
const limits: PurgeLimits = { unusedMs: 90 * 24 * 3_600_000, entries: 200_000, batch: 5_000 };

/** At night for most of this trade's customers: 19:20 UTC is 3:20 in Shanghai. */
const nightly = '20 19 * * *';

export type JobDeps = { database: Database; clock: Clock; log: Log };

export function handleJobs(queue: Queue, deps: JobDeps): void {
  queue.handle(purgeCache, async (_, { signal }) => purge(deps, limits, signal), nightly);
}

/** Safe to repeat and to interrupt. */
export async function purge(deps: JobDeps, limits: PurgeLimits, signal: AbortSignal): Promise<void> {
  let count = 0;
  let workspaceId = await nextWorkspaceWithCache(deps.database, null);
  while (workspaceId !== null && !signal.aborted) {
    count += await purgeWorkspace(deps, limits, workspaceId, signal);
    workspaceId = await nextWorkspaceWithCache(deps.database, workspaceId);
  }
  deps.log.info({ entries: count }, 'unused translations were forgotten');
}

async function purgeWorkspace(
  { database, clock }: JobDeps,
  { unusedMs, entries, batch }: PurgeLimits,
  workspaceId: WorkspaceId,
  signal: AbortSignal,
): Promise<number> {
  const beyond = await usedAtBeyond(database, workspaceId, entries);
  const until = Math.max(clock.now() - unusedMs, beyond ?? 0);
  let count = 0;
  for (let removed = batch; removed === batch && !signal.aborted; count += removed) {
    removed = await transaction(database, (tx) => deleteUnusedTranslations(tx, workspaceId, until, batch));
  }
  return count;
}
