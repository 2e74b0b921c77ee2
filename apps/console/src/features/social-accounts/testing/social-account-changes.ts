/** Renaming, moving, reconnecting and deleting social accounts in memory, and the messages that couldn't be stored. */
import * as channelsApi from '@parley/contract/channels';
import type * as subAccountsApi from '@parley/contract/sub-accounts';
import * as visitorBudgetsApi from '@parley/contract/visitor-budgets';
import { FixtureRefusal, getItem, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';
import { noPurge, type PurgeWorld } from './purges.ts';

export type SocialAccountWorld = PurgeWorld & {
  socialAccounts: channelsApi.SocialAccount[];
  subAccounts: readonly subAccountsApi.SubAccount[];
  quarantined: channelsApi.QuarantinedMessage[];
  quarantineEvicted: number;
  pairings: channelsApi.AccountPairing[];
  visitorBudget: Pick<visitorBudgetsApi.VisitorBudget, 'version' | 'visitorCharacters' | 'siteCharacters'>;
};

export const noSocialAccounts = (): SocialAccountWorld => ({
  socialAccounts: [],
  subAccounts: [],
  quarantined: [],
  quarantineEvicted: 0,
  pairings: [],
  purge: noPurge(),
  visitorBudget: { version: 0, ...visitorBudgetsApi.visitorBudgetDefaults },
});

export function someQuarantined(
  given: Partial<channelsApi.QuarantinedMessage> = {},
): channelsApi.QuarantinedMessage {
  return {
    id: sampleId(26, 1),
    socialAccountId: sampleId(3, 2),
    socialAccountName: 'Telegram shop',
    platform: 'telegram',
    reason: 'unreadable',
    excerpt: '{"update_id":870000001,"message":7}',
    retryable: true,
    attempts: 1,
    receivedAt: sampleTime,
    lastTriedAt: sampleTime,
    ...given,
  };
}

const budgetOf = (world: SocialAccountWorld, socialAccountId: string): visitorBudgetsApi.VisitorBudget => ({
  socialAccountId,
  ...world.visitorBudget,
  today: { day: '2026-03-01', timeZone: 'Asia/Shanghai', used: 4_120, visitors: 3 },
});

function visitorBudgetRoutes(world: SocialAccountWorld): Route[] {
  return [
    route(visitorBudgetsApi.getVisitorBudget, ({ query }) => budgetOf(world, query.socialAccountId)),
    route(visitorBudgetsApi.updateVisitorBudget, ({ body }) => {
      const { socialAccountId, version, ...limits } = body;
      if (version !== world.visitorBudget.version) throw new FixtureRefusal('resource.stale');
      world.visitorBudget = { version: version + 1, ...limits };
      return budgetOf(world, socialAccountId);
    }),
  ];
}

/** Imports that are advanced by the test. */
function historyRoutes(find: (id: string) => channelsApi.SocialAccount): Route[] {
  const put = (id: string, latest: Partial<channelsApi.HistoryImport>) => {
    const account = find(id);
    if (account.history === null) throw new FixtureRefusal('channel.no-history');
    const fresh: channelsApi.HistoryImport = {
      range: '30-days',
      state: 'waiting',
      reason: null,
      messages: 0,
      fans: 0,
      skipped: 0,
      read: 0,
      total: null,
      oldestAt: null,
      limited: false,
      startedAt: sampleTime,
      endedAt: null,
    };
    return Object.assign(account, {
      history: { ...account.history, latest: { ...fresh, ...account.history.latest, ...latest } },
    });
  };
  return [
    route(channelsApi.startHistoryImport, ({ body }) =>
      put(body.id, {
        range: body.range,
        state: 'waiting',
        reason: null,
        messages: 0,
        fans: 0,
        endedAt: null,
      }),
    ),
    route(channelsApi.retryHistoryImport, ({ body }) =>
      put(body.id, { state: 'waiting', reason: null, endedAt: null }),
    ),
    route(channelsApi.cancelHistoryImport, ({ body }) =>
      put(body.id, { state: 'cancelled', endedAt: sampleTime }),
    ),
  ];
}

export function socialAccountChangeRoutes(world: SocialAccountWorld): Route[] {
  const find = (id: string) => getItem(world.socialAccounts, (one) => one.id === id);
  const take = (ids: readonly string[]) => {
    const before = world.quarantined.length;
    world.quarantined = world.quarantined.filter(({ id }) => !ids.includes(id));
    for (const account of world.socialAccounts)
      account.quarantined = world.quarantined.filter((one) => one.socialAccountId === account.id).length;
    return before - world.quarantined.length;
  };
  let inactiveAfterDays = 7;
  return [
    route(channelsApi.renameSocialAccount, ({ body }) => Object.assign(find(body.id), { name: body.name })),
    route(channelsApi.setSocialAccountGroups, ({ body }) =>
      Object.assign(find(body.id), { joinsGroups: body.joinsGroups }),
    ),
    route(channelsApi.moveSocialAccount, ({ body }) => {
      const target = getItem(
        world.subAccounts,
        ({ id }) => id === body.subAccountId,
        'sub-account.not-found',
      );
      const { id: subAccountId, remark: subAccountRemark } = target;
      return Object.assign(find(body.id), { subAccountId, subAccountRemark });
    }),
    route(channelsApi.socialAccountCredentials, () => ({
      values: { apiRoot: 'https://bots.example' },
    })),
    route(channelsApi.replaceSocialAccountCredentials, ({ body }) => {
      if (body.credentials.token === 'other') throw new FixtureRefusal('channel.other-account');
      return Object.assign(find(body.id), { state: 'connecting' as const });
    }),
    route(channelsApi.socialAccountContents, ({ query }) => ({
      conversations: 12,
      fans: 7,
      quarantined: find(query.id).quarantined,
    })),
    route(channelsApi.deleteSocialAccount, ({ body }) => {
      find(body.id);
      world.socialAccounts = world.socialAccounts.filter(({ id }) => id !== body.id);
      return null;
    }),
    route(channelsApi.socialAccountSettings, () => ({ inactiveAfterDays })),
    route(channelsApi.setSocialAccountSettings, ({ body }) => {
      ({ inactiveAfterDays } = body);
      return { inactiveAfterDays };
    }),
    ...visitorBudgetRoutes(world),
    ...historyRoutes(find),
    route(channelsApi.quarantinePage, ({ query }) => {
      const its = world.quarantined.filter(
        (one) => query.socialAccountId === undefined || one.socialAccountId === query.socialAccountId,
      );
      return { ...pageOf(its, query), evicted: world.quarantineEvicted };
    }),
    route(channelsApi.retryQuarantined, ({ body }) => ({ stored: take(body.ids), left: 0 })),
    route(channelsApi.discardQuarantined, ({ body }) => ({ changed: take(body.ids) })),
  ];
}
