/**
 * A journal of messages that an agent has entered and the server hasn't accepted yet, in storage that survives a crash.
 *
 * Several pages (tabs, windows, processes) may share the storage. Each page signs its entries with its own name and
 * holds a lock of that name while it is alive. A page that acquires another page's lock takes over its entries, because
 * that page is gone. Where locks aren't available, pages ask each other over a channel which of them are alive.
 */
import type { ClientClock } from '../clock.ts';
import type { OutboxFile, OutboxTemplate, ReplyTo } from './outbox.ts';

export type UnsentText = {
  id: string;
  subAccountId: string;
  conversationId: string;
  text: string;
  mode: 'translate' | 'original';
  file?: OutboxFile;
  template?: OutboxTemplate;
  acceptsPrice?: true;
  replyTo?: ReplyTo;
  seenSeq?: number;
  /** ms since the epoch. */
  at: number;
  /** `held` can still be taken back; `sent` belongs to the outbox. */
  stage: 'held' | 'sent';
};

export type JournalEntry = UnsentText & {
  /** The name of the page that wrote the entry. */
  page: string;
};

/** Durable storage: each promise resolves when the change is on disk, and rejects when it can't be written. */
export type JournalStorage = {
  put(entry: JournalEntry): Promise<void>;
  remove(id: string): Promise<void>;
  all(): Promise<JournalEntry[]>;
  /** Re-signs the selected entries with `page` and returns them; atomic, so that each entry goes to one page. */
  claim(page: string, isLeft: (entry: JournalEntry) => boolean): Promise<JournalEntry[]>;
  close(): void;
};

export type Journal = {
  put(unsent: UnsentText): void;
  remove(id: string): void;
  /** Calls `take` with the entries of closed pages, oldest first, and again each time another page closes. */
  takeOver(subAccountId: string, take: (left: readonly UnsentText[]) => void): void;
  /** Resolves when every operation requested so far is on disk or has failed. */
  settled(): Promise<void>;
  /** Closes the journal and leaves its entries to the next page. */
  close(): void;
};

/** The subset of `navigator.locks` that is used. */
export type PageLocks = {
  request(name: string, options: { signal: AbortSignal }, work: () => unknown): Promise<unknown>;
};

/** Carries messages between the pages that share the storage, e.g. a `BroadcastChannel`. */
export type PageChannel = {
  post(message: string | null): void;
  listen(receive: (message: unknown) => void): void;
  close(): void;
};

export type JournalOptions = {
  /** The name of this page, unique to each page load. */
  page: string;
  /** Rejects where storage is forbidden: messages are then sent without being journaled. */
  openStorage(): Promise<JournalStorage>;
  /** A channel replaces locks where they aren't available: a page that doesn't answer within `answerMs` counts as gone. */
  others: { locks: PageLocks } | { channel: PageChannel };
  clock: ClientClock;
};

const lockOf = (page: string) => `desk:page:${page}`;
const answerMs = 300;

const byAge = (a: UnsentText, b: UnsentText) => a.at - b.at || (a.id < b.id ? -1 : 1);

/** Asks over a channel which pages are alive, and answers for this one while `lives` returns true. */
function openRollCall(page: string, channel: PageChannel, clock: ClientClock, lives: () => boolean) {
  const living = new Set<string>();
  channel.listen((message) => {
    if (message === null && lives()) channel.post(page);
    else if (typeof message === 'string') living.add(message);
  });
  return {
    /** Returns the names of the other live pages. */
    async ask(): Promise<ReadonlySet<string>> {
      living.clear();
      channel.post(null);
      await new Promise<void>((resolve) => clock.after(answerMs, resolve));
      return living;
    },
  };
}

export function openUnsentJournal({ page, openStorage, others, clock }: JournalOptions): Journal {
  const life = new AbortController();
  let closed = false;
  const locks = 'locks' in others ? others.locks : null;
  const rollCall = 'channel' in others ? openRollCall(page, others.channel, clock, () => !closed) : null;
  const storage = openStorage();
  /** Serializes operations; a failed one costs the protection against crashes, never the sending. */
  let last: Promise<unknown> = storage.catch(() => undefined);
  const next = (work: (storage: JournalStorage) => unknown) => {
    last = last.then(async () => work(await storage)).catch(() => undefined);
  };
  /** Rejects only when this page closes, which aborts all pending lock requests. */
  const withLock = (name: string, work: () => unknown) =>
    void locks?.request(name, { signal: life.signal }, work).catch(() => undefined);

  withLock(lockOf(page), () => new Promise((end) => life.signal.addEventListener('abort', end)));
  return {
    put: (unsent) => next((opened) => opened.put({ ...unsent, page })),
    remove: (id) => next((opened) => opened.remove(id)),
    takeOver(subAccountId, take) {
      const takeFrom = (isGone: (entry: JournalEntry) => boolean) =>
        next(async (opened) => {
          if (closed) return;
          const isLeft = (entry: JournalEntry) => entry.subAccountId === subAccountId && isGone(entry);
          const left = (await opened.claim(page, isLeft)).map(({ page: _, ...unsent }) => unsent);
          if (left.length > 0) take(left.sort(byAge));
        });
      if (rollCall !== null) {
        void rollCall
          .ask()
          .then((living) => takeFrom(({ page: name }) => name !== page && !living.has(name)));
        return;
      }
      next(async (opened) => {
        const pages = new Set((await opened.all()).map((entry) => entry.page));
        pages.delete(page);
        for (const gone of pages) withLock(lockOf(gone), () => takeFrom((entry) => entry.page === gone));
      });
    },
    settled: async () => {
      await last;
    },
    close() {
      closed = true;
      next((opened) => opened.close());
      // Another page may read the entries only once the last write is done.
      void last.then(() => {
        life.abort();
        if ('channel' in others) others.channel.close();
      });
    },
  };
}
