import type { Connector } from '@parley/connectors';
import { expect, it } from 'vitest';
import type { Clock } from '../../../base/clock.ts';
import { AnswerTimeout, answerLimitOf, shortestAnswerLimit, startAnswerDeadline } from './answer-deadline.ts';

/** A connector of which only the time limit is read. */
const answering = (webhookAnswerMs?: number) => ({ manifest: { webhookAnswerMs } }) as unknown as Connector;
const never = new Promise<never>(() => undefined);

/** A clock whose sleeps end when the test moves the time past them. */
function movedClock() {
  let now = 1_000;
  const sleeps = new Set<{ until: number; wake: () => void }>();
  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const one = { until: now + ms, wake: resolve };
        sleeps.add(one);
        signal?.addEventListener('abort', () => {
          sleeps.delete(one);
          reject(signal.reason);
        });
      }),
  };
  return {
    clock,
    sleeps,
    advance(ms: number) {
      now += ms;
      for (const one of sleeps) if (one.until <= now) one.wake();
    },
  };
}

it('allows three quarters of the platform’s time, and the shortest before the platform is known', () => {
  expect(answerLimitOf(answering(2_000))).toBe(1_500);
  expect(answerLimitOf(answering())).toBeNull();
  const all = (...list: Connector[]) => ({ get: () => undefined, all: () => list });
  expect(shortestAnswerLimit(all(answering(3_000), answering(), answering(2_000)))).toBe(1_500);
  expect(shortestAnswerLimit(all(answering()))).toBeNull();
});

it('returns the work’s result in time, and leaves no timer behind', async () => {
  const { clock, sleeps } = movedClock();
  const inTime = startAnswerDeadline(clock, () => undefined);
  expect(await inTime(1_500, Promise.resolve('stored'))).toBe('stored');
  await expect(inTime(1_500, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(sleeps.size).toBe(0);
});

it('counts the time used by earlier work', async () => {
  const { clock, advance } = movedClock();
  const inTime = startAnswerDeadline(clock, () => undefined);
  await inTime(1_500, Promise.resolve('found'));
  advance(1_000);
  const second = inTime(2_000, never);
  let due = false;
  second.catch((error: unknown) => {
    due = error instanceof AnswerTimeout;
  });
  advance(999);
  await Promise.resolve();
  expect(due).toBe(false);
  advance(1);
  await expect(second).rejects.toThrow(AnswerTimeout);
});

it('reports failures after the answer, and none before it', async () => {
  const { clock, advance } = movedClock();
  const failures: unknown[] = [];
  const inTime = startAnswerDeadline(clock, (error) => failures.push(error));
  const { promise, reject } = Promise.withResolvers<never>();
  const waiting = inTime(1_500, promise);
  advance(1_500);
  await expect(waiting).rejects.toThrow(AnswerTimeout);
  reject(new Error('too late'));
  await expect(inTime(1_000, Promise.reject(new Error('in time')))).rejects.toThrow();
  await Promise.allSettled([promise]);
  expect(failures).toEqual([new Error('too late')]);
});

it('waits for the work without a limit if the platform declares none', async () => {
  const { clock, sleeps } = movedClock();
  expect(await startAnswerDeadline(clock, () => undefined)(null, Promise.resolve(7))).toBe(7);
  expect(sleeps.size).toBe(0);
});
