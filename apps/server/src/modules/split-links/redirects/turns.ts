/** Gives visitors their targets: in strict rotation over all server processes, and never above a daily cap. */
import { Batches } from '../../../base/batches.ts';
import type { Clock } from '../../../base/clock.ts';
import { type Database, isDatabaseGone, transaction } from '../../../base/db/database.ts';
import type { Log } from '../../../base/log.ts';
import type { KnownLink } from './known-link.ts';
import { createPositions } from './positions.ts';
import { createRotationLock } from './rotation-lock.ts';
import { shareOut } from './shares.ts';
import { readPositions, readTaken, savePositions, saveTaken, takeTurns } from './store.ts';
import { drawTarget, type LiveTarget } from './target-choice.ts';

export type TurnDeps = {
  database: Database;
  clock: Clock;
  random: () => number;
  log: Pick<Log, 'warn'>;
  /** A process that shares the rotations tries so often to have them alone. */
  retryAloneMs?: number;
};

export type RotationTurns = {
  /** Returns the target of one visitor; null: none is left. */
  take(known: KnownLink): LiveTarget | null | Promise<LiveTarget | null>;
  /** Stores the turns that were given out. */
  close(): Promise<void>;
};

const storeEveryMs = 1_000;

const hasCaps = ({ available }: KnownLink) => available.some(({ dailyCap }) => dailyCap !== null);
const keyOf = ({ link }: KnownLink) => ({ workspaceId: link.workspaceId, linkId: link.id });

/**
 * A process that is the only one gives turns out of its memory. Where there are several, visitors that come at the same time
 * take their turns together, by one statement: as many turns as there are visitors, so that none is left over and the
 * order of all processes is one.
 */
export function createRotationTurns(deps: TurnDeps): RotationTurns {
  const { database, log } = deps;
  const positions = createPositions({
    read: (links) => readPositions(database, links),
    save: (moved) => savePositions(database, moved),
  });
  const batches = createStatements(deps);
  const lock = createRotationLock({
    database,
    log,
    async handBack() {
      await positions.store().finally(positions.drop);
    },
    idle: batches.idle,
    ...(deps.retryAloneMs === undefined ? {} : { retryAloneMs: deps.retryAloneMs }),
  });
  let isStoring = false;
  const storing = setInterval(() => {
    if (isStoring) return;
    isStoring = true;
    positions
      .store()
      .catch((error: unknown) => log.warn({ err: error }, 'turns could not be stored yet'))
      .finally(() => {
        isStoring = false;
      });
  }, storeEveryMs);

  const inTurn = (known: KnownLink, turn: number) => shareOut(1, free(deps, known, turn))[0] ?? null;

  async function takeLater(known: KnownLink): Promise<LiveTarget | null> {
    const standing = await lock.settled();
    if (standing === 'lost') return drawTarget(known.available, deps.random);
    if (standing === 'alone' && (await positions.load(keyOf(known))) && lock.standing() === 'alone') {
      const turn = positions.next(keyOf(known));
      if (turn !== null) return inTurn(known, turn);
    }
    // Another process may have come while the position was read.
    return lock.standing() === 'alone' || lock.standing() === 'shared'
      ? batches.take(known)
      : takeLater(known);
  }

  return {
    take(known) {
      const { link, available } = known;
      if (available.length === 0) return null;
      if (hasCaps(known)) return positions.release(link.id).then(() => batches.takeBelowCaps(known));
      if (link.mode === 'random') return inTurn(known, 0);
      if (available.length === 1) return available[0] ?? null;
      const turn = lock.standing() === 'alone' ? positions.next(keyOf(known)) : null;
      return turn === null ? takeLater(known) : inTurn(known, turn);
    },
    close() {
      clearInterval(storing);
      return lock.close();
    },
  };
}

