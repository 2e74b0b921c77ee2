import { type Client, isTransient } from '@parley/api-client';
import { deskEvents, deskMessages, type Message } from '@parley/contract/conversations';
import type { Cancel, ClientClock } from '../clock.ts';
import type { Live } from '../live.ts';
import { createStore, type ReadableStore, type Store } from '../store.ts';
import {
  atNewest,
  emptyThread,
  type HistoryPage,
  hasGap,
  limits,
  newestMessages,
  shownMessages,
  shownStretch,
  type Thread,
  trimmed,
  withChange,
  withEvents,
  withHistory,
  withMessage,
  withNewer,
  withNewest,
  withOlder,
  withPlace,
} from './thread.ts';

type PageState = 'idle' | 'loading' | 'failed';

export type ThreadView = {
  thread: Thread;
  /** Oldest first. */
  shown: readonly Message[];
  /** The newest messages, oldest first; kept current while others are shown. */
  newest: readonly Message[];
  phase: 'loading' | 'ready' | 'failed';
  problem: unknown;
  older: PageState;
  newer: PageState;
};

/** A place to show: the first message from this number on, or from this day on in the workspace's time zone. */
export type ThreadPlace = { around: number } | { day: string };

export type Threads = {
  /** Returns the conversation's view; the first call loads it, and events keep it current from then on. */
  view(conversationId: string): ReadableStore<ThreadView>;
  /**
   * Loads a conversation that is likely to be opened next, within limits. A prefetched conversation that was never
   * opened may be evicted by another one; opened conversations are not.
   */
  prefetch(conversationId: string): void;
  /** Retries a failed first load. */
  reload(conversationId: string): void;
  /** Loads the page before the first shown message. */
  loadOlder(conversationId: string): void;
  /** Loads the page after the last shown message, unless that is the newest. */
  loadNewer(conversationId: string): void;
  /**
   * Shows the messages around a place, loading them if needed, and returns the id of the message there. Returns null,
   * and leaves the view unchanged, when there is no message that late or a later call has superseded this one. Throws
   * the request's error.
   */
  goTo(conversationId: string, place: ThreadPlace): Promise<string | null>;
  /** Shows the newest messages again, which are always held. */
  goToNewest(conversationId: string): void;
  /** Records whether the reader is at the end of what is shown: new messages then displace the oldest. */
  setAtEnd(conversationId: string, atEnd: boolean): void;
  /** Ends the reading of a conversation: it reopens at its newest messages, and the others are dropped. */
  leave(conversationId: string): void;
  /** Merges a message from another request's response. */
  accept(message: Message): void;
  /** Stops listening to the server's events and cancels pending retries. */
  close(): void;
};

/** The number of conversations kept current in the background, so that reopening one needs no request. */
const keptThreads = 30;
/** Limits of prefetched, unopened conversations: held, loading at once, and requested per minute. */
const ahead = { kept: 5, loading: 2, inMinute: 30 } as const;
const historyLimit = 50;
/** Page size around a place, which is in the middle: fills a screen on both sides. */
const placeLimit = 60;
const retryAfterMs = 2000;

type Connections = { client: Pick<Client, 'call'>; clock: ClientClock };

type Entry = {
  id: string;
  store: Store<ThreadView>;
  resuming: boolean;
  cancelRetry: Cancel | null;
  atEnd: boolean;
  /** Prefetched, and not opened yet. */
  isAhead: boolean;
  /** Counts the reader's navigations: the answer to a superseded one is dropped. */
  places: number;
  /** Counts imports that put messages before all others. */
  imports: number;
};

function put(entry: Entry, change: Partial<ThreadView>): void {
  const before = entry.store.get();
  if (change.thread && change.thread === before.thread && Object.keys(change).length === 1) return;
  const view = { ...before, ...change };
  if (view.thread === before.thread) {
    entry.store.set(view);
    return;
  }
  const newest = newestMessages(view.thread);
  const shown = view.thread.past === null ? newest : shownMessages(view.thread);
  entry.store.set({ ...view, shown, newest });
}

/** Stores a thread that events have changed, within the limits of what is held. */
function putLive(entry: Entry, thread: Thread): void {
  // For a reader in the middle, nothing in view is dropped: up to twice the limit may accumulate below.
  const isLong = shownMessages(thread).length > limits.shown * 2;
  if (thread.past !== null || entry.atEnd) put(entry, { thread: trimmed(thread, 'newer') });
  else put(entry, { thread: isLong ? trimmed(thread, 'older') : thread });
}

function newEntry(id: string): Entry {
  const store = createStore<ThreadView>({
    thread: emptyThread,
    shown: [],
    newest: [],
    phase: 'loading',
    problem: null,
    older: 'idle',
    newer: 'idle',
  });
  return {
    id,
    store,
    resuming: false,
    cancelRetry: null,
    atEnd: true,
    isAhead: false,
    places: 0,
    imports: 0,
  };
}

