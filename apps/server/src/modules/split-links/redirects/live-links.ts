/**
 * Caches the split links that visitors use. An entry that is known to be unchanged is served without being read again. Otherwise
 * an entry older than `freshMs` is served while it is refreshed, and one older than `oldestMs` is awaited: a change in any
 * process takes effect within a second. Links due at the same time are read by one statement. While the database is down, the
 * last known versions are served.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../base/clock.ts';
import { settlesWithin } from '../../../base/settles-within.ts';
import type { LinkChanges } from './link-changes.ts';
import { createLinkHistory, type LinkHistory } from './link-history.ts';
import { createLinkReader, type PreparedLink } from './prepared-link.ts';
import type { LiveLink } from './queries.ts';

const freshMs = 400;
const oldestMs = 900;
/** Time limit for reading a link that is too old. */
const timeLimitMs = 1_000;
/** Minimum age before a changed link is read again, so that accounts going on- and offline don't cause constant reads. */
const changedMs = 100;
/** Maximum number of cached links. Unknown codes are cached too, so that guessing doesn't cost a statement each time. */
const maxLinks = 50_000;
/** Maximum number of links and targets together. */
const maxTargets = 400_000;

type Entry = {
  readAt: number;
  /** The number of changes before it was read. */
  changes: number;
  /** Time up to which the entry is known to match the database. */
  knownAt: number;
  known: Promise<PreparedLink | null>;
  /** The result of `known`; undefined while it is being read. */
  value: PreparedLink | null | undefined;
  isReading: boolean;
  /** Served if this entry can't be read. */
  last: Entry | null;
  /** True if reading its successor failed: served until a read succeeds. */
  isLast: boolean;
};

export type LiveLinks = {
  /** Returns the link with this code, or null if there is none. */
  get(code: string): Promise<PreparedLink | null>;
  /** Returns the link if it can be served at once; undefined if `get` has to be awaited. */
  peek(code: string): PreparedLink | null | undefined;
  /** Drops a link, so that a change takes effect at once in this process. */
  forget(code: string): void;
};

/** Returns the last entry that was read: with a slow database, the old entry itself may still be loading. */
const lastRead = (old: Entry | undefined): Entry | null =>
  old?.value === undefined ? (old?.last ?? null) : old;

type Start = Pick<Entry, 'readAt' | 'changes' | 'last'>;

function entryOf(known: Promise<PreparedLink | null>, begun: Start): Entry {
  const entry: Entry = {
    ...begun,
    known,
    knownAt: begun.readAt,
    value: undefined,
    isReading: true,
    isLast: false,
  };
  known.then(
    (value) => {
      entry.isReading = false;
      entry.value = value;
      entry.last = null;
    },
    () => undefined,
  );
  return entry;
}

/** Entries by code. An entry's weight is known once it has been read; one that can't be read is dropped. */
function createEntries() {
  const entries = new LRUCache<string, Entry>({
    max: maxLinks,
    maxSize: maxTargets,
    sizeCalculation: ({ value }) => 1 + (value?.link.targets.length ?? 0),
  });
  const isKept = (code: string, entry: Entry) => entries.peek(code) === entry;
  return {
    get: (code: string) => entries.get(code),
    peek: (code: string) => entries.peek(code),
    isKept,
    keep(code: string, entry: Entry): void {
      entries.set(code, entry);
      if (entry.value !== undefined) return;
      entry.known.then(
        () => void (isKept(code, entry) && entries.set(code, entry)),
        () => void (isKept(code, entry) && entries.delete(code)),
      );
    },
    drop: (code: string) => void entries.delete(code),
  };
}

/** Rejects if a read takes too long, as with a hung database. */
async function promptly<Result>(read: Promise<Result>): Promise<Result> {
  if (await settlesWithin(timeLimitMs, read)) return read;
  throw new Error(`not read for ${timeLimitMs} ms`);
}

/** Serves the last entry that was read if its successor fails or takes too long, until a read succeeds. */
function letLastServe(
  entries: ReturnType<typeof createEntries>,
  code: string,
  { started, last }: { started: Entry; last: Entry },
): void {
  const read = started.known;
  last.isReading = true;
  const end = () => {
    last.isReading = false;
  };
  read.then(end, end);
  started.known = promptly(read).catch(() => {
    last.isLast = true;
    if (entries.isKept(code, started) || entries.peek(code) === undefined) entries.keep(code, last);
    return last.known;
  });
}

/** An unknown code has no workspace that a change could name, so it ages from its read. */
function ageOf(entry: Entry, now: number, history: LinkHistory): { isOld: boolean; isDue: boolean } {
  const { value } = entry;
  const hasChanged = value ? history.hasChangedSince(entry.changes, value.link.workspaceId) : false;
  if (value && !hasChanged) entry.knownAt = Math.max(entry.knownAt, history.knownUntil());
  const age = now - entry.knownAt;
  return {
    isOld: age >= oldestMs && !entry.isLast,
    isDue: age >= freshMs || (hasChanged && now - entry.readAt >= changedMs),
  };
}

export function createLiveLinks(
  read: (codes: readonly string[]) => Promise<LiveLink[]>,
  clock: Pick<Clock, 'now'>,
  changes: Pick<LinkChanges, 'knownUntil' | 'subscribe'>,
): LiveLinks {
  const entries = createEntries();
  const batches = createLinkReader(read);
  const history = createLinkHistory(changes);

  function start(code: string, last: Entry | null = null): Entry {
    const before = entries.peek(code)?.value ?? last?.value ?? null;
    const begun = { readAt: clock.now(), changes: history.count(), last };
    return entryOf(batches.add({ code, before }), begun);
  }

  /** Replaces an entry once its successor is read; after a failure it stays until it is too old. */
  function renew(code: string, old: Entry): void {
    if (old.isReading) return;
    old.isReading = true;
    const next = start(code);
    next.known.then(
      () => {
        if (entries.isKept(code, old)) entries.keep(code, next);
      },
      () => {
        old.isReading = false;
      },
    );
  }

  /**
   * Reads a link that is too old. If that fails or takes too long, concurrent and later requests are served the last entry that
   * was read, until a read succeeds.
   */
  function replace(code: string, old: Entry | undefined): Promise<PreparedLink | null> {
    const last = lastRead(old);
    const started = start(code, last);
    entries.keep(code, started);
    if (last !== null) letLastServe(entries, code, { started, last });
    return started.known;
  }

  /** Returns the entry to serve and refreshes it if due; null if a read must be awaited. */
  function serving(code: string): Entry | null {
    const entry = entries.get(code);
    if (entry === undefined) return null;
    const { isOld, isDue } = ageOf(entry, clock.now(), history);
    if (isOld) return null;
    if (isDue) renew(code, entry);
    return entry;
  }

  return {
    get: (code) => serving(code)?.known ?? replace(code, entries.get(code)),
    peek: (code) => serving(code)?.value,
    forget: (code) => entries.drop(code),
  };
}
