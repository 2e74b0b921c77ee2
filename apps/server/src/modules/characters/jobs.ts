import { z } from 'zod';
import type { Database } from '../../base/db/database.ts';
import type { Log } from '../../base/log.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { findDiscrepancies } from './queries.ts';
import type { Characters } from './service.ts';

const settle = defineJob({ name: 'characters.settle', payload: z.object({}), maxAttempts: 1 });
const prove = defineJob({ name: 'characters.prove', payload: z.object({}), maxAttempts: 3 });

export function handleJobs(
  queue: Queue,
  characters: Characters,
  deps: { database: Database; log: Log },
): void {
  queue.handle(settle, () => characters.settleAbandoned(false), '* * * * *');
  queue.handle(
    prove,
    async () => {
      const wrong = await findDiscrepancies(deps.database);
      if (wrong.length > 0)
        deps.log.error({ wrong: wrong.slice(0, 20) }, 'character balances differ from their ledger');
    },
    '15 3 * * *',
  );
}
