import type { KeyValueStorage } from '@parley/api-client';

/** What an agent has begun to write, for each conversation; it outlives a reload. */
export type Drafts = {
  read(conversationId: string): string;
  write(conversationId: string, text: string): void;
};

export function createDrafts(storage: KeyValueStorage): Drafts {
  const key = (conversationId: string) => `desk:draft:${conversationId}`;
  return {
    read(conversationId) {
      try {
        return storage.getItem(key(conversationId)) ?? '';
      } catch {
        return '';
      }
    },
    write(conversationId, text) {
      try {
        if (text === '') storage.removeItem(key(conversationId));
        else storage.setItem(key(conversationId), text);
      } catch {
        // A full or forbidden storage costs the draft its memory, never the typing.
      }
    },
  };
}
