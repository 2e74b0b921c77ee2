import { z } from 'zod';
import { defineJob, type Queue } from '../../base/queue/queue.ts';
import { deleteExpiredNotifications, type NotificationsDeps } from './service.ts';

const forget = defineJob({ name: 'notifications.forget-expired', payload: z.object({}), maxAttempts: 3 });

export function handleJobs(queue: Queue, deps: NotificationsDeps): void {
  queue.handle(forget, () => deleteExpiredNotifications(deps), '50 19 * * *');
}
