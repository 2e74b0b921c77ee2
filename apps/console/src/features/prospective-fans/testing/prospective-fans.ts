/** The prospective fans of a workspace, in memory, latest first. */
import { prospectiveFanWith } from '@parley/chat-core/fixtures';
import * as api from '@parley/contract/prospective-fans';
import { FixtureRefusal, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export function someProspectiveFan(given: Partial<api.ProspectiveFan> = {}): api.ProspectiveFan {
  const { own: _, taken: __, ...sample } = prospectiveFanWith();
  const ids = { id: sampleId(95, 1), splitLinkId: sampleId(80, 1) };
  return { ...sample, ...ids, createdAt: sampleTime, since: sampleTime, ...given };
}

export type ProspectiveFanWorld = { prospectiveFans: api.ProspectiveFan[] };

export function prospectiveFanRoutes(world: ProspectiveFanWorld): Route[] {
  const chosen = (ids: readonly string[]) => {
    const found = world.prospectiveFans.filter(({ id }) => ids.includes(id));
    if (found.length < ids.length) throw new FixtureRefusal('prospective-fan.not-found');
    return found;
  };
  return [
    route(api.prospectiveFanPage, ({ query: { state, splitLinkId, search = '', sort } }) => {
      const list = world.prospectiveFans.filter(
        (one) =>
          (state ?? one.state) === one.state &&
          (splitLinkId ?? one.splitLinkId) === one.splitLinkId &&
          `${one.name} ${one.contact}`.includes(search),
      );
      return { list: sort === 'createdAt.asc' ? list.toReversed() : list, nextCursor: null };
    }),
    route(api.setProspectiveFanState, ({ body: { ids, state, reason } }) => {
      const changed = chosen(ids).filter((one) => one.state !== state);
      for (const one of changed)
        Object.assign(one, { state, reason, ...(state === 'open' ? { holder: null } : {}) });
      return { changed: changed.length };
    }),
    route(api.deleteProspectiveFans, ({ body: { ids } }) => {
      const gone = chosen(ids);
      world.prospectiveFans = world.prospectiveFans.filter((one) => !gone.includes(one));
      return { changed: gone.length };
    }),
  ];
}
