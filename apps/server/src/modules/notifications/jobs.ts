import { z } from 'zod';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { forgetExpired, type NotificationsDeps } from './service.ts';

const forget = defineJob({ name: 'notifications.forget-expired', payload: z.object({}), maxAttempts: 3 });

export function handleJobs(queue: Queue, deps: NotificationsDeps): void {
  queue.handle(forget, () => forgetExpired(deps), '50 19 * * *');
}
