import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { settlesWithin } from './settles-within.ts';

/** Blocks timers and I/O for this time, as when the system suspends the process. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

it('resolves with whichever of work and limit ends first, and rejects as the work does', async () => {
  expect(await settlesWithin(5_000, pause(1))).toBe(true);
  expect(await settlesWithin(1, pause(5_000, undefined, { ref: false }))).toBe(false);
  await expect(settlesWithin(5_000, Promise.reject(new Error('the work failed')))).rejects.toThrow(
    'the work failed',
  );
});

it('waits once more after the process was suspended', async () => {
  const work = Promise.withResolvers<void>();
  const waiting = settlesWithin(200, work.promise);
  // The result is read a little after the timers.
  setTimeout(() => setTimeout(work.resolve, 20), 100);
  standStill(1_300);
  expect(await waiting).toBe(true);
});
