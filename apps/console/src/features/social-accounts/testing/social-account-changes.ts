/** Renaming, moving, re-connecting and deleting social accounts in memory, and the messages that they couldn't store. */
import * as contract from '@parley/contract';
import { pageOf, Refused, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export type SocialAccountWorld = {
  socialAccounts: contract.SocialAccount[];
  subAccounts: readonly contract.SubAccount[];
  quarantined: contract.QuarantinedMessage[];
  quarantineEvicted: number;
  visitorBudget: Pick<contract.VisitorBudget, 'version' | 'visitorCharacters' | 'siteCharacters'>;
};

export const noSocialAccounts = (): SocialAccountWorld => ({
  ...{ socialAccounts: [], subAccounts: [], quarantined: [], quarantineEvicted: 0 },
  visitorBudget: { version: 0, ...contract.visitorBudgetDefaults },
});

export function someQuarantined(
  given: Partial<contract.QuarantinedMessage> = {},
): contract.QuarantinedMessage {
  return {
    ...{ id: sampleId(26, 1), socialAccountId: sampleId(3, 2), socialAccountName: 'Telegram shop' },
    ...{ platform: 'telegram', reason: 'unreadable', excerpt: '{"update_id":870000001,"message":7}' },
    ...{ retryable: true, attempts: 1, receivedAt: sampleTime, lastTriedAt: sampleTime },
    ...given,
  };
}

const budgetOf = (world: SocialAccountWorld, socialAccountId: string): contract.VisitorBudget => ({
  ...{ socialAccountId, ...world.visitorBudget },
  today: { day: '2026-03-01', timeZone: 'Asia/Shanghai', used: 4_120, visitors: 3 },
});

export function socialAccountChangeRoutes(world: SocialAccountWorld): Route[] {
  const find = (id: string) => {
    const account = world.socialAccounts.find((one) => one.id === id);
    if (account === undefined) throw new Refused('resource.not-found');
    return account;
  };
  const take = (ids: readonly string[]) => {
    const before = world.quarantined.length;
    world.quarantined = world.quarantined.filter(({ id }) => !ids.includes(id));
    for (const account of world.socialAccounts)
      account.quarantined = world.quarantined.filter((one) => one.socialAccountId === account.id).length;
    return before - world.quarantined.length;
  };
  let inactiveAfterDays = 7;
  return [
    route(contract.renameSocialAccount, ({ body }) => Object.assign(find(body.id), { name: body.name })),
    route(contract.moveSocialAccount, ({ body }) => {
      const target = world.subAccounts.find(({ id }) => id === body.subAccountId);
      if (target === undefined) throw new Refused('sub-account.not-found');
      const { id: subAccountId, remark: subAccountRemark } = target;
      return Object.assign(find(body.id), { subAccountId, subAccountRemark });
    }),
    route(contract.socialAccountCredentials, () => ({
      values: { apiRoot: 'https://bots.example' },
    })),
    route(contract.replaceSocialAccountCredentials, ({ body }) => {
      if (body.credentials.token === 'other') throw new Refused('channel.other-account');
      return Object.assign(find(body.id), { state: 'connecting' as const });
    }),
    route(contract.socialAccountContents, ({ query }) => ({
      ...{ conversations: 12, fans: 7, quarantined: find(query.id).quarantined },
    })),
    route(contract.deleteSocialAccount, ({ body }) => {
      find(body.id);
      world.socialAccounts = world.socialAccounts.filter(({ id }) => id !== body.id);
      return null;
    }),
    route(contract.socialAccountSettings, () => ({ inactiveAfterDays })),
    route(contract.setSocialAccountSettings, ({ body }) => {
      ({ inactiveAfterDays } = body);
      return { inactiveAfterDays };
    }),
    route(contract.getVisitorBudget, ({ query }) => budgetOf(world, query.socialAccountId)),
    route(contract.updateVisitorBudget, ({ body }) => {
      const { socialAccountId, version, ...limits } = body;
      if (version !== world.visitorBudget.version) throw new Refused('resource.stale');
      world.visitorBudget = { version: version + 1, ...limits };
      return budgetOf(world, socialAccountId);
    }),
    route(contract.quarantinePage, ({ query }) => {
      const its = world.quarantined.filter(
        (one) => query.socialAccountId === undefined || one.socialAccountId === query.socialAccountId,
      );
      return { ...pageOf(its, query), evicted: world.quarantineEvicted };
    }),
    route(contract.retryQuarantined, ({ body }) => ({ stored: take(body.ids), left: 0 })),
    route(contract.discardQuarantined, ({ body }) => ({ changed: take(body.ids) })),
  ];
}
