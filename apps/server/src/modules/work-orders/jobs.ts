import type { Database } from '../../base/db/database.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../base/metrics.ts';
import { checkNightly } from '../../base/queue/nightly-check.ts';
import type { Queue } from '../../base/queue/queue.ts';
import { handleDeletionJobs } from './deletion/service.ts';
import { checkOrderFigures } from './miscounts/queries.ts';

/** Registers the jobs for deletions, and the nightly verification of closed days, on which money is settled. */
export function handleJobs(
  queue: Queue,
  deps: { database: Database; log: Log; metrics: Pick<Metrics, 'gauge'> },
): void {
  handleDeletionJobs(queue, deps.database);
  checkNightly(queue, deps, {
    name: 'work-orders.prove',
    cron: '50 3 * * *',
    gauge: [
      'closed_day_faults',
      'What the last nightly check found to differ in closed days and their signatures.',
    ],
    find: () => checkOrderFigures(deps.database),
    message: 'closed days differ from what was counted or signed',
  });
}
