import { z } from 'zod';
import type { Database } from '../../base/db/database.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../base/metrics.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { checkLedger } from './ledger-check/queries.ts';
import type { Characters } from './service.ts';

const settle = defineJob({ name: 'characters.settle', payload: z.object({}), maxAttempts: 1 });
const prove = defineJob({ name: 'characters.prove', payload: z.object({}), maxAttempts: 3 });

export function handleJobs(
  queue: Queue,
  deps: { characters: Characters; database: Database; log: Log; metrics: Pick<Metrics, 'gauge'> },
): void {
  const ledgerFaults = deps.metrics.gauge(
    'ledger_faults',
    'What the last nightly check found to differ from the ledger.',
  );
  queue.handle(settle, () => deps.characters.settleAbandoned(false), '* * * * *');
  queue.handle(
    prove,
    async () => {
      const { faults } = await checkLedger(deps.database);
      ledgerFaults.set(faults.length);
      if (faults.length > 0)
        deps.log.error(
          { count: faults.length, faults: faults.slice(0, 20) },
          'character balances or counters differ from their ledger',
        );
    },
    '15 3 * * *',
  );
}
