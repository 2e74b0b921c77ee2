/** Keeps the message index up to date: after changes in this process, and every minute for whatever is left. */
import type { Clock } from '../../../base/clock.ts';
import { type Database, transaction } from '../../../base/db/database.ts';
import type { Log } from '../../../base/log.ts';
import { mapYielding } from '../../../base/map-yielding.ts';
import { lettersOf } from './message-words.ts';
import * as store from './store.ts';
import { vectorOf } from './word-index.ts';

/** By then most messages have been translated, so each is indexed only once. */
const settledAfterMs = 3_000;
const atOnce = 400;
/** Leaves processor and disk to others between batches. */
const pauseMs = 100;

export type IndexDeps = { database: Database; clock: Clock };

/**
 * Indexes pending messages in batches, each in its own transaction. Safe to repeat, to interrupt, and to run concurrently in
 * several processes.
 */
export async function indexWaiting(
  { database, clock }: IndexDeps,
  signal: AbortSignal,
  settledMs = settledAfterMs,
): Promise<void> {
  while (!signal.aborted) {
    const taken = await transaction(database, async (tx) => {
      const rows = await store.lockOutdated(tx, settledMs, atOnce);
      await store.storeWords(tx, await mapYielding(rows, ({ message }) => lettersOf(message), wordRow));
      return rows.length;
    });
    // A batch omits messages that others have locked.
    if (taken < atOnce / 2) return;
    await clock.sleep(pauseMs);
  }
}

function wordRow({ workspaceId, id, message }: store.OutdatedMessage): store.WordRow {
  if (message === null) return { workspaceId, id, words: null };
  const words = vectorOf({ workspaceId, ...message });
  return { workspaceId, id, words, sentAt: message.sentAt, inbound: message.inbound };
}

export type Indexer = {
  /** Schedules indexing, once changes have settled. */
  soon(): void;
  /** Stops after the batch in progress. */
  close(): Promise<void>;
};

/** `run` indexes settled changes, and rejects on failure. */
export function createIndexer(run: (signal: AbortSignal) => Promise<void>, log: Pick<Log, 'error'>): Indexer {
  const closing = new AbortController();
  const { signal } = closing;
  let timer: NodeJS.Timeout | null = null;
  let changed = false;
  let running = Promise.resolve();
  const schedule = () => {
    changed = false;
    timer = setTimeout(begin, settledAfterMs + 500).unref();
  };
  const begin = () => {
    timer = null;
    // Messages that changed while the timer ran may not have settled.
    if (changed) schedule();
    running = running
      .then(() => (signal.aborted ? undefined : run(signal)))
      .catch((err: unknown) => log.error({ err }, 'messages were not indexed'));
  };
  return {
    soon() {
      changed = true;
      if (timer === null && !signal.aborted) schedule();
    },
    async close() {
      closing.abort();
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}
