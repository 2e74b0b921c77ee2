import { LRUCache } from 'lru-cache';
import type { Handle } from '../../../../base/db/database.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import {
  type DayGrowth,
  type GrowthArrays,
  type GrowthFilters,
  type GrowthMoment,
  type GrowthUnit,
  readByPlatform,
  readBySubAccount,
} from './queries.ts';

/**
 * The latest days and hours of a period, which are read on every request. Transactions and server clocks delay a verdict by less
 * than these, so everything older is final.
 */
export const open = { day: 2, hour: 3 } as const satisfies Record<GrowthUnit, number>;

/** Growth in the closed days or hours of a period, cached until the next day, hour or deletion. */
export type ClosedGrowth = {
  /** `count`: days or hours of the period, including the open ones. */
  bySubAccount(
    workspaceId: WorkspaceId,
    moment: GrowthMoment,
    period: Pick<GrowthFilters, 'platforms'> & { unit: GrowthUnit; count: number },
  ): Promise<GrowthArrays>;
  byPlatform(
    workspaceId: WorkspaceId,
    moment: GrowthMoment,
    period: GrowthFilters & { count: number },
  ): Promise<readonly DayGrowth[]>;
};

/** Approximate cache size in UTF-16 units; the largest workspace needs some hundred thousand. */
const maxUnits = 8_000_000;

type Kept = GrowthArrays | readonly DayGrowth[];

export function createClosedGrowth(handle: Handle): ClosedGrowth {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxUnits,
    sizeCalculation: (value, key) => key.length + unitsOf(value),
  });
  /** Concurrent requests may each read the same; the last result is cached. */
  async function keep<T extends Kept>(parts: readonly unknown[], read: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(parts);
    // The key determines the type of its value.
    const known = kept.get(key) as T | undefined;
    if (known !== undefined) return known;
    const value = await read();
    kept.set(key, value);
    return value;
  }
  return {
    bySubAccount(workspaceId, { today, hour, state }, { unit, count, platforms }) {
      const at = unit === 'day' ? today : hour;
      return keep(['sub-accounts', workspaceId, state, unit, at, count, platforms], () =>
        readBySubAccount(handle, workspaceId, { unit, at, from: count, to: open[unit], platforms }),
      );
    },
    byPlatform(workspaceId, { today, state }, { count, subAccountIds, platforms }) {
      return keep(['platforms', workspaceId, state, today, count, subAccountIds, platforms], () =>
        readByPlatform(handle, workspaceId, {
          at: today,
          from: count,
          to: open.day,
          subAccountIds,
          platforms,
        }),
      );
    },
  };
}

/** Approximate size of a value in UTF-16 units. */
const unitsOf = (value: Kept): number =>
  'subAccountIds' in value
    ? value.subAccountIds.length + value.newFans.length + value.repeatFans.length
    : 100 + value.length * 60;
