/**
 * Keeps the split links that visitors use. A link that is older than `freshMs` is read again while the old one still
 * serves; one older than `oldestMs` is waited for: a change in any process is in effect within a second. Links that are
 * due at the same time are read by one statement. While the database is away, the last known ones serve on.
 */
import { LRUCache } from 'lru-cache';
import { Batches } from '../../../base/batches.ts';
import type { Clock } from '../../../base/clock.ts';
import type { LiveLink } from './queries.ts';
import { availableTargets, type LiveTarget, roundOf } from './target-choice.ts';

const freshMs = 400;
const oldestMs = 900;
/** Links that are kept at a time. Codes that lead nowhere are kept too: guessing costs no statement each. */
const mostLinks = 20_000;

export type KnownLink = {
  link: LiveLink;
  available: LiveTarget[];
  /** The order of one rotation over all that are available. */
  round: LiveTarget[];
};

type Entry = {
  readAt: number;
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

/** Keeps the rounds of links whose targets stay as they were: of heavy targets one has thousands of turns. */
function createRounds() {
  const rounds = new LRUCache<string, { targets: string; round: LiveTarget[] }>({ max: mostLinks });
  return (code: string, available: readonly LiveTarget[]): LiveTarget[] => {
    const targets = JSON.stringify(available);
    const known = rounds.get(code);
    if (known?.targets === targets) return known.round;
    const round = roundOf(available);
    rounds.set(code, { targets, round });
    return round;
  };
}

/** Reads the links that are asked for at the same time by one statement. */
function createReader(read: (codes: readonly string[]) => Promise<LiveLink[]>) {
  const roundFor = createRounds();
  const knownLink = (link: LiveLink): KnownLink => {
    const available = availableTargets(link.targets, link.eligibility);
    return { link, available, round: link.mode === 'sequential' ? roundFor(link.code, available) : [] };
  };
  return new Batches<string, KnownLink | null>({
    async run(codes) {
      const found = new Map((await read([...new Set(codes)])).map((link) => [link.code, knownLink(link)]));
      return codes.map((code) => found.get(code) ?? null);
    },
    failsAll: () => true,
  });
}

/** Returns the last one that was read: an old one may still be being read, by a database that takes long. */
const lastRead = (old: Entry | undefined): Entry | null =>
  old?.value === undefined ? (old?.last ?? null) : old;

function entryOf(known: Promise<KnownLink | null>, readAt: number, last: Entry | null): Entry {
  const entry: Entry = { readAt, known, value: undefined, isReading: true, last, isLast: false };
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

export function createLiveLinks(
  read: (codes: readonly string[]) => Promise<LiveLink[]>,
  clock: Pick<Clock, 'now'>,
): LiveLinks {
  const entries = new LRUCache<string, Entry>({ max: mostLinks });
  const batches = createReader(read);

  function start(code: string, last: Entry | null = null): Entry {
    const entry = entryOf(batches.add(code), clock.now(), last);
    entry.known.catch(() => {
      if (entries.peek(code) === entry) entries.delete(code);
    });
    return entry;
  }

  /** Replaces an entry once its successor is there; a failure leaves it, until it is too old. */
  function renew(code: string, old: Entry): void {
    if (old.isReading) return;
    old.isReading = true;
    const next = start(code);
    next.known.then(
      () => {
        if (entries.peek(code) === old) entries.set(code, next);
      },
      () => {
        old.isReading = false;
      },
    );
  }

  /** Reads a link that is too old; all who come meanwhile get the last one that was read where that fails. */
  function replace(code: string, old: Entry | undefined): Promise<KnownLink | null> {
    const last = lastRead(old);
    const started = start(code, last);
    entries.set(code, started);
    if (last === null) return started.known;
    started.known = started.known.catch(() => {
      last.isLast = true;
      if (entries.peek(code) === undefined) entries.set(code, last);
      return last.known;
    });
    return started.known;
  }

  /** Returns the entry that serves, and renews it where it is due; null: it has to be waited for. */
  function serving(code: string): Entry | null {
    const entry = entries.get(code);
    if (entry === undefined) return null;
    const age = clock.now() - entry.readAt;
    if (age >= oldestMs && !entry.isLast) return null;
    if (age >= freshMs) renew(code, entry);
    return entry;
  }

  return {
    get: (code) => serving(code)?.known ?? replace(code, entries.get(code)),
    peek: (code) => serving(code)?.value,
    forget: (code) => void entries.delete(code),
  };
}
