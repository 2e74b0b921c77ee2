/** Notifies desks of conversations that were returned without an agent's act. */
import { z } from 'zod';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';

const moved = z.array(z.object({ socialAccountId: z.uuid(), subAccountId: z.uuid() }));

/** The sub-accounts whose lists have changed, with the social accounts concerned. */
export const notifyDesks = defineJob({
  name: 'hand-overs.notify-desks',
  payload: z.object({ moved }),
  maxAttempts: 3,
});

/** Handled by a job, because a deletion has no access to the sockets and may run in any process. */
export function handleJobs(queue: Queue, { realtime }: { realtime: RealtimeServer }): void {
  queue.handle(notifyDesks, async ({ moved }) => {
    for (const { socialAccountId, subAccountId } of moved)
      realtime.desk(subAccountId).emit('accountMoved', { socialAccountId });
  });
}
