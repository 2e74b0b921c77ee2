/** Runs before each test file: sets the timeout of `vi.waitFor` and `vi.waitUntil`; `expect.poll` has an option for it. */
import { inject, vi } from 'vitest';

const { waitFor, waitUntil } = vi;
const defaults = { timeout: inject('waitTimeoutMs'), interval: 20 };

// Files of one worker share `vi`, which must be wrapped only once.
if (waitFor.name !== 'waitWithTimeout') {
  vi.waitFor = function waitWithTimeout(callback, options) {
    return waitFor(callback, {
      ...defaults,
      ...(typeof options === 'number' ? { timeout: options } : options),
    });
  };
  vi.waitUntil = (callback, options) =>
    waitUntil(callback, { ...defaults, ...(typeof options === 'number' ? { timeout: options } : options) });
}
