import { z } from 'zod';
import type { Database } from '../../base/db/database.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../base/metrics.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { handleDeletionJobs } from './deletion/service.ts';
import { checkOrderFigures } from './miscounts/queries.ts';

const prove = defineJob({ name: 'work-orders.prove', payload: z.object({}), maxAttempts: 3 });

/** Registers the jobs for deletions, and the nightly verification of closed days, on which money is settled. */
export function handleJobs(
  queue: Queue,
  { database, log, metrics }: { database: Database; log: Log; metrics: Pick<Metrics, 'gauge'> },
): void {
  const faults = metrics.gauge(
    'closed_day_faults',
    'What the last nightly check found to differ in closed days and their signatures.',
  );
  handleDeletionJobs(queue, database);
  queue.handle(
    prove,
    async () => {
      const wrong = await checkOrderFigures(database);
      faults.set(wrong.length);
      if (wrong.length > 0)
        log.error({ wrong: wrong.slice(0, 20) }, 'closed days differ from what was counted or signed');
    },
    '50 3 * * *',
  );
}
