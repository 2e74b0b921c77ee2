import * as statisticsApi from '@parley/contract/fan-statistics';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import type { Mount } from '../../../base/http/mount.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { fanSettingsOf } from '../../workspaces/index.ts';
import { createClosedGrowth } from './closed-growth/closed-growth.ts';
import { chartOf, findReset, hasSubAccount, readDailyGrowth, readFigures, readRank } from './queries.ts';
import { changeFanSettings, presentReset, resetStatistics, undoReset } from './service.ts';

export function registerStatisticsRoutes(mount: Mount, deps: { database: Database; clock: Clock }): void {
  const { database } = deps;
  const closed = createClosedGrowth(database);

  mount(statisticsApi.subAccountFansRank, ({ caller, query }) =>
    readRank(database, closed, caller.workspaceId, query),
  );

  mount(statisticsApi.platformGrowthLineChart, async ({ caller, query: { days, subAccountId } }) => {
    const count = Number(days);
    await requireSubAccount(database, caller.workspaceId, subAccountId);
    const growth = await readDailyGrowth(database, closed, caller.workspaceId, { days: count, subAccountId });
    return chartOf(growth, count);
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

/** Throws `resource.not-found` if the sub-account doesn't exist. */
async function requireSubAccount(
  database: Database,
  workspaceId: WorkspaceId,
  id: string | undefined,
): Promise<void> {
  if (id !== undefined && !(await hasSubAccount(database, workspaceId, id)))
    throw new AppError('resource.not-found');
}
