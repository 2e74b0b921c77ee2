import { type Client, isPassing } from '@parley/api-client';
import { deskEvents, deskMessages, type Message } from '@parley/contract/conversations';
import type { Cancel, ClientClock } from '../clock.ts';
import type { Live } from '../live.ts';
import { createStore, type ReadableStore, type Store } from '../store.ts';
import {
  emptyThread,
  hasGap,
  shownMessages,
  type Thread,
  withChange,
  withEvents,
  withHistory,
  withMessage,
} from './thread.ts';

export type ThreadView = {
  thread: Thread;
  /** Oldest first. */
  shown: readonly Message[];
  phase: 'loading' | 'ready' | 'failed';
  problem: unknown;
  older: 'idle' | 'loading' | 'failed';
};

export type Threads = {
  /** Returns the conversation's view; the first use loads it, and events keep it current from then on. */
  view(conversationId: string): ReadableStore<ThreadView>;
  /** Repeats a first load that has failed. */
  reload(conversationId: string): void;
  /** Loads the page before the oldest message. */
  loadOlder(conversationId: string): void;
  /** Merges a message from a response to another request. */
  accept(message: Message): void;
  /** Stops listening to the server's events and cancels pending retries. */
  close(): void;
};

/** The number of conversations kept current in the background, so that reopening one needs no request. */
const keptThreads = 30;
const historyLimit = 50;
const retryAfterMs = 2000;

type Connections = { client: Client; clock: ClientClock };

type Entry = {
  id: string;
  store: Store<ThreadView>;
  resuming: boolean;
  cancelRetry: Cancel | null;
};

function put(entry: Entry, change: Partial<ThreadView>): void {
  const view = { ...entry.store.get(), ...change };
  if (change.thread && change.thread === entry.store.get().thread && Object.keys(change).length === 1) return;
  entry.store.set(change.thread ? { ...view, shown: shownMessages(view.thread) } : view);
}

function newEntry(id: string): Entry {
  const store = createStore<ThreadView>({
    thread: emptyThread,
    shown: [],
    phase: 'loading',
    problem: null,
    older: 'idle',
  });
  return { id, store, resuming: false, cancelRetry: null };
}

/** Fetches the events since the last known one until none is missing; one run at a time for each conversation. */
async function resume({ client, clock }: Connections, entry: Entry): Promise<void> {
  const { known } = entry.store.get().thread;
  if (entry.resuming || known === null) return;
  entry.resuming = true;
  let missing = true;
  try {
    for (let more = true; more; ) {
      const since = entry.store.get().thread.known ?? known;
      const events = await client.call(deskEvents, {
        params: { conversationId: entry.id },
        query: { since, limit: 200 },
      });
      put(entry, { thread: withEvents(entry.store.get().thread, events) });
      more = events.more;
    }
    missing = hasGap(entry.store.get().thread);
  } catch (problem) {
    // A permanent failure appears with the agent's next action; the loaded messages stay.
    missing = isPassing(problem);
  } finally {
    entry.resuming = false;
  }
  if (!missing) return;
  entry.cancelRetry ??= clock.after(retryAfterMs, () => {
    entry.cancelRetry = null;
    void resume({ client, clock }, entry);
  });
}

async function open(connections: Connections, entry: Entry): Promise<void> {
  put(entry, { phase: 'loading', problem: null });
  try {
    const history = await connections.client.call(deskMessages, {
      params: { conversationId: entry.id },
      query: { limit: historyLimit },
    });
    put(entry, { thread: withHistory(entry.store.get().thread, history), phase: 'ready' });
    if (hasGap(entry.store.get().thread)) void resume(connections, entry);
  } catch (problem) {
    put(entry, { phase: 'failed', problem });
  }
}

async function loadOlder(client: Client, entry: Entry): Promise<void> {
  const { thread, older } = entry.store.get();
  if (older === 'loading' || !thread.moreBefore || !Number.isFinite(thread.from)) return;
  put(entry, { older: 'loading' });
  try {
    const history = await client.call(deskMessages, {
      params: { conversationId: entry.id },
      query: { before: thread.from, limit: historyLimit },
    });
    put(entry, { thread: withHistory(entry.store.get().thread, history), older: 'idle' });
  } catch {
    put(entry, { older: 'failed' });
  }
}

/** Creates the conversations of one client: each is loaded on first use and then kept equal to the server's. */
export function createThreads({ live, ...connections }: Connections & { live: Live }): Threads {
  const { client } = connections;
  /** In the order of last use, the least recent first. */
  const entries = new Map<string, Entry>();

  const entryOf = (id: string): Entry => {
    const entry = entries.get(id) ?? newEntry(id);
    const isNew = !entries.has(id);
    entries.delete(id);
    entries.set(id, entry);
    if (isNew) void open(connections, entry);
    for (const oldest of [...entries.keys()].slice(0, Math.max(0, entries.size - keptThreads))) {
      entries.delete(oldest);
    }
    return entry;
  };

  const forget = [
    live.on('changed', (change) => {
      const entry = entries.get(change.conversationId);
      if (!entry) return;
      put(entry, { thread: withChange(entry.store.get().thread, change) });
      if (hasGap(entry.store.get().thread)) void resume(connections, entry);
    }),
    live.on('erased', ({ conversationIds }) => {
      for (const id of conversationIds) {
        const entry = entries.get(id);
        if (entry) void resume(connections, entry);
      }
    }),
    live.onConnect(() => {
      // The one on the screen was used last: it is fetched first.
      for (const entry of [...entries.values()].reverse()) {
        if (entry.store.get().phase === 'failed') void open(connections, entry);
        else void resume(connections, entry);
      }
    }),
  ];

  return {
    view: (id) => entryOf(id).store,
    reload: (id) => void open(connections, entryOf(id)),
    loadOlder: (id) => void loadOlder(client, entryOf(id)),
    accept(message) {
      const entry = entries.get(message.conversationId);
      if (!entry) return;
      put(entry, { thread: withMessage(entry.store.get().thread, message) });
      if (hasGap(entry.store.get().thread)) void resume(connections, entry);
    },
    close() {
      for (const off of forget) off();
      for (const entry of entries.values()) entry.cancelRetry?.();
    },
  };
}
