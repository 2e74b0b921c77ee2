/**
 * What an agent has entered and the server has not taken yet, on disk within milliseconds. Chromium writes
 * `localStorage` out only seconds later: a browser that is killed forgets what was entered last. IndexedDB
 * says when it has written, where strict durability is asked for.
 *
 * Each page signs what it writes, and holds a lock of its own name for as long as it lives. Whoever gets that
 * lock knows that the page is gone, and takes over what it has left. Without TLS browsers have no locks: pages then
 * ask each other who lives.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

export type Unsent = {
  id: string;
  subAccountId: string;
  conversationId: string;
  text: string;
  mode: 'translate' | 'original';
  /** ms since the epoch. */
  at: number;
  /** `held` could still be taken back; `sent` is the outbox's. */
  stage: 'held' | 'sent';
};
type Entry = Unsent & { page: string };

export type Journal = {
  put(unsent: Unsent): void;
  remove(id: string): void;
  /** Calls `take` with what pages have left that are gone, oldest first; later as well, when another one goes. */
  takeOver(subAccountId: string, take: (left: readonly Unsent[]) => void): void;
  /** Resolves when all that was asked for so far is on disk, or can't be. */
  settled(): Promise<void>;
  /** Leaves what is there to the next page. */
  close(): void;
};

/** The part of `navigator.locks` that is used. */
export type PageLocks = {
  request(name: string, options: { signal: AbortSignal }, work: () => unknown): Promise<unknown>;
};

export type JournalOptions = {
  /** This page's name: a new one for each. */
  page: string;
  /** Null on a page without TLS: a page that doesn't answer within `answerMs` counts as gone. */
  locks: PageLocks | null;
};

interface Schema extends DBSchema {
  unsent: { key: string; value: Entry };
}
const store = 'unsent';
const lockOf = (page: string) => `desk:page:${page}`;
/** How long another page has to say that it lives. */
const answerMs = 300;

async function openJournal(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>('desk', 1, {
    upgrade: (database) => void database.createObjectStore(store, { keyPath: 'id' }),
  });
}

/** Signs with `page` what another one has left, and hands it out; the transaction makes it go to one page only. */
async function claim(
  database: IDBPDatabase<Schema>,
  page: string,
  isLeft: (entry: Entry) => boolean,
): Promise<Unsent[]> {
  const transaction = database.transaction(store, 'readwrite', { durability: 'strict' });
  const left = (await transaction.store.getAll()).filter(isLeft);
  await Promise.all(left.map((entry) => transaction.store.put({ ...entry, page })));
  await transaction.done;
  return left.map(({ page: _, ...unsent }) => unsent).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** Pages of this origin that answer a call: this one while `lives`, which is to end when `end` is aborted. */
function openRollCall(page: string, lives: () => boolean, end: AbortSignal) {
  const channel = new BroadcastChannel('desk:pages');
  const living = new Set<string>();
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === null && lives()) channel.postMessage(page);
    else if (typeof data === 'string') living.add(data);
  };
  end.addEventListener('abort', () => channel.close());
  return {
    /** Returns the names of the other pages that live. */
    async ask(): Promise<ReadonlySet<string>> {
      living.clear();
      channel.postMessage(null);
      await new Promise((resolve) => setTimeout(resolve, answerMs));
      return living;
    },
  };
}

export function openUnsentJournal({ page, locks }: JournalOptions): Journal {
  const life = new AbortController();
  let closed = false;
  const others = locks === null ? openRollCall(page, () => !closed, life.signal) : null;
  const database = openJournal();
  /** One after the other; a storage that is full or forbidden costs the memory of crashes, never the sending. */
  let last: Promise<unknown> = database.catch(() => undefined);
  const next = (work: (database: IDBPDatabase<Schema>) => Promise<unknown>) => {
    last = last.then(async () => work(await database)).catch(() => undefined);
  };
  const write = (change: (unsent: { put(entry: Entry): unknown; delete(id: string): unknown }) => unknown) =>
    next(async (opened) => {
      const transaction = opened.transaction(store, 'readwrite', { durability: 'strict' });
      change(transaction.store);
      // Said at once, so that a page that is left right now doesn't take it back.
      transaction.commit();
      await transaction.done;
    });
  /** Refused only by the end of this page's life, which ends all waiting. */
  const withLock = (name: string, work: () => unknown) =>
    void locks?.request(name, { signal: life.signal }, work).catch(() => undefined);

  withLock(lockOf(page), () => new Promise((end) => life.signal.addEventListener('abort', end)));
  return {
    put: (unsent) => write((unsents) => unsents.put({ ...unsent, page })),
    remove: (id) => write((unsents) => unsents.delete(id)),
    takeOver(subAccountId, take) {
      const takeFrom = (isGone: (entry: Entry) => boolean) =>
        next(async (opened) => {
          if (closed) return;
          const isLeft = (entry: Entry) => entry.subAccountId === subAccountId && isGone(entry);
          const left = await claim(opened, page, isLeft);
          if (left.length > 0) take(left);
        });
      if (others !== null) {
        void others.ask().then((living) => takeFrom(({ page: name }) => name !== page && !living.has(name)));
        return;
      }
      next(async (opened) => {
        const pages = new Set((await opened.getAll(store)).map((entry) => entry.page));
        pages.delete(page);
        for (const gone of pages) withLock(lockOf(gone), () => takeFrom((entry) => entry.page === gone));
      });
    },
    settled: async () => {
      await last;
    },
    close() {
      closed = true;
      next(async (opened) => opened.close());
      // Only now may another page believe what it reads.
      void last.then(() => life.abort());
    },
  };
}
