import { z } from 'zod';
import type { Database } from '../../base/db/database.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../base/metrics.ts';
import { checkNightly } from '../../base/queue/nightly-check.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { checkLedger } from './ledger-check/queries.ts';
import type { Characters } from './service.ts';

const settle = defineJob({ name: 'characters.settle', payload: z.object({}), maxAttempts: 1 });

export function handleJobs(
  queue: Queue,
  deps: { characters: Characters; database: Database; log: Log; metrics: Pick<Metrics, 'gauge'> },
): void {
  checkNightly(queue, deps, {
    name: 'characters.prove',
    cron: '15 3 * * *',
    gauge: ['ledger_faults', 'What the last nightly check found to differ from the ledger.'],
    find: async () => (await checkLedger(deps.database)).faults,
    message: 'character balances or counters differ from their ledger',
  });
  queue.handle(settle, () => deps.characters.settleAbandoned(false), '* * * * *');
}
