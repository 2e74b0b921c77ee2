import type { EffectiveTranslationSettings } from '@parley/contract/conversations';
import { LRUCache } from 'lru-cache';
import type { InboundMessageKey, UntranslatedMessage } from './store.ts';

/** A message without a translation, with the settings that apply to it. */
export type MessageToTranslate = UntranslatedMessage & { settings: EffectiveTranslationSettings };

/** Cache of messages this process has just stored, with everything that their translation needs. */
export type RecentMessageCache = {
  keep(untranslated: MessageToTranslate): void;
  /** Removes and returns a message; null if another process stored it, or if it has expired. */
  take(key: InboundMessageKey): MessageToTranslate | null;
};

const most = 2_000;
/**
 * Their jobs start within milliseconds. Later, the settings or the conversation's sub-account may have changed and must be read
 * again.
 */
const keptForMs = 2_000;

/** `steady`: a monotonic clock, in ms. */
export function createRecentMessageCache(steady: { now(): number } = performance): RecentMessageCache {
  const messages = new LRUCache<string, MessageToTranslate>({
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
