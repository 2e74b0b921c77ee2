import * as statisticsApi from '@parley/contract/fan-statistics';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/database.ts';
import type { Mount } from '../../../base/http/mount.ts';
import { fanSettingsOf } from '../../workspaces/index.ts';
import { createClosedGrowth } from './closed-growth/closed-growth.ts';
import { chartOf, findReset, readDailyGrowth, readFigures, readRank } from './queries.ts';
import { changeFanSettings, presentReset, resetStatistics, undoReset } from './service.ts';

export function registerStatisticsRoutes(mount: Mount, deps: { database: Database; clock: Clock }): void {
  const { database } = deps;
  const closed = createClosedGrowth(database);

  mount(statisticsApi.subAccountFansRank, ({ caller, query }) =>
    readRank(database, closed, caller.workspaceId, query),
  );

  mount(statisticsApi.platformGrowthLineChart, async ({ caller, query: { days, ...filters } }) => {
    const count = Number(days);
    const period = { days: count, ...filters };
    return chartOf(await readDailyGrowth(database, closed, caller.workspaceId, period), count);
  });

  mount(statisticsApi.fanStatistics, async ({ caller: { workspaceId }, query }) => {
    const [figures, reset] = await Promise.all([
      readFigures(database, workspaceId, query),
      findReset(database, workspaceId),
    ]);
    return { ...figures, reset: reset && presentReset(reset) };
  });

  mount(statisticsApi.resetStatistics, ({ caller, body, origin }) =>
    resetStatistics(deps, caller.workspaceId, body.replaces, origin),
  );

  mount(statisticsApi.undoStatisticsReset, async ({ caller, body, origin }) => {
    await undoReset(deps, caller.workspaceId, body.resetId, origin);
    return null;
  });

  mount(statisticsApi.getFanSettings, ({ caller }) => fanSettingsOf(database, caller.workspaceId));

  mount(statisticsApi.setFanSettings, async ({ caller, body, origin }) => {
    await changeFanSettings(deps, caller.workspaceId, body, origin);
    return body;
  });
}
