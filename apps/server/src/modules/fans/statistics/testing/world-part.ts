import { fanStatistics } from '@parley/contract/examples';
import * as statisticsApi from '@parley/contract/fan-statistics';
import type { WorldPart } from '../../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  async make({ app, owner }) {
    const reset = await app.call(statisticsApi.resetStatistics, { body: { replaces: null } }, owner.token);
    return { [fanStatistics.statisticsResetId]: reset.id };
  },
  audited: {
    'fanStatistics.resetStatistics': async (app, world) => ({
      body: { replaces: await inForce(app, world.owner.token) },
    }),
    'fanStatistics.undoStatisticsReset': async (app, world) => ({
      body: { resetId: await inForce(app, world.owner.token) },
    }),
  },
};

type App = { call: Parameters<NonNullable<WorldPart['make']>>[0]['app']['call'] };

async function inForce(app: App, token: string): Promise<string> {
  const { reset } = await app.call(statisticsApi.fanStatistics, { query: {} }, token);
  if (reset) return reset.id;
  return (await app.call(statisticsApi.resetStatistics, { body: { replaces: null } }, token)).id;
}
