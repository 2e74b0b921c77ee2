import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KeyedSemaphore, SemaphoreTimeout } from './keyed-semaphore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts work that ends when `end` or `fail` is called; `begun` lists the started works. */
function worksOf(turns: KeyedSemaphore) {
  const begun: string[] = [];
  const start = (key: string, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const taken = turns.take(key, () => {
      begun.push(name);
      return promise;
    });
    taken.catch(() => undefined);
    return { taken, end: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  return { begun, start };
}

it('runs two of a key at once, and the others in order as those end', async () => {
  const { begun, start } = worksOf(new KeyedSemaphore({ max: 2, waitMs: 1_000 }));
  const [first, second, third] = ['first', 'second', 'third'].map((name) => start('a', name));
  start('a', 'fourth');
  expect(begun).toEqual(['first', 'second']);
  second?.end();
  await second?.taken;
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['first', 'second', 'third']);
  first?.fail();
  await expect(first?.taken).rejects.toThrow('first');
  third?.end();
  expect(await third?.taken).toBe('third');
  expect(begun).toEqual(['first', 'second', 'third', 'fourth']);
});

it('lets no key wait for another', () => {
  const { begun, start } = worksOf(new KeyedSemaphore({ max: 1, waitMs: 1_000 }));
  start('a', 'first');
  start('a', 'second');
  start('b', 'other');
  expect(begun).toEqual(['first', 'other']);
});

it('gives up work whose turn does not come in time, and never starts it', async () => {
  const { begun, start } = worksOf(new KeyedSemaphore({ max: 1, waitMs: 1_000 }));
  const first = start('a', 'first');
  const late = start('a', 'late');
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(late.taken).rejects.toThrow(SemaphoreTimeout);
  const patient = start('a', 'patient');
  first.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['first', 'patient']);
  // The limit applies to waiting only, not to the work.
  await vi.advanceTimersByTimeAsync(5_000);
  patient.end();
  expect(await patient.taken).toBe('patient');
});
