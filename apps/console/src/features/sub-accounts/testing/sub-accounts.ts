/** The sub-accounts of an in-memory world, with the server's rules as far as they affect a screen. */

import type * as contract from '@parley/contract';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { portFigures } from '../../../lib/testing/port-figures.ts';
import { FixtureRefusal, getItem, has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export type SubAccountWorld = {
  ownerRemaining: number;
  subAccounts: subAccountsApi.SubAccount[];
  /** Allocations by request id, so that each counts once. */
  allocations: Map<string, number>;
  /** The number of the workspace's ports. */
  ports: number;
};

type Filters = contract.ParsedRequestOf<typeof subAccountsApi.subAccountPage>['query'];

/** Sub-accounts with varied settings. */
export function busySubAccounts(): subAccountsApi.SubAccount[] {
  return Array.from({ length: 34 }, (_, at) => {
    const disabled = at % 7 === 6;
    const unlimited = at % 5 === 0;
    return someSubAccount({
      id: sampleId(4, at + 1),
      accountName: `agent-${(7_000 + at * 37).toString(36)}`,
      remark: ['Ann', 'Night shift', '李娜', 'Support EU'][at % 4] ?? '',
      status: disabled ? 'disabled' : 'normal',
      isDefault: at === 0,
      unlimited,
      // As the server returns it: an unlimited one can spend the owner's balance.
      remaining: unlimited ? 1_284_500 : 12_000 * at,
      platforms: at % 3 === 1 ? ['webchat', 'telegram', 'xmpp', 'whatsapp'] : null,
      autoAllocation: at % 4 === 3 && !unlimited ? { below: 5_000, amount: 20_000 } : null,
      portMode: at === 1 ? 'fixed' : 'dynamic',
      portLimit: at === 1 ? 5 : 10,
      portsTaken: disabled ? 0 : at % 3,
      socialAccounts: { online: disabled ? 0 : at % 3, total: 2 + (at % 3) },
      deskOnline: !disabled && at % 2 === 0,
      createdAt: sampleTime - at * 26 * 3_600_000,
    });
  });
}

function matches(one: subAccountsApi.SubAccount, query: Omit<Filters, 'pageNo' | 'pageSize'>): boolean {
  const { status, platform, characters, portMode, sessions } = query;
  return (
    has(`${one.accountName} ${one.remark}`, query.search) &&
    (status === undefined || one.status === status) &&
    (platform === undefined || one.platforms === null || one.platforms.includes(platform)) &&
    (characters === undefined || one.unlimited === (characters === 'unlimited')) &&
    (portMode === undefined || one.portMode === portMode) &&
    (sessions === undefined || one.socialAccounts.online > 0 === (sessions === 'online'))
  );
}

function foundIn(world: SubAccountWorld, wanted: string): subAccountsApi.SubAccount {
  return getItem(world.subAccounts, ({ id }) => id === wanted, 'sub-account.not-found');
}

function movingRoutes(world: SubAccountWorld): Route[] {
  /** @param sign 1: from the owner, -1: back */
  const move = (
    body: contract.ParsedRequestOf<typeof subAccountsApi.allocateCharacters>['body'],
    sign: 1 | -1,
  ) => {
    const found = foundIn(world, body.subAccountId);
    if (found.unlimited) throw new FixtureRefusal('sub-account.unlimited');
    if (world.allocations.has(body.requestId)) return found;
    if (body.amount > (sign === 1 ? world.ownerRemaining : found.remaining))
      throw new FixtureRefusal('characters.short');
    world.allocations.set(body.requestId, sign * body.amount);
    world.ownerRemaining -= sign * body.amount;
    found.remaining += sign * body.amount;
    return found;
  };
  return [
    route(subAccountsApi.allocateCharacters, ({ body }) => move(body, 1)),
    route(subAccountsApi.takeBackCharacters, ({ body }) => move(body, -1)),
  ];
}

function batchRoutes(world: SubAccountWorld): Route[] {
  const chosen = (ids: readonly string[], ending: boolean) => {
    const all = ids.map((id) => foundIn(world, id));
    if (ending && all.some(({ isDefault }) => isDefault)) throw new FixtureRefusal('sub-account.default');
    return all;
  };
  return [
    route(subAccountsApi.setSubAccountStatus, ({ body: { ids, status } }) => {
      const all = chosen(ids, status === 'disabled').filter((one) => one.status !== status);
      for (const one of all) {
        one.status = status;
        one.version += 1;
        if (status === 'disabled') {
          one.socialAccounts.online = 0;
          Object.assign(one, { portsTaken: 0, deskOnline: false });
        }
      }
      return { changed: all.length };
    }),
    route(subAccountsApi.deleteSubAccounts, ({ body: { ids } }) => {
      const all = chosen(ids, true);
      for (const { unlimited, remaining } of all) world.ownerRemaining += unlimited ? 0 : remaining;
      world.subAccounts = world.subAccounts.filter((one) => !all.includes(one));
      return { changed: all.length };
    }),
    route(subAccountsApi.resetSubAccountPassword, ({ body }) => {
      const [one] = chosen([body.subAccountId], true);
      return { accountName: one?.accountName ?? '', password: body.password ?? 'nW3-made-anew' };
    }),
  ];
}

function assertRoom(world: SubAccountWorld, mode: 'fixed' | 'dynamic', limit: number, held = 0): void {
  const free = portFigures(world).free + held;
  if (mode === 'fixed' && limit > free) throw new FixtureRefusal('ports.short', { needed: limit, free });
}

function create(world: SubAccountWorld, { characters, password, ...decided }: subAccountsApi.SubAccountForm) {
  if (characters > world.ownerRemaining) throw new FixtureRefusal('characters.short');
  assertRoom(world, decided.portMode, decided.portLimit);
  world.ownerRemaining -= characters;
  const subAccount = someSubAccount({
    ...decided,
    id: sampleId(4, 1000 + world.subAccounts.length),
    accountName: `agent-new-${world.subAccounts.length}`,
    remaining: characters,
    usedToday: 0,
    usedTotal: 0,
    portsTaken: 0,
    socialAccounts: { online: 0, total: 0 },
  });
  world.subAccounts.unshift(subAccount);
  return { subAccount, password: password ?? 'mT7-made-for-you' };
}

export function subAccountRoutes(world: SubAccountWorld): Route[] {
  return [
    route(subAccountsApi.subAccountPage, ({ query }) =>
      pageOf(
        world.subAccounts.filter((one) => matches(one, query)),
        query,
      ),
    ),
    route(subAccountsApi.subAccountNames, ({ query }) => ({
      list: world.subAccounts
        .filter(({ id }) => query.ids.split(',').includes(id))
        .map(({ id, remark }) => ({ id, name: remark, isOwners: false })),
    })),
    route(subAccountsApi.getSubAccount, ({ query }) => foundIn(world, query.subAccountId)),
    route(subAccountsApi.createSubAccount, ({ body }) => create(world, body)),
    route(subAccountsApi.updateSubAccount, ({ body: { subAccountId, version, ...decided } }) => {
      const found = foundIn(world, subAccountId);
      if (found.version !== version) throw new FixtureRefusal('resource.stale');
      assertRoom(
        world,
        decided.portMode,
        decided.portLimit,
        found.portMode === 'fixed' ? found.portLimit : 0,
      );
      if (decided.unlimited) world.ownerRemaining += found.remaining;
      return Object.assign(found, decided, {
        version: version + 1,
        remaining: decided.unlimited ? 0 : found.remaining,
      });
    }),
    ...movingRoutes(world),
    ...batchRoutes(world),
  ];
}

export function someSubAccount(given: Partial<subAccountsApi.SubAccount> = {}): subAccountsApi.SubAccount {
  return {
    id: sampleId(4, 1),
    accountName: 'ann-7k2m',
    remark: 'Ann',
    status: 'normal',
    isDefault: false,
    platforms: null,
    unlimited: false,
    autoAllocation: null,
    portMode: 'dynamic',
    portLimit: 10,
    multiDevice: true,
    profileSharing: true,
    autoReply: false,
    sessionArchive: true,
    saveChatHistory: true,
    dedupeScope: 'workspace',
    remaining: 50_000,
    usedToday: 1_200,
    usedTotal: 48_000,
    socialAccounts: { online: 1, total: 2 },
    portsTaken: 1,
    deskOnline: false,
    version: 1,
    createdAt: sampleTime,
    ...given,
  };
}
