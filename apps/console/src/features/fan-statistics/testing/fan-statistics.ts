/** The statistics of a workspace, in memory. */
import { addDays } from '@parley/contract/catalogues';
import * as statisticsApi from '@parley/contract/fan-statistics';
import { FixtureRefusal, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export type StatisticsWorld = {
  subAccounts: readonly { id: string; accountName: string; remark: string }[];
};

const today = new Date(sampleTime).toISOString().slice(0, 10);

/** `busy`: fans are added each day; otherwise there are none. */
export function fanStatisticsRoutes(world: StatisticsWorld, busy = true): Route[] {
  let reset: statisticsApi.StatisticsReset | null = null;
  let settings = { inactiveAfterDays: 30, mergeByPhone: false };
  const much = (value: number) => (busy ? value : 0);
  return [
    route(statisticsApi.fanStatistics, ({ query }) => {
      const total = { new: reset ? 0 : much(2_317), repeat: reset ? 0 : much(96) };
      return {
        base: much(180) + (reset ? much(1_300) : 0),
        total,
        today: { day: today, new: much(31), repeat: much(4) },
        single: { day: query.day ?? addDays(today, -1), new: much(27), repeat: much(-2) },
        reset,
      };
    }),
    route(statisticsApi.platformGrowthLineChart, ({ query }) => {
      const count = Number(query.days);
      const days = Array.from({ length: count }, (_, n) => addDays(today, n + 1 - count));
      const series = (platform: string, factor: number) => ({
        platform,
        new: days.map((_, n) => (n * 7 + factor * 5) % (10 * factor)),
        repeat: days.map((_, n) => (n + factor) % 4),
      });
      return {
        days,
        platforms: busy ? [series('telegram', 3), series('webchat', 2), series('line', 1)] : [],
      };
    }),
    route(statisticsApi.subAccountFansRank, ({ query }) => {
      const ranked = world.subAccounts.map(({ id, accountName, remark }, n) => ({
        rank: n + 1,
        subAccountId: id,
        accountName,
        remark,
        new: much(Math.max(0, 40 - n * 9)),
        repeat: much(n % 3),
      }));
      return pageOf(ranked, query);
    }),
    route(statisticsApi.resetStatistics, ({ body }) => {
      if ((reset?.id ?? null) !== body.replaces) throw new FixtureRefusal('resource.stale');
      // Real time, as the deadline for undoing is compared with the browser's clock.
      const resetAt = Date.now();
      reset = { id: sampleId(9, 1), resetAt, undoUntil: resetAt + 86_400_000 };
      return reset;
    }),
    route(statisticsApi.undoStatisticsReset, () => {
      reset = null;
      return null;
    }),
    route(statisticsApi.getFanSettings, () => settings),
    route(statisticsApi.setFanSettings, ({ body }) => {
      settings = body;
      return settings;
    }),
  ];
}
