import { LRUCache } from 'lru-cache';
import type { Handle } from '../../../../base/db/database.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import {
  type DayGrowth,
  type GrowthArrays,
  type GrowthMoment,
  type GrowthUnit,
  readByPlatform,
  readBySubAccount,
} from './queries.ts';

/**
 * The last days and hours of a period that are read each time. A verdict counts when it is given; whatever its
 * transaction and the clocks of the servers are late by, it is less than these.
 */
export const open = { day: 2, hour: 3 } as const satisfies Record<GrowthUnit, number>;

/** The growth that a period has in closed days or hours, kept in memory until the next day, hour or deletion. */
export type ClosedGrowth = {
  /** `count`: days or hours of the period, the open ones included. */
  bySubAccount(
    workspaceId: WorkspaceId,
    moment: GrowthMoment,
    period: { unit: GrowthUnit; count: number; platform: string | undefined },
  ): Promise<GrowthArrays>;
  byPlatform(
    workspaceId: WorkspaceId,
    moment: GrowthMoment,
    period: { count: number; subAccountId: string | undefined },
  ): Promise<readonly DayGrowth[]>;
};

/** UTF-16 units of all that is kept, about; the largest workspace needs some hundred thousand. */
const maxUnits = 8_000_000;

type Kept = GrowthArrays | readonly DayGrowth[];

export function createClosedGrowth(handle: Handle): ClosedGrowth {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxUnits,
    sizeCalculation: (value, key) => key.length + unitsOf(value),
  });
  /** Several requests that need the same at the same time may each read it: the last one is kept. */
  async function keep<T extends Kept>(parts: readonly unknown[], read: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(parts);
    // A key names what kind its value is of.
    const known = kept.get(key) as T | undefined;
    if (known !== undefined) return known;
    const value = await read();
    kept.set(key, value);
    return value;
  }
  return {
    bySubAccount(workspaceId, { today, hour, state }, { unit, count, platform }) {
      const at = unit === 'day' ? today : hour;
      return keep(['sub-accounts', workspaceId, state, unit, at, count, platform], () =>
        readBySubAccount(handle, workspaceId, { unit, at, from: count, to: open[unit], platform }),
      );
    },
    byPlatform(workspaceId, { today, state }, { count, subAccountId }) {
      return keep(['platforms', workspaceId, state, today, count, subAccountId], () =>
        readByPlatform(handle, workspaceId, { at: today, from: count, to: open.day, subAccountId }),
      );
    },
  };
}

/** UTF-16 units that a value takes, about. */
const unitsOf = (value: Kept): number =>
  'subAccountIds' in value
    ? value.subAccountIds.length + value.newFans.length + value.repeatFans.length
    : 100 + value.length * 60;
