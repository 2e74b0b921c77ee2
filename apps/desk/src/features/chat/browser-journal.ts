/**
 * The journal of unsent messages in this browser. Chromium writes `localStorage` to disk with a delay of seconds, so a
 * killed browser loses the latest entries; IndexedDB reports when data is written if strict durability is requested.
 */
import {
  type Journal,
  type JournalEntry,
  type JournalStorage,
  openUnsentJournal,
  type PageLocks,
  systemClock,
} from '@parley/chat-core';
import { type DBSchema, openDB } from 'idb';
import { openPageChannel } from '../../lib/page-channel.ts';

interface Schema extends DBSchema {
  unsent: { key: string; value: JournalEntry };
}
const store = 'unsent';

async function openStorage(): Promise<JournalStorage> {
  const database = await openDB<Schema>('desk', 1, {
    upgrade: (created) => void created.createObjectStore(store, { keyPath: 'id' }),
  });
  const begin = () => database.transaction(store, 'readwrite', { durability: 'strict' });
  return {
    async put(entry) {
      const transaction = begin();
      void transaction.store.put(entry);
      // Commit now, so that closing the page at this moment doesn't roll it back.
      transaction.commit();
      await transaction.done;
    },
    async remove(id) {
      const transaction = begin();
      void transaction.store.delete(id);
      transaction.commit();
      await transaction.done;
    },
    all: () => database.getAll(store),
    async claim(page, isLeft) {
      const transaction = begin();
      const left = (await transaction.store.getAll()).filter(isLeft);
      await Promise.all(left.map((entry) => transaction.store.put({ ...entry, page })));
      await transaction.done;
      return left;
    },
    close: () => database.close(),
  };
}

/**
 * Opens the journal of this page.
 *
 * @param page the name of this page, unique to each page load
 * @param locks null on a page without TLS, where pages ask each other over a channel instead
 */
export function openBrowserJournal(page: string, locks: PageLocks | null): Journal {
  const others = locks === null ? { channel: openPageChannel('desk:pages') } : { locks };
  return openUnsentJournal({ page, openStorage, others, clock: systemClock });
}
