/** Brings the conversation up to the server's state, even if hints were lost on the way. */
import type { AnswerOf } from '@parley/contract';
import type { visitorEvents } from '@parley/contract/visitor';
import type { Api, VisitorApiFailure } from './api.ts';
import type { WidgetConversation } from './conversation.ts';
import { coalesced, retryUntilAnswered, type WidgetVisit } from './persistence.ts';

export type CatchUp = {
  /** Requests the events since the last answer. */
  now(): void;
  /** Reports that the server has an event of this number. */
  hint(seq: number): void;
};

/** The maximum number of requests for a hint that the answers don't confirm yet. */
const doubts = 5;

export function createCatchUp(
  visit: WidgetVisit,
  api: Api,
  conversation: WidgetConversation,
  on: {
    answered(answer: AnswerOf<typeof visitorEvents>): void;
    refused(failure: VisitorApiFailure): void;
  },
): CatchUp {
  let wanted = 0;
  const now = coalesced(async () => {
    for (let doubt = 0; doubt < doubts; ) {
      const before = conversation.cursor();
      const result = await retryUntilAnswered(visit, (token) => api.events(token, before));
      if (result === null) return;
      if (!result.ok) return on.refused(result);
      on.answered(result.data);
      if (conversation.cursor() >= wanted) return;
      if (conversation.cursor() > before) continue;
      doubt += 1;
      await visit.pauses.after({ ok: false, why: 'offline' }, doubt);
    }
    wanted = 0;
  });
  return {
    now,
    hint(seq) {
      wanted = Math.max(wanted, seq);
      if (seq > conversation.cursor()) now();
    },
  };
}