/** Fetches events after the last known one until none is missing; a single run at a time per conversation. */
async function resume({ client, clock }: Connections, entry: Entry): Promise<void> {
  const known = () => entry.store.get().thread.known;
  if (entry.resuming || known() === null) return;
  entry.resuming = true;
  let missing = true;
  try {
    for (let more = true; more; ) {
      const since = known() ?? 0;
      const events = await client.call(deskEvents, {
        params: { conversationId: entry.id },
        query: { since, limit: 200 },
      });
      putLive(entry, withEvents(entry.store.get().thread, since, events));
      // A page that arrived in the meantime may have lowered the known number.
      more = events.more || (known() ?? 0) < since;
    }
    missing = hasGap(entry.store.get().thread);
  } catch (problem) {
    // A permanent failure surfaces with the agent's next action; the loaded messages stay.
    missing = isTransient(problem);
  } finally {
    entry.resuming = false;
  }
  if (!missing) return;
  entry.cancelRetry ??= clock.after(retryAfterMs, () => {
    entry.cancelRetry = null;
    void resume({ client, clock }, entry);
  });
}

type PageQuery = { before: number } | { after: number } | ThreadPlace | Record<string, never>;

function fetchPage({ client }: Connections, entry: Entry, query: PageQuery, limit = historyLimit) {
  return client.call(deskMessages, { params: { conversationId: entry.id }, query: { ...query, limit } });
}

/** Returns a function that applies a page requested now, and then accounts for imports since the request. */
function sinceNow(entry: Entry): (apply: (thread: Thread) => Thread) => Thread {
  const { imports } = entry;
  return (apply) => {
    const thread = apply(entry.store.get().thread);
    return imports === entry.imports ? thread : withHistory(thread);
  };
}

async function open(connections: Connections, entry: Entry): Promise<void> {
  put(entry, { phase: 'loading', problem: null });
  const applied = sinceNow(entry);
  try {
    const page = await fetchPage(connections, entry, {});
    put(entry, { thread: applied((thread) => withNewest(thread, page)), phase: 'ready' });
    if (hasGap(entry.store.get().thread)) void resume(connections, entry);
  } catch (problem) {
    put(entry, { phase: 'failed', problem });
  }
}

type PageSide = {
  name: 'older' | 'newer';
  query: PageQuery;
  apply: (thread: Thread, page: HistoryPage) => Thread;
};

/** Returns the request for more at one end of what is shown; null when that end is complete. */
function nextPage({ thread }: ThreadView, name: PageSide['name']): PageSide | null {
  const { from, to } = shownStretch(thread);
  if (name === 'older') {
    if (!Number.isFinite(from)) return null;
    return { name, query: { before: from }, apply: (later, page) => withOlder(later, from, page) };
  }
  if (!Number.isFinite(to)) return null;
  return { name, query: { after: to }, apply: (later, page) => withNewer(later, to, page) };
}

async function loadMore(connections: Connections, entry: Entry, name: PageSide['name']): Promise<void> {
  const view = entry.store.get();
  const side = nextPage(view, name);
  if (side === null || view[name] === 'loading') return;
  put(entry, { [name]: 'loading' });
  const applied = sinceNow(entry);
  try {
    const page = await fetchPage(connections, entry, side.query);
    const thread = trimmed(
      applied((later) => side.apply(later, page)),
      name,
    );
    put(entry, { thread, [name]: 'idle' });
    if (hasGap(thread)) void resume(connections, entry);
  } catch {
    put(entry, { [name]: 'failed' });
  }
}

/** Returns the id of the message at a place if it is shown or can be shown without a request. */
function held(entry: Entry, place: ThreadPlace): string | null {
  if (!('around' in place)) return null;
  const { thread, shown, newest } = entry.store.get();
  const { around } = place;
  const within = [
    { messages: shown, ...shownStretch(thread) },
    { messages: newest, ...thread.newest },
  ].find(
    ({ messages, from, to }) => around >= from && around <= to && around <= (messages.at(-1)?.seq ?? from),
  );
  if (within === undefined) return null;
  if (within.messages === newest) put(entry, { thread: atNewest(thread) });
  return within.messages.find(({ seq }) => seq >= around)?.id ?? null;
}

async function goTo(connections: Connections, entry: Entry, place: ThreadPlace): Promise<string | null> {
  entry.places += 1;
  const { places } = entry;
  const messageId = held(entry, place);
  if (messageId !== null) return messageId;
  const applied = sinceNow(entry);
  const page = await fetchPage(connections, entry, place, placeLimit);
  if (page.focusId === null || places !== entry.places) return null;
  put(entry, { thread: applied((thread) => withPlace(thread, page)), older: 'idle', newer: 'idle' });
  if (hasGap(entry.store.get().thread)) void resume(connections, entry);
  return page.focusId;
}

