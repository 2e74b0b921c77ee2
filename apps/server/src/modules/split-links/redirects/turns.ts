/** Assigns targets to visitors: in strict rotation across all server processes, and never above a daily cap. */
import { Batches } from '../../../base/batches.ts';
import { isDatabaseGone } from '../../../base/db/database.ts';
import type { Log } from '../../../base/log.ts';
import { type CappedTurnDeps, createCappedTurns } from './capped-turns.ts';
import { createPositions } from './positions.ts';
import type { PreparedLink } from './prepared-link.ts';
import { createRotationLock } from './rotation-lock.ts';
import { selectTargets } from './select-targets.ts';
import { readPositions, savePositions, takeTurns } from './store.ts';
import type { LiveTarget } from './target-choice.ts';

export type TurnDeps = CappedTurnDeps & {
  log: Pick<Log, 'warn'>;
  /** Interval at which a process that shares the rotations tries to have them alone again. */
  retryAloneMs?: number;
};

export type RotationTurns = {
  /** Returns a target for one visitor, or null if none is left. */
  take(known: PreparedLink): LiveTarget | null | Promise<LiveTarget | null>;
  /** Returns a random target for a visitor whose turn takes too long, or null if there is none. */
  draw(known: PreparedLink): LiveTarget | null;
  /** Stores the turns taken in memory. */
  close(): Promise<void>;
};

const storeEveryMs = 1_000;

const hasCaps = ({ available }: PreparedLink) => available.some(({ dailyCap }) => dailyCap !== null);
const keyOf = ({ link }: PreparedLink) => ({ workspaceId: link.workspaceId, linkId: link.id });

/**
 * A process that is the only one takes turns in memory. With several processes, concurrent visitors take their turns together in
 * one statement: exactly as many turns as visitors, so that none is skipped and all processes follow one order.
 */
export function createRotationTurns(deps: TurnDeps): RotationTurns {
  const { database, log } = deps;
  const positions = createPositions({
    read: (links) => readPositions(database, links),
    save: (moved) => savePositions(database, moved),
  });
  const batches = createStatements(deps);
  const capped = createCappedTurns(deps);
  const lock = createRotationLock({
    database,
    log,
    async handBack() {
      await positions.store().finally(positions.drop);
    },
    idle: batches.idle,
    ...(deps.retryAloneMs === undefined ? {} : { retryAloneMs: deps.retryAloneMs }),
  });
  const stopStoring = storeRegularly(positions, log);

  const inTurn = (known: PreparedLink, turn: number) => selectTargets(1, free(deps, known, turn))[0] ?? null;

  async function takeLater(known: PreparedLink): Promise<LiveTarget | null> {
    const state = await lock.settled();
    if (state === 'lost') return capped.draw(known);
    if (state === 'alone' && (await positions.load(keyOf(known))) && lock.state() === 'alone') {
      const turn = positions.next(keyOf(known));
      if (turn !== null) return inTurn(known, turn);
    }
    // Another process may have started while the position was read.
    return lock.state() === 'alone' || lock.state() === 'shared' ? batches.take(known) : takeLater(known);
  }

  return {
    take(known) {
      const { link, available } = known;
      if (available.length === 0) return null;
      if (hasCaps(known)) return positions.release(link.id).then(() => capped.take(known));
      if (link.mode === 'random') return inTurn(known, 0);
      if (available.length === 1) return available[0] ?? null;
      const turn = lock.state() === 'alone' ? positions.next(keyOf(known)) : null;
      return turn === null ? takeLater(known) : inTurn(known, turn);
    },
    draw: capped.draw,
    close() {
      stopStoring();
      return lock.close();
    },
  };
}

/** Stores the turns taken in memory at regular intervals. Returns a function that stops it. */
function storeRegularly(
  { store }: Pick<ReturnType<typeof createPositions>, 'store'>,
  log: TurnDeps['log'],
): () => void {
  let isStoring = false;
  const storing = setInterval(() => {
    if (isStoring) return;
    isStoring = true;
    store()
      .catch((error: unknown) => log.warn({ err: error }, 'turns could not be stored yet'))
      .finally(() => {
        isStoring = false;
      });
  }, storeEveryMs);
  return () => clearInterval(storing);
}

/** Turns taken in the database. Links with a cap have their own transactions, for which these don't wait. */
function createStatements(deps: TurnDeps) {
  const turns = new Batches<PreparedLink, LiveTarget | null>({
    run: (batch) => takeAll(deps, batch),
    failsAll: isDatabaseGone,
  });
  const underWay = new Set<Promise<unknown>>();
  return {
    take(known: PreparedLink): Promise<LiveTarget | null> {
      const taken = turns.add(known);
      underWay.add(taken);
      const end = () => underWay.delete(taken);
      taken.then(end, end);
      return taken;
    },
    /** Resolves once no turns are in flight of links that a process may keep in memory. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

const free = ({ random }: TurnDeps, { link, available, round }: PreparedLink, position: number) => ({
  mode: link.mode,
  available,
  round,
  position,
  taken: new Map<string, number>(),
  random,
});

type Group = { known: PreparedLink; places: number[] };

function groupsOf(batch: readonly PreparedLink[]): Group[] {
  const groups = new Map<PreparedLink, Group>();
  for (const [place, known] of batch.entries()) {
    const group = groups.get(known) ?? { known, places: [] };
    group.places.push(place);
    groups.set(known, group);
  }
  return [...groups.values()];
}

async function takeAll(deps: TurnDeps, batch: readonly PreparedLink[]): Promise<(LiveTarget | null)[]> {
  const results: (LiveTarget | null)[] = batch.map(() => null);
  for (const [{ known, places }, first] of await firstTurns(deps, groupsOf(batch))) {
    const targets = selectTargets(places.length, free(deps, known, first));
    for (const [at, place] of places.entries()) results[place] = targets[at] ?? null;
  }
  return results;
}

/** A link that was reloaded between two visitors forms two groups but one row of the statement. */
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
