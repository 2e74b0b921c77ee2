import { z } from 'zod';
import type { WorkspaceId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../base/metrics.ts';
import { checkNightly } from '../../base/queue/nightly-check.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { checkCounters } from './counters/queries.ts';
import { foldCounters } from './counters/store.ts';
import { handleLibraryJobs, type LibraryJobDeps } from './libraries/jobs.ts';
import { sortInNewTexts } from './list/store.ts';
import { notifyDesks, type TagDesks } from './tags/notify-desks.ts';
import { runTagging } from './tags/taggings/run-tagging.ts';
import { taggingJob } from './tags/taggings/tagging-job.ts';

const fold = defineJob({ name: 'fans.fold-counters', payload: z.object({}), maxAttempts: 3 });
const sortIn = defineJob({ name: 'fans.sort-in-new-texts', payload: z.object({}), maxAttempts: 1 });

/**
 * Registers the jobs for dedupe libraries, taggings and the index of searches, the folding of counters, and their nightly
 * verification, since work orders are settled on them.
 */
export function handleJobs(
  queue: Queue,
  deps: LibraryJobDeps & TagDesks & { log: Log; metrics: Pick<Metrics, 'gauge'> },
): void {
  const { database } = deps;
  handleLibraryJobs(queue, deps);
  queue.handle(taggingJob, async ({ taggingId, ...payload }, attempt) => {
    // The payload was created with a workspace's id.
    const workspaceId = payload.workspaceId as WorkspaceId;
    await runTagging(database, workspaceId, taggingId, attempt);
    await notifyDesks(deps, workspaceId, null);
  });
  checkNightly(queue, deps, {
    name: 'fans.prove',
    cron: '30 3 * * *',
    gauge: ['fan_counter_faults', 'What the last nightly check found to differ from the verdicts.'],
    find: () => checkCounters(database),
    message: 'fan counters differ from their verdicts',
  });
  queue.handle(
    sortIn,
    async () => {
      await sortInNewTexts(database);
    },
    '* * * * *',
  );
  queue.handle(fold, () => foldCounters(database), '10 3 * * *');
}
