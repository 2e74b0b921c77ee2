/**
 * Keeps the split links that visitors use. One that is known not to have changed serves without being read again. Where that
 * isn't known, one that is older than `freshMs` is read again while the old one still serves; one older than `oldestMs` is
 * waited for: a change in any process is in effect within a second. Links that are due at the same time are read by one
 * statement. While the database is away, the last known ones serve on.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../base/clock.ts';
import { within } from '../../../base/within.ts';
import { createLinkReader, type KnownLink } from './known-link.ts';
import type { LinkChanges } from './link-changes.ts';
import { createLinkHistory, type LinkHistory } from './link-history.ts';
import type { LiveLink } from './queries.ts';

const freshMs = 400;
const oldestMs = 900;
/** A visitor waits so long for a link that is too old. */
const patienceMs = 1_000;
/** A link that has changed is read again after so long: accounts that come and go must not have it read all the time. */
const changedMs = 100;
/** Links that are kept at a time. Codes that lead nowhere are kept too: guessing costs no statement each. */
const mostLinks = 50_000;
/** The same links with their targets. */
const mostTargets = 400_000;

type Entry = {
  readAt: number;
  /** The number of changes before it was read. */
  changes: number;
  /** It was what the database has until then, at least. */
  knownAt: number;
  known: Promise<KnownLink | null>;
  /** The result of `known`; undefined while it is being read. */
  value: KnownLink | null | undefined;
  isReading: boolean;
  /** Serves where this one can't be read. */
  last: Entry | null;
  /** Its successor could not be read: it serves until one can. */
  isLast: boolean;
};

export type LiveLinks = {
  /** Returns the link with this code; null: there is none. */
  get(code: string): Promise<KnownLink | null>;
  /** Returns it if it needn't be waited for; undefined: `get` has to. */
  peek(code: string): KnownLink | null | undefined;
  /** Drops a link, so that a change is in effect at once in this process. */
  forget(code: string): void;
};

/** Returns the last one that was read: an old one may still be being read, by a database that takes long. */
const lastRead = (old: Entry | undefined): Entry | null =>
  old?.value === undefined ? (old?.last ?? null) : old;

type Start = Pick<Entry, 'readAt' | 'changes' | 'last'>;

function entryOf(known: Promise<KnownLink | null>, begun: Start): Entry {
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

/** Entries by their codes. Their weight is known once they have been read; one that can't be read is dropped. */
function createEntries() {
  const entries = new LRUCache<string, Entry>({
    max: mostLinks,
    maxSize: mostTargets,
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

/** Rejects where a read takes long: of a database that hangs. */
async function promptly<Result>(read: Promise<Result>): Promise<Result> {
  if (await within(patienceMs, read)) return read;
  throw new Error(`not read for ${patienceMs} ms`);
}

/** Lets the last one that was read serve where its successor fails or takes long, until one can be read. */
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

/** A code that leads nowhere has no workspace that a change could name: it ages from when it was read. */
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

  /** Replaces an entry once its successor is there; a failure leaves it, until it is too old. */
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
   * Reads a link that is too old. All who come meanwhile get the last one that was read where that fails or takes long, and so do
   * those who come later, until it can be read.
   */
  function replace(code: string, old: Entry | undefined): Promise<KnownLink | null> {
    const last = lastRead(old);
    const started = start(code, last);
    entries.keep(code, started);
    if (last !== null) letLastServe(entries, code, { started, last });
    return started.known;
  }

  /** Returns the entry that serves, and renews it where it is due; null: it has to be waited for. */
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
