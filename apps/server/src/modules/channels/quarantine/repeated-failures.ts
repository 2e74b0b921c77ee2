import { createHash } from 'node:crypto';

/** An item is given up after this many failures over at least this time, in ms. */
const maxAttempts = 5;
const shortestMs = 30_000;
/** Most items tracked per process; beyond it the oldest is evicted and starts over. */
const remembered = 10_000;

/**
 * Counts transient failures per item. An item that keeps failing while everything else works is itself the cause,
 * whatever its error. The minimum time keeps a short disturbance from condemning items.
 */
export type RepeatedFailures = {
  /** Returns whether the item has failed before and neither passed nor been given up since. */
  has(item: string): boolean;
  /** Counts a failure. Returns true, and drops the item, once it should be given up. */
  count(item: string): boolean;
  passed(item: string): void;
};

export function createRepeatedFailures(now: () => number): RepeatedFailures {
  const failures = new Map<string, { attempts: number; since: number }>();
  // Ids are external input and can be long.
  const keyOf = (item: string) => createHash('sha256').update(item).digest('base64');
  return {
    has: (item) => failures.size > 0 && failures.has(keyOf(item)),
    count(item) {
      const key = keyOf(item);
      const { attempts, since } = failures.get(key) ?? { attempts: 0, since: now() };
      const due = attempts + 1 >= maxAttempts && now() - since >= shortestMs;
      failures.delete(key);
      if (due) return true;
      failures.set(key, { attempts: attempts + 1, since });
      const oldest = failures.keys().next();
      if (failures.size > remembered && !oldest.done) failures.delete(oldest.value);
      return false;
    },
    passed(item) {
      if (failures.size > 0) failures.delete(keyOf(item));
    },
  };
}
