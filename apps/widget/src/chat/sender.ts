/** Sends the outbox's messages one by one, so that they arrive in the order in which they were written. */
import type { VisitorMessage } from '@parley/contract/visitor';
import type { Api } from './api.ts';
import type { VisitorOutbox } from './outbox.ts';
import { coalesced, retryUntilAnswered, type WidgetVisit } from './persistence.ts';

export type VisitorSender = {
  flush(): void;
  /** Returns whether the last attempt failed; the next one is scheduled. */
  fails(): boolean;
};

export function createSender(
  visits: WidgetVisit,
  api: Api,
  outbox: VisitorOutbox,
  on: { sent(message: VisitorMessage): void; changed(): void },
): VisitorSender {
  let fails = false;
  function failing(now: boolean): void {
    fails = now;
    on.changed();
  }
  const flush = coalesced(async () => {
    for (let next = outbox.next(); next !== undefined; next = outbox.next()) {
      const { id, text, file, replyTo, visit } = next;
      const body = { id, text, fileId: file?.fileId, voice: file?.voice, replyTo, visit };
      const result = await retryUntilAnswered(
        visits,
        (token) => api.send(token, body),
        () => failing(true),
      );
      fails = false;
      if (result === null) return;
      if (result.ok) {
        outbox.drop(id);
        on.sent(result.data);
      } else {
        outbox.refuse(id);
      }
      on.changed();
    }
  });
  return { flush, fails: () => fails };
}
