import { z } from 'zod';
import { type Database, transaction } from '../../base/db/database.ts';
import type { Log } from '../../base/log.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { makeAuditPartitions } from '../../schema/audit.ts';
import { dropPartitions } from './store.ts';

export const auditEnvironment = z.object({
  AUDIT_MONTHS: z.coerce
    .number('a number of months from 1 to 120')
    .int('a number of months from 1 to 120')
    .min(1, 'a number of months from 1 to 120')
    .max(120, 'a number of months from 1 to 120')
    .default(12),
});

type Deps = { database: Database; log: Log; auditMonths: number };

const keepPartitions = defineJob({ name: 'audit.keep-partitions', payload: z.object({}), maxAttempts: 3 });

export function handleJobs(queue: Queue, deps: Deps): void {
  queue.handle(keepPartitions, () => maintainPartitions(deps), '25 2 * * *');
}

/** Months for which partitions exist in advance: without one, an entry fails, and with it the recorded act. */
const monthsAhead = 3;

/**
 * Creates the partitions of coming months and drops those that ended more than `auditMonths` ago. Also runs at every
 * start, for servers that were off for long or whose jobs had stopped.
 */
export async function maintainPartitions({ database, log, auditMonths }: Deps): Promise<void> {
  const dropped = await transaction(database, async (tx) => {
    await makeAuditPartitions(tx, monthsAhead + 1);
    return dropPartitions(tx, auditMonths);
  });
  if (dropped.length > 0)
    log.info({ partitions: dropped }, 'months of the audit log are past their retention');
}
