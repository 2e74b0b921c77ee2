import type { KeyValueStorage } from '@parley/api-client';

/** For how long a translation is shown before it goes; this browser's own choice. */
export const holdChoicesMs = [0, 1000, 2000, 3000, 5000] as const;
const defaultMs = 1000;
const key = 'desk:holdMs';

export function readHoldMs(storage: KeyValueStorage): number {
  const stored = Number(storage.getItem(key) ?? defaultMs);
  return holdChoicesMs.find((choice) => choice === stored) ?? defaultMs;
}

export function writeHoldMs(storage: KeyValueStorage, ms: number): void {
  try {
    storage.setItem(key, String(ms));
  } catch {
    // A full or forbidden storage: the choice is not kept.
  }
}