/** Turns that the database gives out: those of links with a cap apart, as they are counted link by link, and others don't wait for them. */
function createStatements(deps: TurnDeps) {
  const free = new Batches<KnownLink, LiveTarget | null>({
    run: (batch) => takeAll(deps, batch),
    failsAll: isDatabaseGone,
  });
  const capped = new Batches<KnownLink, CappedTurn>({
    run: (batch) => takeAllBelowCaps(deps, batch),
    failsAll: () => true,
  });
  const underWay = new Set<Promise<unknown>>();
  return {
    take(known: KnownLink): Promise<LiveTarget | null> {
      const taken = free.add(known);
      underWay.add(taken);
      const end = () => underWay.delete(taken);
      taken.then(end, end);
      return taken;
    },
    async takeBelowCaps(known: KnownLink): Promise<LiveTarget | null> {
      const turn = await capped.add(known);
      if ('error' in turn) throw turn.error;
      return turn.target;
    },
    /** Resolves once none is under way of a link that a process may keep in memory. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

const free = ({ random }: TurnDeps, { link, available, round }: KnownLink, position: number) => ({
  mode: link.mode,
  available,
  round,
  position,
  taken: new Map<string, number>(),
  random,
});

type Group = { known: KnownLink; places: number[] };

function groupsOf(batch: readonly KnownLink[]): Group[] {
  const groups = new Map<KnownLink, Group>();
  for (const [place, known] of batch.entries()) {
    const group = groups.get(known) ?? { known, places: [] };
    group.places.push(place);
    groups.set(known, group);
  }
  return [...groups.values()];
}

async function takeAll(deps: TurnDeps, batch: readonly KnownLink[]): Promise<(LiveTarget | null)[]> {
  const results: (LiveTarget | null)[] = batch.map(() => null);
  for (const [{ known, places }, first] of await firstTurns(deps, groupsOf(batch))) {
    const targets = shareOut(places.length, free(deps, known, first));
    for (const [at, place] of places.entries()) results[place] = targets[at] ?? null;
  }
  return results;
}

type CappedTurn = { target: LiveTarget | null } | { error: unknown };

/** Never rejects: the visitors of one link that fails must not make those of others be counted twice. */
async function takeAllBelowCaps(deps: TurnDeps, batch: readonly KnownLink[]): Promise<CappedTurn[]> {
  const results: CappedTurn[] = batch.map(() => ({ target: null }));
  let gone: { error: unknown } | null = null;
  for (const group of groupsOf(batch)) {
    const taken: (LiveTarget | null)[] | { error: unknown } =
      gone ?? (await takeBelowCaps(deps, group).catch((error: unknown) => ({ error })));
    // Without a database the others fail as well, and needn't wait for that one after another.
    if ('error' in taken && isDatabaseGone(taken.error)) gone = taken;
    for (const [at, place] of group.places.entries())
      results[place] = 'error' in taken ? taken : { target: taken[at] ?? null };
  }
  return results;
}

/** A link that was read again between two visitors is two groups, and one row of the statement. */
async function firstTurns({ database }: TurnDeps, groups: readonly Group[]): Promise<[Group, number][]> {
  if (groups.length === 0) return [];
  const turns = new Map<string, number>();
  const offsets = groups.map(({ known: { link }, places }) => {
    const before = turns.get(link.id) ?? 0;
    turns.set(link.id, before + places.length);
    return before;
  });
  const workspaceOf = new Map(groups.map(({ known: { link } }) => [link.id, link.workspaceId]));
  const first = await takeTurns(
    database,
    [...workspaceOf].map(([linkId, workspaceId]) => ({ linkId, workspaceId, turns: turns.get(linkId) ?? 0 })),
  );
  return groups.map((group, at) => [group, (first.get(group.known.link.id) ?? 0) + (offsets[at] ?? 0)]);
}

/** The rotation's row is the lock under which the visitors of the day are counted. */
function takeBelowCaps(deps: TurnDeps, { known, places }: Group): Promise<(LiveTarget | null)[]> {
  const { link, available, round } = known;
  const { workspaceId, timeZone } = link;
  const day = { now: new Date(deps.clock.now()), timeZone };
  return transaction(deps.database, async (tx) => {
    const turns = await takeTurns(tx, [{ workspaceId, linkId: link.id, turns: places.length }]);
    const capped = available.flatMap(({ id, dailyCap }) => (dailyCap === null ? [] : [id]));
    const taken = await readTaken(tx, workspaceId, capped, day);
    const targets = shareOut(places.length, {
      ...free(deps, known, turns.get(link.id) ?? 0),
      available,
      round,
      taken,
    });
    await saveTaken(tx, workspaceId, taken, day);
    return targets;
  });
}
