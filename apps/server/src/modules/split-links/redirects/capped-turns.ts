/** Gives out the turns of links with a daily cap, which are counted in the database before a visitor is sent. */
import { Batches } from '../../../base/batches.ts';
import type { Clock } from '../../../base/clock.ts';
import {
  type Database,
  databaseErrorCode,
  isConnectionLost,
  transaction,
} from '../../../base/db/database.ts';
import { createDrawnVisitors, type DrawnVisitors } from './drawn-visitors.ts';
import type { KnownLink } from './known-link.ts';
import { shareOut } from './shares.ts';
import { limitWaits, readTaken, saveTaken, takeTurns } from './store.ts';
import { drawTarget, type LiveTarget } from './target-choice.ts';

export type CappedTurnDeps = {
  database: Database;
  clock: Clock;
  random: () => number;
  /** A visitor waits so long for the count of a cap, then chance decides. */
  capPatienceMs?: number;
};

const patienceMs = 3_000;
/**
 * PostgreSQL ends a transaction in which a process says nothing for so long: one that is frozen in the middle keeps the
 * visitors of others waiting no longer, and they are counted below the cap as ever.
 */
const silenceMs = 2_000;

/** Under way: who comes meanwhile shares the next transaction of the link. */
type Queue = { visitors: number; turns: Batches<KnownLink, LiveTarget | null> };

export type CappedTurns = {
  /** Returns the target of one visitor, below its cap; null: none is left. */
  take(known: KnownLink): Promise<LiveTarget | null>;
  /** Returns a target by chance, for a visitor who can't wait; null: there is none. */
  draw(known: KnownLink): LiveTarget | null;
};

/** Each link has one transaction at a time, and none waits for that of another link. */
export function createCappedTurns(deps: CappedTurnDeps): CappedTurns {
  const queues = new Map<string, Queue>();
  const drawn = createDrawnVisitors();

  function draw({ link, available }: KnownLink): LiveTarget | null {
    const target = drawTarget(available, deps.random);
    drawn.add(link.id, target);
    return target;
  }

  function queueOf({ link: { id } }: KnownLink): Queue {
    const known = queues.get(id);
    if (known !== undefined) return known;
    const turns = new Batches<KnownLink, LiveTarget | null>({
      run: (batch) => takeInOrder(deps, drawn, batch),
      // Each would wait for the same as all of them have.
      failsAll: () => true,
      lanes: 1,
    });
    const queue = { visitors: 0, turns };
    queues.set(id, queue);
    return queue;
  }

  return {
    async take(known) {
      const queue = queueOf(known);
      queue.visitors += 1;
      try {
        return await queue.turns.add(known);
      } catch (error) {
        if (databaseErrorCode(error) !== lockTimeout) throw error;
        return draw(known);
      } finally {
        queue.visitors -= 1;
        if (queue.visitors === 0) queues.delete(known.link.id);
      }
    },
    draw,
  };
}

/** SQLSTATE `lock_not_available`. */
const lockTimeout = '55P03';

/** A link that was read again between two visitors is known in two ways, each with its own round. */
async function takeInOrder(
  deps: CappedTurnDeps,
  drawn: DrawnVisitors,
  batch: readonly KnownLink[],
): Promise<(LiveTarget | null)[]> {
  const results: (LiveTarget | null)[] = [];
  for (const [known, visitors] of Map.groupBy(batch, (one) => one))
    results.push(...(await takeOnceMore(() => takeBelowCaps(deps, drawn, known, visitors.length))));
  return results;
}

/** Takes turns once more where the connection was lost on the way: this process may have been silent itself. */
async function takeOnceMore<Taken>(take: () => Promise<Taken>): Promise<Taken> {
  try {
    return await take();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return take();
  }
}

/** The rotation's row is the lock under which the visitors of the day are counted. */
async function takeBelowCaps(
  deps: CappedTurnDeps,
  drawn: DrawnVisitors,
  { link, available, round }: KnownLink,
  visitors: number,
): Promise<(LiveTarget | null)[]> {
  const { workspaceId, mode } = link;
  const now = new Date(deps.clock.now());
  const { targets, forget } = await transaction(deps.database, async (tx) => {
    // Sent together, and done one after the other.
    const [, turns] = await Promise.all([
      limitWaits(tx, { patienceMs: deps.capPatienceMs ?? patienceMs, silenceMs }),
      takeTurns(tx, [{ workspaceId, linkId: link.id, turns: visitors }]),
    ]);
    const capped = available.flatMap(({ id, dailyCap }) => (dailyCap === null ? [] : [id]));
    const taken = await readTaken(tx, workspaceId, capped, now);
    const forget = drawn.countOn(link.id, capped, taken);
    const position = turns.get(link.id) ?? 0;
    const targets = shareOut(visitors, { mode, available, round, position, taken, random: deps.random });
    await saveTaken(tx, workspaceId, taken, now);
    return { targets, forget };
  });
  forget();
  return targets;
}
