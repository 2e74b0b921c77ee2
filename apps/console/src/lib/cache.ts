/** A cache in the browser's storage whose entries expire. */
import type { KeyValueStorage } from '@parley/api-client';

/** The part of a zod schema that this file needs. */
type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } };

export type Cache = {
  /** Returns null when the entry is missing, expired or doesn't match the schema; an unusable entry is deleted. */
  get<T>(key: string, schema: Schema<T>): T | null;
  /** @param lifetimeMs time until the entry expires */
  set(key: string, value: unknown, lifetimeMs: number): void;
  delete(key: string): void;
};

function parsed(text: string): { value?: unknown; expiresAt?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** @param now ms since the epoch */
export function createCache(storage: KeyValueStorage, now: () => number = Date.now): Cache {
  return {
    get(key, schema) {
      const text = storage.getItem(key);
      if (text === null) return null;
      const { value, expiresAt } = parsed(text);
      const judged = typeof expiresAt === 'number' && expiresAt > now() ? schema.safeParse(value) : null;
      if (judged?.success === true) return judged.data;
      storage.removeItem(key);
      return null;
    },
    set(key, value, lifetimeMs) {
      try {
        storage.setItem(key, JSON.stringify({ value, expiresAt: now() + lifetimeMs }));
      } catch {
        // The storage is full or blocked: treat the entry as expired.
        storage.removeItem(key);
      }
    },
    delete: (key) => storage.removeItem(key),
  };
}
