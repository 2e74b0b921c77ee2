import { randomUUID } from 'node:crypto';
import type * as contract from '@parley/contract';
import * as proxiesApi from '@parley/contract/proxies';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { until } from '@parley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox } from '../../base/crypto/secrets.ts';
import { transaction } from '../../base/db/database.ts';
import { type RealProxy, startRealProxy } from '../../base/testing/real-proxy.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { Refused } from '../../testing/test-client.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';
import { type CheckService, startCheckService } from './fixtures/check-service.ts';
import { deleteSubAccountData } from './index.ts';

let service: CheckService;
let real: RealProxy;
let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
beforeAll(async () => {
  [service, real] = await Promise.all([startCheckService(), startRealProxy('socks5')]);
  app = await startTestApp({ config: { PROXY_CHECK_URL: service.url } });
});
afterAll(async () => {
  await app.close();
  await real.close();
  await service.close();
});
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
  agent = await app.createSubAccount(owner);
});

const formOf = (over: Partial<proxiesApi.ProxyForm> = {}): proxiesApi.ProxyForm => ({
  name: 'Madrid',
  networkProtocol: 'http',
  host: 'proxy.example.com',
  port: 8080,
  proxyUserName: 'marta',
  proxyPassword: 's3cret-of-marta',
  range: 'all',
  subAccountIds: [],
  ...over,
});
const create = (over: Partial<proxiesApi.ProxyForm> = {}) =>
  app.call(proxiesApi.createProxy, { body: formOf(over) }, owner.token);
const changesOf = (proxy: proxiesApi.KeptProxy, over: Partial<proxiesApi.ProxyChanges> = {}) => {
  const {
    id: proxyId,
    version,
    name,
    networkProtocol,
    host,
    port,
    proxyUserName,
    range,
    subAccountIds,
  } = proxy;
  return {
    proxyId,
    version,
    name,
    networkProtocol,
    host,
    port,
    proxyUserName,
    range,
    subAccountIds,
    ...over,
  };
};
const update = (proxy: proxiesApi.KeptProxy, over: Partial<proxiesApi.ProxyChanges> = {}) =>
  app.call(proxiesApi.updateProxy, { body: changesOf(proxy, over) }, owner.token);
const page = async (query: contract.RequestOf<typeof proxiesApi.proxyPage>['query'] = {}) =>
  app.call(proxiesApi.proxyPage, { query }, owner.token);
const test = (proxyId: string) => app.call(proxiesApi.testProxy, { body: { proxyId } }, owner.token);
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refused)) throw new Error('it should have been refused', { cause: error });
  return error;
};
const refused = async (work: Promise<unknown>) => (await refusal(work)).error;
const stored = async (id: string) =>
  (await app.app.database.pool.query('select * from proxies where id = $1', [id])).rows[0];

it('returns a proxy without its password, and none that is deleted or another workspace’s', async () => {
  const proxy = await create();
  const get = (token: string, proxyId = proxy.id) =>
    app.call(proxiesApi.getProxy, { query: { proxyId } }, token);
  expect(await get(owner.token)).toEqual(proxy);
  expect(JSON.stringify(await get(owner.token))).not.toContain('s3cret');
  const stranger = await app.registerOwner({ characters: 0 });
  for (const [token, proxyId] of [[stranger.token], [owner.token, randomUUID()]] as const) {
    await expect(get(token, proxyId)).rejects.toMatchObject({ error: 'proxy.not-found' });
  }
});

it('names the sub-accounts that may use a proxy', async () => {
  const { remark } = await app.call(
    subAccountsApi.getSubAccount,
    { query: { subAccountId: agent.subAccountId } },
    owner.token,
  );
  const proxy = await create({ range: 'some', subAccountIds: [agent.subAccountId] });
  expect(proxy.subAccountNames).toEqual([remark]);
});

