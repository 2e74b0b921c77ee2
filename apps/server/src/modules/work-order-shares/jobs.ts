import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { type SnapshotDeps, signClosedDays } from './snapshots/service.ts';
import { purge } from './store.ts';

const sign = defineJob({ name: 'work-order-shares.sign-days', payload: z.object({}), maxAttempts: 3 });
const forget = defineJob({ name: 'work-order-shares.purge', payload: z.object({}), maxAttempts: 3 });

const dayMs = 86_400_000;

/** Unsigned closed days are found by polling, so that none is missed, however it was closed. */
export function handleJobs(queue: Queue, deps: SnapshotDeps & { clock: Clock }): void {
  queue.handle(sign, () => signClosedDays(deps), '* * * * *');
  queue.handle(forget, () => purge(deps.database, new Date(deps.clock.now() - dayMs)), '40 3 * * *');
}
