import * as proxiesApi from '@parley/contract/proxies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createSecretBox } from '../../base/crypto/secrets.ts';
import { createLog } from '../../base/log.ts';
import { createNetwork } from '../../base/network.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { createProxies, type EgressAccount, type Proxies } from './index.ts';
import { mayUse, regionOf } from './queries.ts';

let app: TestApp;
let proxies: Proxies;
let owner: TestOwner;
beforeAll(async () => {
  app = await startTestApp();
  proxies = createProxies({
    database: app.app.database,
    secrets: createSecretBox(app.config.secrets),
    network: createNetwork({ inward: true }),
    clock: systemClock,
    log: createLog('silent'),
    inward: true,
    checkUrl: app.config.PROXY_CHECK_URL,
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
});

const query = (text: string, values: unknown[] = []) => app.app.database.pool.query(text, values);
let ports = 0;
async function add(subAccountIds: readonly string[] | null, name = 'Proxy'): Promise<proxiesApi.KeptProxy> {
  ports += 1;
  const access = { networkProtocol: 'http', host: 'h.example.com', port: ports, proxyUserName: 'm' } as const;
  const range = subAccountIds === null ? ('all' as const) : ('some' as const);
  const body = { name, ...access, proxyPassword: 's', range, subAccountIds: [...(subAccountIds ?? [])] };
  return app.call(proxiesApi.createProxy, { body }, owner.token);
}
const remove = (ids: string[]) => app.call(proxiesApi.deleteProxies, { body: { ids } }, owner.token);

/** Inserts social accounts that no connector opens, and returns them as `proxies` reads them. */
async function accountsOf(subAccountIds: readonly string[], each: number): Promise<EgressAccount[]> {
  const { rows } = await query(
    `insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials, enabled)
     select $1, gen_random_uuid(), 'telegram', 'Bot', s || ' ' || n, '@bot', s, '', false
     from unnest($2::uuid[]) s, generate_series(1, $3::int) n returning id, sub_account_id`,
    [owner.workspaceId, subAccountIds, each],
  );
  return rows.map((row) => ({
    workspaceId: owner.workspaceId,
    id: row.id,
    subAccountId: row.sub_account_id,
    proxyMode: 'auto' as const,
    proxyId: null,
  }));
}
const subAccounts = async (n: number) =>
  Promise.all(Array.from({ length: n }, async () => (await app.createSubAccount(owner)).subAccountId));
const egresses = async (accounts: readonly EgressAccount[]) => {
  const found = await proxies.findEgress(app.app.database, accounts);
  return accounts.map(({ id }) => {
    const egress = found.get(id);
    return egress?.kind === 'proxy' ? egress.proxyId : egress?.kind;
  });
};
const countsShown = async () => {
  const { list } = await app.call(proxiesApi.proxyPage, { query: { pageSize: 200 } }, owner.token);
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
      mayUse(app.app.database, owner.workspaceId, id, subAccountId);
    expect([await may(named.id, one), await may(named.id, two), await may(fallback.id, two)]).toEqual([
      'yes',
      'no',
      'yes',
    ]);
    await query(`update social_accounts set proxy_mode = 'chosen', proxy_id = $1 where id = $2`, [
      named.id,
      account.id,
    ]);
    await remove([named.id]);
    expect(await may(named.id, one)).toBe('unknown');
    expect(await egresses([chosen])).toEqual(['missing']);
    const { rows } = await query('select proxy_mode, proxy_id from social_accounts where id = $1', [
      account.id,
    ]);
    expect(rows).toEqual([{ proxy_mode: 'chosen', proxy_id: named.id }]);
  });

  it('changes automatically as proxies are deleted, finally to a direct one, and no failure moves an account', async () => {
    const [one = ''] = await subAccounts(1);
    const [all, named] = [await add(null), await add([one])];
    const [account] = await accountsOf([one], 1);
    if (!account) throw new Error('one was made');
    const given = { ...account, proxyMode: 'chosen', proxyId: named.id } as const;
    await query(`update proxies set status = 'failing' where workspace_id = $1`, [owner.workspaceId]);
    expect(await egresses([account])).toEqual([named.id]);
    await remove([named.id]);
    expect(await egresses([account])).toEqual([all.id]);
    await remove([all.id]);
    expect(await egresses([account])).toEqual(['direct']);
    expect(await egresses([given])).toEqual(['missing']);
  });

  it('an account of another workspace never connects through this workspace’s proxies', async () => {
    const mine = await add(null);
    owner = await app.registerOwner({ characters: 0 });
    const [account] = await accountsOf(await subAccounts(1), 1);
    if (!account) throw new Error('one was made');
    expect(await egresses([account, { ...account, proxyMode: 'chosen', proxyId: mine.id }])).not.toContain(
      mine.id,
    );
    expect(await mayUse(app.app.database, owner.workspaceId, mine.id, account.subAccountId)).toBe('unknown');
  });

  it('keeps its version and its network through renames, until its access changes', async () => {
    const proxy = await add(null);
    const [account] = await accountsOf(await subAccounts(1), 1);
    if (!account) throw new Error('one was made');
    const egress = async () => (await proxies.findEgress(app.app.database, [account])).get(account.id);
    const first = await egress();
    expect(first).toMatchObject({ kind: 'proxy', name: 'Proxy', version: 1 });
    const { networkProtocol, host, port, proxyUserName } = proxy;
    const access = { networkProtocol, host, port, proxyUserName, range: 'all' as const, subAccountIds: [] };
    const change = (body: { version: number; name: string; proxyPassword?: string }) =>
      app.call(proxiesApi.updateProxy, { body: { proxyId: proxy.id, ...access, ...body } }, owner.token);
    await change({ version: 1, name: 'New name' });
    expect(await egress()).toEqual({ ...first, name: 'New name' });
    await change({ version: 2, name: 'New name', proxyPassword: 'another' });
    expect(await egress()).toMatchObject({ version: 2 });
  });

  it('fails for an unreadable password without affecting other accounts', async () => {
    const [one = '', two = ''] = await subAccounts(2);
    const [lost, good] = [await add([one]), await add([two])];
    await query(`update proxies set password = '00000000.lost' where id = $1`, [lost.id]);
    const accounts = await accountsOf([one, two], 1);
    expect(await egresses(accounts)).toEqual([lost.id, good.id]);
    const egress = (await proxies.findEgress(app.app.database, accounts)).get(accounts[0]?.id ?? '');
    if (egress?.kind !== 'proxy') throw new Error('it goes through one');
    await expect(egress.network.connect('example.com', 443)).rejects.toThrow('proxy-password-lost');
    await expect(egress.network.fetch('https://example.com/')).rejects.toThrow('proxy-password-lost');
  });

  it('names the region of its proxy’s exit', async () => {
    const [account] = await accountsOf(await subAccounts(1), 1);
    const region = () => regionOf(app.app.database, owner.workspaceId, account?.id ?? '');
    expect(await region()).toBeNull();
    const proxy = await add(null);
    expect(await region()).toBeNull();
    await query(`update proxies set region = 'ES' where id = $1`, [proxy.id]);
    expect(await region()).toBe('ES');
    await query(`update social_accounts set proxy_mode = 'direct' where id = $1`, [account?.id]);
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
    await remove([added.id]);
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
      await query('update social_accounts set proxy_mode = $1, proxy_id = $2 where id = $3', [
        account.proxyMode,
        account.proxyId,
        account.id,
      ]);
    }
    const found = await egresses(accounts);
    const expected = new Map(
      everyProxy.map(({ id }) => [id, found.filter((egress) => egress === id).length]),
    );
    expect(await countsShown()).toEqual(expected);
    expect([...expected.values()].every((n) => n > 0)).toBe(true);
  });
});