describe('a proxy', () => {
  it('a proxy is added, shown without its password, and kept sealed to its row', async () => {
    const proxy = await create();
    expect(proxy).toEqual({
      ...changesOf(proxy),
      proxyId: undefined,
      id: proxy.id,
      subAccountNames: [],
      status: 'untested',
      latency: null,
      region: null,
      exitAddress: null,
      problem: null,
      testedAt: null,
      socialAccounts: 0,
      version: 1,
      createdAt: expect.any(Number),
    });
    expect(await page()).toEqual({ list: [proxy], total: 1 });
    const row = await stored(proxy.id);
    expect(JSON.stringify(row)).not.toContain('s3cret');
    const secrets = createSecretBox(app.config.secrets);
    expect(secrets.open(row.password, `proxy ${proxy.id}`)).toBe('s3cret-of-marta');
    expect(() => secrets.open(row.password, `proxy ${randomUUID()}`)).toThrow();
  });

  it('a proxy is added once, in any spelling of its host and by any number of concurrent requests', async () => {
    const twenty = await Promise.allSettled(
      Array.from({ length: 20 }, () => create({ host: '[2001:db8::7]' })),
    );
    expect(twenty.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
    for (const host of ['2001:DB8:0::7', '[2001:db8:0:0:0:0:0:7]']) {
      expect(await refused(create({ host }))).toBe('proxy.already-added');
    }
    const other = await create({ host: '2001:db8::7', proxyUserName: 'luis' });
    expect(other.host).toBe('2001:db8::7');
    expect(await refused(update(other, { proxyUserName: 'marta' }))).toBe('proxy.already-added');
    expect((await page()).total).toBe(2);
  });

  it.each(['::::', '1.2.3.4.5', '256.1.1.1', 'a..b', '[::g]'])(
    'a proxy is refused with %s for a host',
    async (host) => {
      const { failure, error } = await refusal(create({ host }));
      expect([error, Object.keys(failure.fields ?? {})]).toEqual(['request.invalid', ['host']]);
    },
  );

  it('refers only to existing sub-accounts of its workspace', async () => {
    const other = await app.createSubAccount(await app.registerOwner({ characters: 0 }));
    for (const foreign of [other.subAccountId, randomUUID()]) {
      const subAccountIds = [agent.subAccountId, foreign];
      expect(await refused(create({ range: 'some', subAccountIds }))).toBe('sub-account.not-found');
    }
    const subAccountIds = [agent.subAccountId, agent.subAccountId];
    const proxy = await create({ range: 'some', subAccountIds });
    expect(proxy.subAccountIds).toEqual([agent.subAccountId]);
    expect((await update(proxy, { range: 'all' })).subAccountIds).toEqual([]);
    const both = await create({ port: 1, range: 'all', subAccountIds });
    expect(both.subAccountIds).toEqual([]);
  });

  it('a proxy is kept when a sub-account that it names is deleted', async () => {
    const second = await app.createSubAccount(owner);
    const subAccountIds = [agent.subAccountId, second.subAccountId].sort();
    const proxy = await create({ range: 'some', subAccountIds });
    const forget = () =>
      transaction(app.app.database, (tx) => deleteSubAccountData(tx, owner.workspaceId, agent.subAccountId));
    expect([await forget(), await forget()]).toEqual([false, false]);
    expect((await page()).list).toMatchObject([{ id: proxy.id, subAccountIds: [second.subAccountId] }]);
  });
});

describe('the list', () => {
  it('finds proxies by name, host, protocol, status and sub-account, newest first', async () => {
    const second = await app.createSubAccount(owner);
    const all = await create({ name: '100% Spain' });
    const some = await create({
      name: 'Vigo',
      host: 'a_b.example.com',
      networkProtocol: 'socks5',
      range: 'some',
      subAccountIds: [agent.subAccountId],
    });
    const ids = async (query: Parameters<typeof page>[0]) => (await page(query)).list.map((it) => it.id);
    expect(await ids({})).toEqual([some.id, all.id]);
    expect(await ids({ pageSize: 1, pageNo: 2 })).toEqual([all.id]);
    expect(await ids({ search: '0%' })).toEqual([all.id]);
    expect(await ids({ search: 'A_B' })).toEqual([some.id]);
    expect(await ids({ networkProtocol: 'socks5' })).toEqual([some.id]);
    expect(await ids({ subAccountId: agent.subAccountId })).toEqual([some.id, all.id]);
    expect(await ids({ subAccountId: second.subAccountId })).toEqual([all.id]);
    expect(await ids({ status: 'working' })).toEqual([]);
    expect((await page({ status: 'untested', pageSize: 1 })).total).toBe(2);
  });
});

describe('a change', () => {
  const egress = async (id: string) => {
    const { way_version, version, status } = await stored(id);
    return { egress: way_version, version, status };
  };
  const working = async (proxy: proxiesApi.KeptProxy) => {
    await app.app.database.pool.query(`update proxies set status = 'working', latency = 5 where id = $1`, [
      proxy.id,
    ]);
    return proxy;
  };

  it('a change of its name, its range or to the same password keeps its connections and test results', async () => {
    const proxy = await working(await create());
    const renamed = await update(proxy, { name: 'Toledo' });
    await update(renamed, {
      proxyPassword: 's3cret-of-marta',
      range: 'some',
      subAccountIds: [agent.subAccountId],
    });
    expect(await egress(proxy.id)).toEqual({ egress: 1, version: 3, status: 'working' });
  });

  it.each([
    ['protocol', { networkProtocol: 'https' }],
    ['host', { host: 'other.example.com' }],
    ['port', { port: 8081 }],
    ['user', { proxyUserName: 'luis' }],
    ['password', {}],
  ] as const)(
    'a change of its %s forgets what was tested and opens its connections again',
    async (_, over) => {
      const proxy = await working(await create());
      const changed = await update(proxy, { proxyPassword: 'another', ...over });
      expect(changed).toMatchObject({ ...over, status: 'untested', latency: null });
      expect(await egress(proxy.id)).toEqual({ egress: 2, version: 2, status: 'untested' });
    },
  );

  it.each([
    ['protocol', { networkProtocol: 'socks5' }],
    ['host', { host: 'thief.example.com' }],
    ['port', { port: 8081 }],
  ] as const)('a change of its %s alone asks for the password again', async (_, over) => {
    const proxy = await create();
    const { error, failure } = await refusal(update(proxy, over));
    expect([error, failure.fields]).toEqual(['request.invalid', { proxyPassword: 'This is required' }]);
    expect(await egress(proxy.id)).toMatchObject({ version: 1 });
    expect((await update(proxy, { proxyUserName: 'luis', host: 'PROXY.example.com' })).version).toBe(2);
  });

  it('a stale change of a proxy is refused', async () => {
    const proxy = await create();
    const ten = Array.from({ length: 10 }, (_, i) => update(proxy, { name: `Name ${i}` }));
    const settled = await Promise.allSettled(ten);
    expect(settled.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
    expect(await refused(update(proxy, { name: 'late' }))).toBe('resource.stale');
  });

  it('replaces a password that can no longer be read', async () => {
    const proxy = await create();
    await app.app.database.pool.query(`update proxies set password = '00000000.lost' where id = $1`, [
      proxy.id,
    ]);
    expect(await test(proxy.id)).toMatchObject({
      status: 'failing',
      problem: 'proxy-password-lost',
    });
    const current = (await page()).list[0] ?? proxy;
    expect((await refusal(update(current, { name: 'x' }))).failure.fields).toHaveProperty('proxyPassword');
    expect(await update(current, { proxyPassword: 'new' })).toMatchObject({ status: 'untested' });
  });
});

describe('deleting', () => {
  it('deletes all or none', async () => {
    const [one, two] = [await create(), await create({ port: 1 })];
    const remove = (ids: string[]) => app.call(proxiesApi.deleteProxies, { body: { ids } }, owner.token);
    expect(await refused(remove([one.id, randomUUID()]))).toBe('proxy.not-found');
    expect((await page()).total).toBe(2);
    expect(await remove([one.id, two.id, one.id])).toEqual({ changed: 2 });
    expect((await page()).total).toBe(0);
    expect(await refused(remove([one.id]))).toBe('proxy.not-found');
  });
});

describe('a test', () => {
  it('connects through a real proxy, and stores its result', async () => {
    const proxy = await create(real.access);
    const asked = service.asked();
    const tested = await test(proxy.id);
    expect(tested).toMatchObject({
      status: 'working',
      region: 'ES',
      exitAddress: '198.51.100.7',
      problem: null,
      version: 1,
      latency: expect.any(Number),
      testedAt: expect.any(Number),
    });
    expect(service.asked()).toBe(asked + 1);
    expect((await page({ status: 'working' })).list).toEqual([tested]);
    const target = `connected to 127.0.0.1:${new URL(service.url).port}`;
    await until('the proxy to have logged it', () => real.log().includes(target));
  });

  it('a test of a form uses the form’s values, and the stored password only for the place it was entered for', async () => {
    const { id } = await create(real.access);
    const { proxyPassword, ...rest } = real.access;
    const attempt = (body: contract.RequestOf<typeof proxiesApi.tryProxy>['body']) =>
      app.call(proxiesApi.tryProxy, { body }, owner.token);
    expect(await attempt(real.access)).toMatchObject({ status: 'working', region: 'ES' });
    expect(await attempt({ ...rest, proxyId: id })).toMatchObject({ status: 'working' });
    expect(await attempt({ ...rest, proxyPassword: `${proxyPassword}!`, proxyId: id })).toMatchObject({
      status: 'failing',
      problem: 'proxy-login',
      latency: null,
      exitAddress: null,
      region: null,
    });
    const asked = service.asked();
    const elsewhere = [{ port: rest.port - 1 }, { host: 'localhost' }, { networkProtocol: 'http' as const }];
    for (const other of elsewhere) {
      const { failure } = await refusal(attempt({ ...rest, ...other, proxyId: id }));
      expect(failure.fields).toEqual({ proxyPassword: 'This is required' });
    }
    expect((await refusal(attempt(rest))).failure.fields).toHaveProperty('proxyPassword');
    expect(service.asked()).toBe(asked);
    expect(await refused(attempt({ ...rest, proxyId: randomUUID() }))).toBe('proxy.not-found');
    expect(await stored(id)).toMatchObject({ status: 'untested' });
  });

  it('stores no result for a proxy that was changed while its test ran', async () => {
    const proxy = await create(real.access);
    const { promise: reached, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: changed, resolve: go } = Promise.withResolvers<void>();
    service.answerBy((response) => {
      arrive();
      void changed.then(() => response.end('ip=198.51.100.9\nloc=FR\n'));
    });
    const running = test(proxy.id);
    await reached;
    await update(proxy, { proxyUserName: 'luis' });
    go();
    expect(await running).toMatchObject({ status: 'untested', region: null });
    service.answerBy(null);
  });
});

describe('another workspace', () => {
  it('finds nothing of it', async () => {
    const proxy = await create();
    const stranger = await app.registerOwner({ characters: 0 });
    const call = <E extends contract.Endpoint>(endpoint: E, body: unknown) =>
      app.send(endpoint, { body }, stranger.token).then((answer) => answer.status);
    expect(await call(proxiesApi.updateProxy, changesOf(proxy))).toBe(404);
    expect(await call(proxiesApi.deleteProxies, { ids: [proxy.id] })).toBe(404);
    expect(await call(proxiesApi.testProxy, { proxyId: proxy.id })).toBe(404);
    const { proxyPassword: _, ...form } = real.access;
    expect(await call(proxiesApi.tryProxy, { ...form, proxyId: proxy.id })).toBe(404);
    expect(await app.call(proxiesApi.proxyPage, { query: {} }, stranger.token)).toEqual({
      list: [],
      total: 0,
    });
  });
});
