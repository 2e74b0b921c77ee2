/** Runs before each test file: gives `vi.waitFor` and `vi.waitUntil` the time that `expect.poll` has by an option. */
import { inject, vi } from 'vitest';

const { waitFor, waitUntil } = vi;
const timeout = inject('waitTimeoutMs');

// Files of one worker share `vi`, which is wrapped once.
if (waitFor.name !== 'waitWithTimeout') {
  vi.waitFor = function waitWithTimeout(callback, options) {
    return waitFor(callback, { timeout, ...(typeof options === 'number' ? { timeout: options } : options) });
  };
  vi.waitUntil = (callback, options) =>
    waitUntil(callback, { timeout, ...(typeof options === 'number' ? { timeout: options } : options) });
}
