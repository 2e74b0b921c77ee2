import type { EffectiveTranslationSettings } from '@parley/contract/conversations';
import { LRUCache } from 'lru-cache';
import type { MessageName, Waiting } from './store.ts';

/** A message that waits for its translation, with the settings in force for it. */
export type Placed = Waiting & { settings: EffectiveTranslationSettings };

/** Messages of which this process knows all that their translation reads, since it has just stored them. */
export type JustStored = {
  keep(placed: Placed): void;
  /** Returns a message once; null: another process has stored it, or it was long ago. */
  take(name: MessageName): Placed | null;
};

const most = 2_000;
/**
 * Their jobs come in a few milliseconds. After a while the settings or the conversation's sub-account may be others, and are
 * read again.
 */
const keptForMs = 2_000;

/** `steady`: a clock that nothing sets back, in ms. */
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
