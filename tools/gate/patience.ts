/** Runs before each test file: gives `vi.waitFor` and `vi.waitUntil` the time that `expect.poll` has by an option. */
import { inject, vi } from 'vitest';

const { waitFor, waitUntil } = vi;
const timeout = inject('patienceMs');

vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout, ...(typeof options === 'number' ? { timeout: options } : options) });
vi.waitUntil = (callback, options) =>
  waitUntil(callback, { timeout, ...(typeof options === 'number' ? { timeout: options } : options) });
