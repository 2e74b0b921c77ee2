/** The egress of social accounts, in a real database. */
import type { StoredProxy } from '@parley/contract/proxies';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { proxies as proxiesTable } from '../../schema/proxies.ts';
import { createProxies, type EgressAccount, type Proxies } from './index.ts';
import { mayUseProxy, regionOf } from './queries.ts';
import {
  type ProxiesHarness,
  type ProxiesWorkspace,
  startProxiesHarness,
} from './testing/proxies-harness.ts';

let harness: ProxiesHarness;
let proxies: Proxies;
let world: ProxiesWorkspace;
beforeAll(async () => {
  harness = await startProxiesHarness();
  proxies = createProxies(harness.deps);
});
afterAll(() => harness.close());
beforeEach(async () => {
  world = await harness.workspace();
});

const setProxy = (id: string, values: Partial<typeof proxiesTable.$inferInsert>) =>
  harness.database.db.update(proxiesTable).set(values).where(eq(proxiesTable.id, id));
const setAccount = (id: string, values: Partial<typeof socialAccounts.$inferInsert>) =>
  harness.database.db.update(socialAccounts).set(values).where(eq(socialAccounts.id, id));
let ports = 0;
async function add(subAccountIds: readonly string[] | null, name = 'Proxy'): Promise<StoredProxy> {
  ports += 1;
  const access = { networkProtocol: 'http', host: 'h.example.com', port: ports, proxyUserName: 'm' } as const;
  const range = subAccountIds === null ? ('all' as const) : ('some' as const);
  const form = { name, ...access, proxyPassword: 's', range, subAccountIds: [...(subAccountIds ?? [])] };
  return world.create(form);
}

/** Inserts social accounts that no connector opens, and returns them as `proxies` reads them. */
async function accountsOf(subAccountIds: readonly string[], each: number): Promise<EgressAccount[]> {
  const { workspaceId } = world;
  const rows = subAccountIds.flatMap((subAccountId) =>
    Array.from({ length: each }, () => ({ workspaceId, id: newId(), subAccountId })),
  );
  const bot = { platform: 'telegram', name: 'Bot', handle: '@bot', credentials: '', enabled: false } as const;
  await harness.database.db
    .insert(socialAccounts)
    .values(rows.map((row) => ({ ...bot, ...row, externalId: row.id })));
  return rows.map((row) => ({ ...row, proxyMode: 'auto' as const, proxyId: null }));
}
const subAccounts = async (n: number) => Promise.all(Array.from({ length: n }, () => world.addSubAccount()));
const egresses = async (accounts: readonly EgressAccount[]) => {
  const found = await proxies.findEgress(harness.database, accounts);
  return accounts.map(({ id }) => {
    const egress = found.get(id);
    return egress?.kind === 'proxy' ? egress.proxyId : egress?.kind;
  });
};
const countsShown = async () => {
  const { list } = await world.page({ pageSize: 200 });
  return new Map(list.map((it) => [it.id, it.socialAccounts]));
};

