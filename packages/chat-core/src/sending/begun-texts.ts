import type { KeyValueStorage } from '@parley/api-client';

/** The latest event that the agent had seen in each conversation when its draft was begun; kept as long as the draft. */
export type BegunTexts = {
  /** Null when no draft was begun, or it was begun before anything was loaded. */
  of(conversationId: string): number | null;
  /** Null clears the record once the draft is gone. */
  set(conversationId: string, seq: number | null): void;
};

export function createBegunTexts(storage: KeyValueStorage): BegunTexts {
  const key = (conversationId: string) => `desk:begun:${conversationId}`;
  const known = new Map<string, number | null>();

  function stored(conversationId: string): number | null {
    try {
      const seq = Number(storage.getItem(key(conversationId)) ?? Number.NaN);
      return Number.isSafeInteger(seq) && seq >= 0 ? seq : null;
    } catch {
      return null;
    }
  }
  return {
    of(conversationId) {
      const seq = known.has(conversationId) ? (known.get(conversationId) ?? null) : stored(conversationId);
      known.set(conversationId, seq);
      return seq;
    },
    set(conversationId, seq) {
      known.set(conversationId, seq);
      try {
        if (seq === null) storage.removeItem(key(conversationId));
        else storage.setItem(key(conversationId), String(seq));
      } catch {
        // Storage is full or forbidden: the value lasts until the client closes.
      }
    },
  };
}
