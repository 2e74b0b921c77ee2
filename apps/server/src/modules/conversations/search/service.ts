/** Brings the index of messages up to date: after changes in this process, and each minute whatever was left. */
import type { Clock } from '../../../base/clock.ts';
import { type Database, transaction } from '../../../base/db/database.ts';
import { mapInTurns } from '../../../base/in-turns.ts';
import type { Log } from '../../../base/log.ts';
import { lettersOf } from './message-words.ts';
import * as store from './store.ts';
import { vectorOf } from './word-index.ts';

/** Most messages are translated by then, and indexed once. */
const settledAfterMs = 3_000;
const atOnce = 400;
/** The index never takes the processor and the disk for itself. */
const pauseMs = 100;

export type IndexDeps = { database: Database; clock: Clock };

/**
 * Indexes what waits, a piece at a time, each in its own transaction. Safe to repeat, to stop half-way and to run in
 * several processes at once.
 */
export async function indexWaiting(
  { database, clock }: IndexDeps,
  signal: AbortSignal,
  settledMs = settledAfterMs,
): Promise<void> {
  while (!signal.aborted) {
    const taken = await transaction(database, async (tx) => {
      const rows = await store.takeToIndex(tx, settledMs, atOnce);
      await store.storeWords(tx, await mapInTurns(rows, ({ message }) => lettersOf(message), wordRow));
      return rows.length;
    });
    // Messages that others hold are missing from a piece.
    if (taken < atOnce / 2) return;
    await clock.sleep(pauseMs);
  }
}

function wordRow({ workspaceId, id, message }: store.ToIndex): store.WordRow {
  if (message === null) return { workspaceId, id, words: null };
  const words = vectorOf({ workspaceId, ...message });
  return { workspaceId, id, words, sentAt: message.sentAt, inbound: message.inbound };
}

export type Indexer = {
  /** Indexes what has changed, once it has settled. */
  soon(): void;
  /** Ends with the piece that is under way. */
  close(): Promise<void>;
};

/** `run` indexes what has settled, and rejects when it can't. */
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
