import { type FanSettings, type StatisticsReset, undoHours } from '@parley/contract/fan-statistics';
import type { Clock } from '../../../base/clock.ts';
import { type Database, transaction } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { changesOf, record } from '../../audit/index.ts';
import { lockWorkspace, setFanSettings } from '../../workspaces/index.ts';
import { findReset, type ResetRow, readFigures } from './queries.ts';
import { hasReset, insertReset, markResetUndone } from './store.ts';

type Deps = { database: Database; clock: Clock };

/**
 * The delay before a reset takes effect, in milliseconds. A verdict given before that moment may come from a transaction that
 * doesn't see the reset; a later one can't.
 */
const ahead = 5_000;

export const presentReset = ({ id, resetAt }: ResetRow): StatisticsReset => ({
  id,
  resetAt: resetAt.getTime(),
  undoUntil: resetAt.getTime() + undoHours * 3_600_000,
});

/** Throws `resource.stale` if the reset in force isn't `replaces`. */
export function resetStatistics(
  { database, clock }: Deps,
  workspaceId: WorkspaceId,
  replaces: string | null,
  origin: RequestOrigin,
): Promise<StatisticsReset> {
  return transaction(database, async (tx) => {
    await lockWorkspace(tx, workspaceId);
    const present = await findReset(tx, workspaceId);
    if ((present?.id ?? null) !== replaces) throw new AppError('resource.stale');
    const { base, total } = await readFigures(tx, workspaceId, {});
    // Always later than the previous reset, even if that is replaced before it takes effect.
    const resetAt = new Date(Math.max(clock.now() + ahead, (present?.resetAt.getTime() ?? 0) + 1));
    const reset = { id: newId(), resetAt };
    await insertReset(tx, workspaceId, { ...reset, resetBy: origin.actor.id });
    await record(tx, origin, {
      action: 'fan-statistics.reset',
      object: { kind: 'settings', id: 'fan-statistics' },
      details: { baseFans: base, newFans: total.new, repeatFans: total.repeat },
    });
    return presentReset(reset);
  });
}

/**
 * Throws `resource.not-found`, and `fan-statistics.reset-final` if the reset is older than a day, was undone or has been followed
 * by another.
 */
export async function undoReset(
  { database, clock }: Deps,
  workspaceId: WorkspaceId,
  id: string,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    await lockWorkspace(tx, workspaceId);
    if (!(await hasReset(tx, workspaceId, id))) throw new AppError('resource.not-found');
    const present = await findReset(tx, workspaceId);
    const now = clock.now();
    if (present?.id !== id || presentReset(present).undoUntil < now)
      throw new AppError('fan-statistics.reset-final');
    await markResetUndone(tx, workspaceId, { id, undoneAt: new Date(now), undoneBy: origin.actor.id });
    await record(tx, origin, {
      action: 'fan-statistics.reset-undone',
      object: { kind: 'settings', id: 'fan-statistics' },
    });
  });
}

export async function changeFanSettings(
  { database }: Pick<Deps, 'database'>,
  workspaceId: WorkspaceId,
  after: FanSettings,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    const before = await setFanSettings(tx, workspaceId, after);
    const kinds = [
      ['inactiveAfterDays', 'fan-inactive-days'],
      ['mergeByPhone', 'fans-by-phone'],
    ] as const;
    for (const [name, id] of kinds) {
      if (before[name] === after[name]) continue;
      await record(tx, origin, {
        action: 'workspace-settings.changed',
        object: { kind: 'settings', id },
        details: changesOf({ [name]: before[name] }, { [name]: after[name] }),
      });
    }
  });
}
