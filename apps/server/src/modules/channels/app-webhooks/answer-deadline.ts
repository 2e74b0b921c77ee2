/** Keeps the deadlines within which platforms want their webhooks answered. */
import type { Connector, Connectors, WebhookAnswer } from '@parley/connectors';
import type { Clock } from '../../../base/clock.ts';

/** Share of the platform's deadline that Parley uses; the rest is for the network. */
const share = 0.75;

/** Returns the time budget for answering a webhook of this connector, in ms; null when it is unlimited. */
export function answerLimitOf({ manifest: { webhookAnswerMs } }: Pick<Connector, 'manifest'>): number | null {
  return webhookAnswerMs === undefined ? null : Math.floor(webhookAnswerMs * share);
}

/** Returns the time budget of a webhook before its platform is known: the shortest of all. */
export function shortestAnswerLimit(connectors: Connectors): number | null {
  const times = connectors.all().flatMap((connector) => answerLimitOf(connector) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** Thrown when the answer is due; the work that was started continues. */
export class AnswerTimeout extends Error {
  override name = 'AnswerTimeout';
}

/** 503 makes every platform deliver again; what was stored meanwhile is then recognized as a duplicate. */
export const retryLaterAnswer: WebhookAnswer = { status: 503 };

/**
 * Starts the deadline of one webhook. The returned function awaits a piece of work until `ms` after that start: it
 * settles as the work does, or rejects with `AnswerTimeout`. Later failures are passed to `failed`.
 */
export function startAnswerDeadline(clock: Clock, failed: (error: unknown) => void) {
  const startedAt = clock.now();
  return async <T>(ms: number | null, work: Promise<T>): Promise<T> => {
    if (ms === null) return work;
    const stop = new AbortController();
    let due = false;
    const over = clock.sleep(Math.max(startedAt + ms - clock.now(), 0), stop.signal).then(() => {
      due = true;
      throw new AnswerTimeout('the answer to a webhook is due');
    });
    work.catch((error: unknown) => due && failed(error));
    try {
      return await Promise.race([work, over]);
    } finally {
      over.catch(() => undefined);
      stop.abort();
    }
  };
}
