import { trustWorkspaceId } from '../../base/ids.ts';
import type { Queue } from '../../base/queue/queue.ts';
import { messageArrived } from '../conversations/index.ts';
import { delayedReply, searchTranslation } from './deferred-jobs.ts';
import type { Automation } from './service.ts';

export function handleJobs(queue: Queue, { automation }: { automation: Automation }): void {
  queue.handle(messageArrived, ({ workspaceId, messageId, others }) =>
    automation.answerArrivals(trustWorkspaceId(workspaceId), [messageId, ...others]),
  );
  queue.handle(searchTranslation, ({ workspaceId, messageId, round }) =>
    automation.answerTranslated(trustWorkspaceId(workspaceId), messageId, round),
  );
  queue.handle(delayedReply, ({ workspaceId, messageId, ruleId }) =>
    automation.answerLater(trustWorkspaceId(workspaceId), messageId, ruleId),
  );
}