describe('the egress of a social account', () => {
  it('an account connects directly where there is no proxy, or where it is set to', async () => {
    const [account] = await accountsOf(await subAccounts(1), 1);
    if (!account) throw new Error('one was made');
    expect(await egresses([account])).toEqual(['direct']);
    await add(null);
    expect(await egresses([{ ...account, proxyMode: 'direct' }])).toEqual(['direct']);
  });

  it('prefers a proxy that names its sub-account to those for all', async () => {
    const [one = '', two = ''] = await subAccounts(2);
    const [all, named] = [await add(null), await add([one])];
    expect(await egresses(await accountsOf([one, two], 1))).toEqual([named.id, all.id]);
    expect(await egresses([])).toEqual([]);
  });

  it('an account whose proxy was deleted, or no longer covers it, has no egress, never another or a direct one', async () => {
    const [one = '', two = ''] = await subAccounts(2);
    const [named, fallback] = [await add([one]), await add(null)];
    const [account] = await accountsOf([one], 1);
    if (!account) throw new Error('one was made');
    const chosen = { ...account, proxyMode: 'chosen', proxyId: named.id } as const;
    expect(await egresses([chosen])).toEqual([named.id]);
    expect(await egresses([{ ...chosen, subAccountId: two }])).toEqual(['missing']);
    const may = (id: string, subAccountId: string) =>
      mayUseProxy(harness.database, world.workspaceId, id, subAccountId);
    expect([await may(named.id, one), await may(named.id, two), await may(fallback.id, two)]).toEqual([
      'yes',
      'no',
      'yes',
    ]);
    await setAccount(account.id, { proxyMode: 'chosen', proxyId: named.id });
    await world.remove([named.id]);
    expect(await may(named.id, one)).toBe('unknown');
    expect(await egresses([chosen])).toEqual(['missing']);
    const rows = await harness.database.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.id, account.id));
    expect(rows).toMatchObject([{ proxyMode: 'chosen', proxyId: named.id }]);
  });

  it('changes automatically as proxies are deleted, finally to a direct one, and no failure moves an account', async () => {
    const [one = ''] = await subAccounts(1);
    const [all, named] = [await add(null), await add([one])];
    const [account] = await accountsOf([one], 1);
    if (!account) throw new Error('one was made');
    const given = { ...account, proxyMode: 'chosen', proxyId: named.id } as const;
    for (const { id } of [all, named]) await setProxy(id, { status: 'failing' });
    expect(await egresses([account])).toEqual([named.id]);
    await world.remove([named.id]);
    expect(await egresses([account])).toEqual([all.id]);
    await world.remove([all.id]);
    expect(await egresses([account])).toEqual(['direct']);
    expect(await egresses([given])).toEqual(['missing']);
  });

  it('an account of another workspace never connects through this workspace’s proxies', async () => {
    const mine = await add(null);
    world = await harness.workspace();
    const [account] = await accountsOf(await subAccounts(1), 1);
    if (!account) throw new Error('one was made');
    expect(await egresses([account, { ...account, proxyMode: 'chosen', proxyId: mine.id }])).not.toContain(
      mine.id,
    );
    expect(await mayUseProxy(harness.database, world.workspaceId, mine.id, account.subAccountId)).toBe(
      'unknown',
    );
  });

  it('keeps its version and its network through renames, until its access changes', async () => {
    const proxy = await add(null);
    const [account] = await accountsOf(await subAccounts(1), 1);
    if (!account) throw new Error('one was made');
    const egress = async () => (await proxies.findEgress(harness.database, [account])).get(account.id);
    const first = await egress();
    expect(first).toMatchObject({ kind: 'proxy', name: 'Proxy', version: 1 });
    const { networkProtocol, host, port, proxyUserName } = proxy;
    const access = { networkProtocol, host, port, proxyUserName, range: 'all' as const, subAccountIds: [] };
    const change = (changes: { version: number; name: string; proxyPassword?: string }) =>
      world.update({ proxyId: proxy.id, ...access, ...changes });
    await change({ version: 1, name: 'New name' });
    expect(await egress()).toEqual({ ...first, name: 'New name' });
    await change({ version: 2, name: 'New name', proxyPassword: 'another' });
    expect(await egress()).toMatchObject({ version: 2 });
  });

  it('fails for an unreadable password without affecting other accounts', async () => {
    const [one = '', two = ''] = await subAccounts(2);
    const [lost, good] = [await add([one]), await add([two])];
    await setProxy(lost.id, { password: '00000000.lost' });
    const accounts = await accountsOf([one, two], 1);
    expect(await egresses(accounts)).toEqual([lost.id, good.id]);
    const egress = (await proxies.findEgress(harness.database, accounts)).get(accounts[0]?.id ?? '');
    if (egress?.kind !== 'proxy') throw new Error('it goes through one');
    await expect(egress.network.connect('example.com', 443)).rejects.toThrow('proxy-password-lost');
    await expect(egress.network.fetch('https://example.com/')).rejects.toThrow('proxy-password-lost');
  });

  it('names the region of its proxy’s exit', async () => {
    const [account] = await accountsOf(await subAccounts(1), 1);
    const region = () => regionOf(harness.database, world.workspaceId, account?.id ?? '');
    expect(await region()).toBeNull();
    const proxy = await add(null);
    expect(await region()).toBeNull();
    await setProxy(proxy.id, { region: 'ES' });
    expect(await region()).toBe('ES');
    await setAccount(account?.id ?? '', { proxyMode: 'direct' });
    expect(await region()).toBeNull();
  });
});

describe('many accounts', () => {
  it('spreads accounts evenly, and moves only those of an added or deleted proxy', async () => {
    const accounts = await accountsOf(await subAccounts(1), 3_000);
    const ten = [];
    for (let i = 0; i < 10; i += 1) ten.push(await add(null));
    const before = await egresses(accounts);
    for (const { id } of ten) {
      const n = before.filter((egress) => egress === id).length;
      expect(n).toBeGreaterThan(100);
      expect(n).toBeLessThan(700);
    }
    const added = await add(null);
    const after = await egresses(accounts);
    const moved = after.filter((egress, i) => egress !== before[i]);
    expect(moved.length).toBeGreaterThan(50);
    expect(new Set(moved)).toEqual(new Set([added.id]));
    await world.remove([added.id]);
    expect(await egresses(accounts)).toEqual(before);
  });

  it('counts accounts by the proxy that they use, for all ranges and modes', async () => {
    const subs = await subAccounts(6);
    const accounts = await accountsOf(subs, 40);
    const all = [await add(null), await add(null), await add(null)];
    const some = [await add(subs.slice(0, 2)), await add(subs.slice(1, 3)), await add(subs.slice(1, 2))];
    const everyProxy = [...all, ...some];
    for (const [i, account] of accounts.entries()) {
      const chosen = i % 5 === 0 ? everyProxy[i % everyProxy.length] : undefined;
      if (chosen) Object.assign(account, { proxyMode: 'chosen', proxyId: chosen.id });
      else if (i % 7 === 0) account.proxyMode = 'direct';
      await setAccount(account.id, { proxyMode: account.proxyMode, proxyId: account.proxyId });
    }
    const found = await egresses(accounts);
    const expected = new Map(
      everyProxy.map(({ id }) => [id, found.filter((egress) => egress === id).length]),
    );
    expect(await countsShown()).toEqual(expected);
    expect([...expected.values()].every((n) => n > 0)).toBe(true);
  });
});
