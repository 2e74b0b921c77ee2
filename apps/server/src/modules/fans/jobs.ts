import { z } from 'zod';
import type { Database } from '../../base/db/database.ts';
import type { Log } from '../../base/log.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { checkCounters } from './queries.ts';

const prove = defineJob({ name: 'fans.prove', payload: z.object({}), maxAttempts: 3 });

/** Each night the counters are proved from the verdicts: work orders are settled on them. */
export function handleJobs(queue: Queue, { database, log }: { database: Database; log: Log }): void {
  queue.handle(
    prove,
    async () => {
      const wrong = await checkCounters(database);
      if (wrong.length > 0)
        log.error({ wrong: wrong.slice(0, 20) }, 'fan counters differ from their verdicts');
    },
    '30 3 * * *',
  );
}
