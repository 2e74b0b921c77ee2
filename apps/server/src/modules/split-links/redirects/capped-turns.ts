/** Assigns targets of links with a daily cap; turns are counted in the database before the visitor is redirected. */
import { Batches } from '../../../base/batches.ts';
import type { Clock } from '../../../base/clock.ts';
import {
  type Database,
  databaseErrorCode,
  isConnectionLost,
  transaction,
} from '../../../base/db/database.ts';
import { createPendingDraws, type PendingDraws } from './pending-draws.ts';
import type { PreparedLink } from './prepared-link.ts';
import { selectTargets } from './select-targets.ts';
import { limitWaits, readTaken, saveTaken, takeTurns } from './store.ts';
import { drawTarget, type LiveTarget } from './target-choice.ts';

export type CappedTurnDeps = {
  database: Database;
  clock: Clock;
  random: () => number;
  /** Time limit for counting a cap, after which a target is drawn at random. */
  capTimeLimitMs?: number;
};

const timeLimitMs = 3_000;
/**
 * Idle timeout of the transaction, enforced by PostgreSQL: a process that is frozen inside it stops blocking the visitors of
 * others, who are then counted against the cap as usual.
 */
const idleTimeoutMs = 2_000;

/** A link's pending visitors: those who arrive during a transaction share the next one. */
type Queue = { visitors: number; turns: Batches<PreparedLink, LiveTarget | null> };

export type CappedTurns = {
  /** Returns a target below its cap for one visitor, or null if none is left. */
  take(known: PreparedLink): Promise<LiveTarget | null>;
  /** Returns a random target for a visitor who can't wait, or null if there is none. */
  draw(known: PreparedLink): LiveTarget | null;
};

/** Runs one transaction at a time per link; links don't wait for each other. */
export function createCappedTurns(deps: CappedTurnDeps): CappedTurns {
  const queues = new Map<string, Queue>();
  const draws = createPendingDraws();

  function draw({ link, available }: PreparedLink): LiveTarget | null {
    const target = drawTarget(available, deps.random);
    draws.add(link.id, target);
    return target;
  }

  function queueOf({ link: { id } }: PreparedLink): Queue {
    const known = queues.get(id);
    if (known !== undefined) return known;
    const turns = new Batches<PreparedLink, LiveTarget | null>({
      run: (batch) => takeInOrder(deps, draws, batch),
      // Retried singly, each would wait for the same lock.
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

/** A link that was reloaded between two visitors occurs as two objects, each with its own round. */
async function takeInOrder(
  deps: CappedTurnDeps,
  draws: PendingDraws,
  batch: readonly PreparedLink[],
): Promise<(LiveTarget | null)[]> {
  const results: (LiveTarget | null)[] = [];
  for (const [known, visitors] of Map.groupBy(batch, (one) => one))
    results.push(...(await takeOnceMore(() => takeBelowCaps(deps, draws, known, visitors.length))));
  return results;
}

/** Retries once after a lost connection, as this process itself may have exceeded the idle timeout. */
async function takeOnceMore<Taken>(take: () => Promise<Taken>): Promise<Taken> {
  try {
    return await take();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return take();
  }
}

/** The rotation's row is the lock under which the day's visitors are counted. */
async function takeBelowCaps(
  deps: CappedTurnDeps,
  draws: PendingDraws,
  { link, available, round }: PreparedLink,
  visitors: number,
): Promise<(LiveTarget | null)[]> {
  const { workspaceId, mode } = link;
  const now = new Date(deps.clock.now());
  const { targets, forget } = await transaction(deps.database, async (tx) => {
    // Pipelined on one connection, and executed in this order.
    const [, turns] = await Promise.all([
      limitWaits(tx, { lockTimeoutMs: deps.capTimeLimitMs ?? timeLimitMs, idleTimeoutMs }),
      takeTurns(tx, [{ workspaceId, linkId: link.id, turns: visitors }]),
    ]);
    const capped = available.flatMap(({ id, dailyCap }) => (dailyCap === null ? [] : [id]));
    const taken = await readTaken(tx, workspaceId, capped, now);
    const forget = draws.countOn(link.id, capped, taken);
    const position = turns.get(link.id) ?? 0;
    const targets = selectTargets(visitors, { mode, available, round, position, taken, random: deps.random });
    await saveTaken(tx, workspaceId, taken, now);
    return { targets, forget };
  });
  forget();
  return targets;
}
