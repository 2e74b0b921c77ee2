import type { KeyValueStorage } from '@parley/api-client';

/** Times for which a translation can be shown before it is sent; the choice is kept in this browser. */
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
    // Storage is full or forbidden: the choice isn't kept.
  }
}
