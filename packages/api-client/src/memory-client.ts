/** Clients without a browser, for scripts, demonstrations and browser journeys. */
import { type Client, createClient } from './client.ts';
import type { ClientAudience, KeyValueStorage } from './token-store.ts';

export type MemoryStorage = KeyValueStorage &
  Pick<Storage, 'key' | 'length'> & {
    /** Returns the current entries in insertion order. */
    entries(): Record<string, string>;
  };

/** An in-memory `localStorage`, which lasts as long as the process. */
export function memoryStorage(first: Readonly<Record<string, string>> = {}): MemoryStorage {
  const kept = new Map(Object.entries(first));
  return {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    entries: () => Object.fromEntries(kept),
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** Returns an English client whose session lasts as long as this object; its expiry is not reported. */
export function memoryClient(baseUrl: string, audience: ClientAudience): Client {
  return createClient({
    baseUrl,
    audience,
    storage: memoryStorage(),
    language: () => 'en-US',
    onExpired: () => undefined,
  });
}
