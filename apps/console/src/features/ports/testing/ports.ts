/** The ports of an in-memory world: one for each online social account. */

import type * as channelsApi from '@parley/contract/channels';
import * as portsApi from '@parley/contract/ports';
import type * as subAccountsApi from '@parley/contract/sub-accounts';
import { portFigures } from '../../../lib/testing/port-figures.ts';
import { FixtureRefusal, has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

const minute = 60_000;

export type PortWorld = {
  /** The number of the workspace's ports. */
  ports: number;
  subAccounts: readonly subAccountsApi.SubAccount[];
  socialAccounts: channelsApi.SocialAccount[];
  pastSessions: portsApi.PastSession[];
};

function held(world: PortWorld): portsApi.HeldPort[] {
  return world.socialAccounts
    .filter(({ enabled, state }) => enabled && (state === 'online' || state === 'connecting'))
    .map((account, at) => {
      const owner = world.subAccounts.find(({ id }) => id === account.subAccountId);
      return {
        id: sampleId(21, at + 1),
        socialAccountId: account.id,
        platform: account.platform,
        name: account.name,
        handle: account.handle,
        state: account.state,
        subAccountId: account.subAccountId,
        accountName: owner?.accountName ?? 'agent-gone',
        subAccountRemark: account.subAccountRemark,
        takenAt: sampleTime - at * 40 * minute,
        leasedUntil: sampleTime + 90_000,
      };
    });
}

/** More sessions than one page holds. */
export function busyPastSessions(): portsApi.PastSession[] {
  const ends = portsApi.sessionEnd.options;
  return Array.from({ length: 60 }, (_, at) => {
    const endedAt = sampleTime - at * 50 * minute;
    return {
      id: sampleId(22, at + 1),
      socialAccountId: sampleId(3, 1 + (at % 3)),
      platform: (['webchat', 'telegram', 'xmpp'] as const)[at % 3] ?? 'webchat',
      ...(at % 3 === 1
        ? { name: 'Telegram shop', handle: '@shop_bot' }
        : { name: 'Website', handle: 'shop.example' }),
      subAccountId: sampleId(4, 1),
      accountName: 'agent-5eg',
      subAccountRemark: 'Ann',
      startedAt: endedAt - (at + 1) * 13 * minute,
      endedAt,
      end: ends[at % ends.length] ?? 'lost',
    };
  });
}

const matches = (
  one: { subAccountId: string; platform: string },
  query: { subAccountId?: string | undefined; platform?: string | undefined },
) =>
  (query.subAccountId === undefined || one.subAccountId === query.subAccountId) &&
  (query.platform === undefined || one.platform === query.platform);

export function portRoutes(world: PortWorld): Route[] {
  return [
    route(portsApi.portSummary, () => portFigures(world)),
    route(portsApi.heldPortPage, ({ query }) =>
      pageOf(
        held(world).filter((one) => has(`${one.name} ${one.handle}`, query.search) && matches(one, query)),
        query,
      ),
    ),
    route(portsApi.pastSessionPage, ({ query }) => {
      const all = world.pastSessions.filter((one) => matches(one, query));
      const from = Number(query.cursor ?? 0);
      const next = from + query.pageSize;
      return { list: all.slice(from, next), nextCursor: next < all.length ? String(next) : null };
    }),
    route(portsApi.setWorkspacePorts, ({ body }) => {
      if (body.ownerEmail !== 'owner@example.com') throw new FixtureRefusal('identity.owner-unknown');
      world.ports = body.ports;
      return { total: body.ports };
    }),
  ];
}
