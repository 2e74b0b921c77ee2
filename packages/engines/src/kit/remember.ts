/** What a service can do changes rarely: asked once, remembered for a while, asked again after a failure. */
import type { Clock } from '../spec.ts';
import { untilAborted } from './abort.ts';

/** How long a list of pairs is believed. */
export const listAgeMs = 5 * 60_000;

export type Remembered<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Concurrent callers share one question; a failed one is forgotten. The question has a signal of its own, so
 * that a caller who gives up does not take the answer away from the others; `ended` aborts it at close.
 */
export function remember<T>(
  clock: Clock,
  ageMs: number,
  ended: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
): Remembered<T> {
  let current: { answer: Promise<T>; askedAt: number } | undefined;
  return (signal) => {
    const now = clock.now();
    if (current === undefined || now - current.askedAt >= ageMs) {
      const question = { answer: ask(ended), askedAt: now };
      question.answer.catch(() => {
        if (current === question) current = undefined;
      });
      current = question;
    }
    return untilAborted(signal, current.answer);
  };
}
