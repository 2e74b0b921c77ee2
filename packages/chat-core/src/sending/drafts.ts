import type { KeyValueStorage } from '@parley/api-client';
import { createStore, type ReadableStore, type Store } from '../store.ts';

/** Unfinished texts, one for each conversation; they survive a reload. */
export type Drafts = {
  of(conversationId: string): ReadableStore<string>;
  write(conversationId: string, text: string): void;
  /** Restores a text to the draft, before anything written since. */
  giveBack(conversationId: string, text: string): void;
};

export function createDrafts(storage: KeyValueStorage): Drafts {
  const key = (conversationId: string) => `desk:draft:${conversationId}`;
  const known = new Map<string, Store<string>>();

  function stored(conversationId: string): string {
    try {
      return storage.getItem(key(conversationId)) ?? '';
    } catch {
      return '';
    }
  }
  function of(conversationId: string): Store<string> {
    const draft = known.get(conversationId) ?? createStore(stored(conversationId));
    known.set(conversationId, draft);
    return draft;
  }
  function write(conversationId: string, text: string): void {
    of(conversationId).set(text);
    try {
      if (text === '') storage.removeItem(key(conversationId));
      else storage.setItem(key(conversationId), text);
    } catch {
      // Storage is full or forbidden: the draft lasts until the client closes.
    }
  }
  return {
    of,
    write,
    giveBack(conversationId, text) {
      const begun = of(conversationId).get();
      write(conversationId, begun.trim() === '' ? text : `${text}\n${begun}`);
    },
  };
}
