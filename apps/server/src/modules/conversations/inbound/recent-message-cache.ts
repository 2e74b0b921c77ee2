import type { EffectiveTranslationSettings } from '@parley/contract/conversations';
import { LRUCache } from 'lru-cache';
import type { MessageName, Waiting } from './store.ts';

/** A message that waits for its translation, with the settings that apply to it. */
export type Placed = Waiting & { settings: EffectiveTranslationSettings };

/** Cache of messages this process has just stored, with everything that their translation needs. */
export type JustStored = {
  keep(placed: Placed): void;
  /** Removes and returns a message; null if another process stored it, or if it has expired. */
  take(name: MessageName): Placed | null;
};

const most = 2_000;
/**
 * Their jobs start within milliseconds. Later, the settings or the conversation's sub-account may have changed and must be read
 * again.
 */
const keptForMs = 2_000;

/** `steady`: a monotonic clock, in ms. */
export function createJustStored(steady: { now(): number } = performance): JustStored {
  const placed = new LRUCache<string, Placed>({ max: most, ttl: keptForMs, ttlResolution: 0, perf: steady });
  return {
    keep(one) {
      placed.set(one.message.id, one);
    },
    take({ workspaceId, messageId }) {
      const found = placed.get(messageId);
      placed.delete(messageId);
      return found?.message.workspaceId === workspaceId ? found : null;
    },
  };
}