/** Keeps only the newest messages of a conversation that is no longer read. */
function leave(entry: Entry): void {
  entry.places += 1;
  entry.atEnd = true;
  const thread = trimmed(atNewest(entry.store.get().thread), 'newer');
  put(entry, { thread, older: 'idle', newer: 'idle' });
}

/** Subscribes to the events that change conversations; the returned functions unsubscribe. */
function subscribe(live: Live, connections: Connections, entries: Map<string, Entry>) {
  return [
    live.on('changed', (change) => {
      const entry = entries.get(change.conversationId);
      if (!entry) return;
      putLive(entry, withChange(entry.store.get().thread, change));
      if (hasGap(entry.store.get().thread)) void resume(connections, entry);
    }),
    // While it was handed over, its events went to another sub-account.
    live.on('handedOver', ({ conversationId }) => {
      const entry = entries.get(conversationId);
      if (entry) void resume(connections, entry);
    }),
    live.on('erased', ({ conversationIds }) => {
      for (const id of conversationIds) {
        const entry = entries.get(id);
        if (entry) void resume(connections, entry);
      }
    }),
    live.on('historyImported', ({ conversationIds }) => {
      for (const id of conversationIds) {
        const entry = entries.get(id);
        if (entry === undefined) continue;
        entry.imports += 1;
        if (entry.store.get().phase !== 'ready') continue;
        put(entry, { thread: withHistory(entry.store.get().thread) });
        if (!Number.isFinite(entry.store.get().thread.newest.from)) void open(connections, entry);
      }
    }),
    live.on('accountMoved', () => {
      // While an account belongs to another sub-account, only that sub-account's desks receive its events.
      for (const entry of entries.values()) void resume(connections, entry);
    }),
    live.onConnect(() => {
      for (const [id, { isAhead }] of [...entries]) if (isAhead) entries.delete(id);
      // The conversation on the screen was used last, so it is fetched first.
      for (const entry of [...entries.values()].reverse()) {
        if (entry.store.get().phase === 'failed') void open(connections, entry);
        else void resume(connections, entry);
      }
    }),
  ];
}

/** Returns the function that prefetches a conversation. */
function prefetcher(connections: Connections, entries: Map<string, Entry>): (id: string) => void {
  let times: number[] = [];
  return (id) => {
    const waiting = [...entries.values()].filter(({ isAhead }) => isAhead);
    const loading = waiting.filter(({ store }) => store.get().phase === 'loading');
    const now = connections.clock.now();
    times = times.filter((at) => now - at < 60_000);
    const isOver = loading.length >= ahead.loading || times.length >= ahead.inMinute;
    if (entries.has(id) || isOver) return;
    times.push(now);
    for (const oldest of waiting.slice(0, Math.max(0, waiting.length - ahead.kept + 1))) {
      entries.delete(oldest.id);
    }
    const entry = { ...newEntry(id), isAhead: true };
    entries.set(id, entry);
    void open(connections, entry).then(() => {
      // Opening it requests it again.
      if (entry.isAhead && entry.store.get().phase === 'failed') entries.delete(id);
    });
  };
}

/** Creates the conversations of one client: each is loaded on first use and then kept equal to the server's. */
export function createThreads({ live, ...connections }: Connections & { live: Live }): Threads {
  /** In order of use, least recently used first. */
  const entries = new Map<string, Entry>();

  const entryOf = (id: string): Entry => {
    const entry = entries.get(id) ?? newEntry(id);
    const isNew = !entries.has(id);
    entry.isAhead = false;
    entries.delete(id);
    entries.set(id, entry);
    if (isNew) void open(connections, entry);
    for (const oldest of [...entries.keys()].slice(0, Math.max(0, entries.size - keptThreads))) {
      entries.delete(oldest);
    }
    return entry;
  };
  const forget = subscribe(live, connections, entries);

  return {
    view: (id) => entryOf(id).store,
    prefetch: prefetcher(connections, entries),
    reload: (id) => void open(connections, entryOf(id)),
    loadOlder: (id) => void loadMore(connections, entryOf(id), 'older'),
    loadNewer: (id) => void loadMore(connections, entryOf(id), 'newer'),
    goTo: (id, place) => goTo(connections, entryOf(id), place),
    goToNewest(id) {
      const entry = entryOf(id);
      entry.places += 1;
      put(entry, { thread: atNewest(entry.store.get().thread), older: 'idle', newer: 'idle' });
    },
    setAtEnd(id, atEnd) {
      entryOf(id).atEnd = atEnd;
    },
    leave(id) {
      const entry = entries.get(id);
      if (entry) leave(entry);
    },
    accept(message) {
      const entry = entries.get(message.conversationId);
      if (!entry) return;
      putLive(entry, withMessage(entry.store.get().thread, message));
      if (hasGap(entry.store.get().thread)) void resume(connections, entry);
    },
    close() {
      for (const off of forget) off();
      for (const entry of entries.values()) entry.cancelRetry?.();
    },
  };
}
