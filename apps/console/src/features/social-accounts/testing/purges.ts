/** The setting for deleting shared social accounts, in memory. */
import * as channelsApi from '@parley/contract/channels';
import { FixtureRefusal, type Route, route } from '../../../lib/testing/route.ts';

export type PurgeWorld = {
  purge: {
    afterDays: number | null;
    leastDays: number;
    /** Returns what would be deleted after this many days. */
    previews: (afterDays: number) => channelsApi.AccountPurgePreview;
  };
};

export const noPurge = (): PurgeWorld['purge'] => ({
  afterDays: null,
  leastDays: channelsApi.purgeDays.least,
  previews: () => ({ due: 0, firstAt: null }),
});

export function purgeRoutes({ purge }: PurgeWorld): Route[] {
  const shown = () => ({ afterDays: purge.afterDays, leastDays: purge.leastDays });
  return [
    route(channelsApi.getAccountPurge, shown),
    route(channelsApi.previewAccountPurge, ({ query }) => purge.previews(query.afterDays)),
    route(channelsApi.setAccountPurge, ({ body }) => {
      if (body.replaces !== purge.afterDays) throw new FixtureRefusal('resource.stale');
      if (body.afterDays !== null && body.afterDays < purge.leastDays)
        throw new FixtureRefusal('channel.purge-too-early', { days: String(purge.leastDays) });
      purge.afterDays = body.afterDays;
      return shown();
    }),
  ];
}
