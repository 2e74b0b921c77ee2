import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';

it('sleeps, and leaves no listener at the signal', async () => {
  const { signal } = new AbortController();
  const began = performance.now();
  await systemClock.sleep(20, signal);
  expect(performance.now() - began).toBeGreaterThan(18);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('wakes with the signal’s reason, whether that aborts before or while it sleeps', async () => {
  const reason = new Error('called off');
  await expect(systemClock.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  const controller = new AbortController();
  const sleeping = systemClock.sleep(60_000, controller.signal);
  controller.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
});
