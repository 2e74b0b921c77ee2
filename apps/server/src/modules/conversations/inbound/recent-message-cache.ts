import type { EffectiveTranslationSettings } from '@parley/contract/conversations';
import { LRUCache } from 'lru-cache';
import type { MessageName, UntranslatedMessage } from './store.ts';

/** A message that waits for its translation, with the settings that apply to it. */
export type PendingTranslation = UntranslatedMessage & { settings: EffectiveTranslationSettings };

/** Cache of messages this process has just stored, with everything that their translation needs. */
export type RecentMessageCache = {
  keep(pending: PendingTranslation): void;
  /** Removes and returns a message; null if another process stored it, or if it has expired. */
  take(name: MessageName): PendingTranslation | null;
};

const most = 2_000;
/**
 * Their jobs start within milliseconds. Later, the settings or the conversation's sub-account may have changed and must be read
 * again.
 */
const keptForMs = 2_000;

/** `steady`: a monotonic clock, in ms. */
export function createRecentMessageCache(steady: { now(): number } = performance): RecentMessageCache {
  const messages = new LRUCache<string, PendingTranslation>({
    max: most,
    ttl: keptForMs,
    ttlResolution: 0,
    perf: steady,
  });
  return {
    keep(one) {
      messages.set(one.message.id, one);
    },
    take({ workspaceId, messageId }) {
      const found = messages.get(messageId);
      messages.delete(messageId);
      return found?.message.workspaceId === workspaceId ? found : null;
    },
  };
}
