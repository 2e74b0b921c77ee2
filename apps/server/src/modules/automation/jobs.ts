import { trustWorkspaceId } from '../../base/ids.ts';
import type { Queue } from '../../base/queue/queue.ts';
import { messageArrived } from '../conversations/index.ts';
import { type AutomationDeps, answerArrival } from './service.ts';

export function handleJobs(queue: Queue, deps: AutomationDeps): void {
  queue.handle(messageArrived, ({ workspaceId, messageId }) =>
    answerArrival(deps, trustWorkspaceId(workspaceId), messageId),
  );
}
