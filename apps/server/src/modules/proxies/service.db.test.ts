/** An owner’s operations on proxies, in a real database and through a real proxy. */
import { randomUUID } from 'node:crypto';
import type * as proxiesApi from '@parley/contract/proxies';
import { until } from '@parley/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import { type RealProxy, startRealProxy } from '../../base/testing/real-proxy.ts';
import { type ProxyRow, proxies } from '../../schema/proxies.ts';
import { type CheckService, startCheckService } from './fixtures/check-service.ts';
import { deleteSubAccountData } from './index.ts';
import {
  type ProxiesHarness,
  type ProxiesWorkspace,
  startProxiesHarness,
} from './testing/proxies-harness.ts';

let service: CheckService;
let real: RealProxy;
let harness: ProxiesHarness;
let world: ProxiesWorkspace;
let agentId: string;
beforeAll(async () => {
  [service, real] = await Promise.all([startCheckService(), startRealProxy('socks5')]);
  harness = await startProxiesHarness(service.url);
});
afterAll(async () => {
  await harness.close();
  await real.close();
  await service.close();
});
beforeEach(async () => {
  world = await harness.workspace();
  agentId = await world.addSubAccount('Ana');
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
const create = (over: Partial<proxiesApi.ProxyForm> = {}) => world.create(formOf(over));
const changesOf = (proxy: proxiesApi.StoredProxy, over: Partial<proxiesApi.ProxyChanges> = {}) => {
  const { id: proxyId, version, name, networkProtocol, host } = proxy;
  const { port, proxyUserName, range, subAccountIds } = proxy;
  const place = { networkProtocol, host, port, proxyUserName };
  return { proxyId, version, name, ...place, range, subAccountIds, ...over };
};
const update = (proxy: proxiesApi.StoredProxy, over: Partial<proxiesApi.ProxyChanges> = {}) =>
  world.update(changesOf(proxy, over));
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error('it should have been refused', { cause: error });
  return error;
};
const refused = async (work: Promise<unknown>) => (await refusal(work)).error;
async function stored(id: string): Promise<ProxyRow> {
  const [row] = await harness.database.db.select().from(proxies).where(eq(proxies.id, id));
  if (row === undefined) throw new Error(`there is no proxy ${id}`);
  return row;
}
const setStored = (id: string, values: Partial<ProxyRow>) =>
  harness.database.db.update(proxies).set(values).where(eq(proxies.id, id));

it('finds no proxy that is deleted or another workspace’s', async () => {
  const proxy = await create();
  expect(await world.get(proxy.id)).toEqual(proxy);
  expect(JSON.stringify(proxy)).not.toContain('s3cret');
  const stranger = await harness.workspace();
  expect([await stranger.get(proxy.id), await world.get(randomUUID())]).toEqual([null, null]);
  await world.remove([proxy.id]);
  expect(await world.get(proxy.id)).toBeNull();
});

it('names the sub-accounts that may use a proxy', async () => {
  const proxy = await create({ range: 'some', subAccountIds: [agentId] });
  expect(proxy.subAccountNames).toEqual(['Ana']);
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
    expect(await world.page()).toEqual({ list: [proxy], total: 1 });
    const row = await stored(proxy.id);
    expect(JSON.stringify(row)).not.toContain('s3cret');
    const { secrets } = harness.deps;
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
    expect((await world.page()).total).toBe(2);
  });

  it.each(['::::', '1.2.3.4.5', 'a..b'])('refuses %s for a host, by its field', async (host) => {
    const { fields, error } = await refusal(create({ host }));
    expect([error, Object.keys(fields ?? {})]).toEqual(['request.invalid', ['host']]);
  });

  it('refers only to existing sub-accounts of its workspace', async () => {
    const theirs = await (await harness.workspace()).addSubAccount();
    for (const foreign of [theirs, randomUUID()]) {
      const subAccountIds = [agentId, foreign];
      expect(await refused(create({ range: 'some', subAccountIds }))).toBe('sub-account.not-found');
    }
    const subAccountIds = [agentId, agentId];
    const proxy = await create({ range: 'some', subAccountIds });
    expect(proxy.subAccountIds).toEqual([agentId]);
    expect((await update(proxy, { range: 'all' })).subAccountIds).toEqual([]);
    const both = await create({ port: 1, range: 'all', subAccountIds });
    expect(both.subAccountIds).toEqual([]);
  });

  it('a proxy is kept when a sub-account that it names is deleted', async () => {
    const second = await world.addSubAccount();
    const subAccountIds = [agentId, second].sort();
    const proxy = await create({ range: 'some', subAccountIds });
    const forget = () =>
      transaction(harness.database, (tx) => deleteSubAccountData(tx, world.workspaceId, agentId));
    expect([await forget(), await forget()]).toEqual([false, false]);
    expect((await world.page()).list).toMatchObject([{ id: proxy.id, subAccountIds: [second] }]);
  });
});

describe('the list', () => {
  it('finds proxies by name, host, protocol, status and sub-account, newest first', async () => {
    const second = await world.addSubAccount();
    const all = await create({ name: '100% Spain' });
    const some = await create({
      name: 'Vigo',
      host: 'a_b.example.com',
      networkProtocol: 'socks5',
      range: 'some',
      subAccountIds: [agentId],
    });
    const ids = async (query: Parameters<typeof world.page>[0]) =>
      (await world.page(query)).list.map((it) => it.id);
    expect(await ids({})).toEqual([some.id, all.id]);
    expect(await ids({ pageSize: 1, pageNo: 2 })).toEqual([all.id]);
    expect(await ids({ search: '0%' })).toEqual([all.id]);
    expect(await ids({ search: 'A_B' })).toEqual([some.id]);
    expect(await ids({ networkProtocol: 'socks5' })).toEqual([some.id]);
    expect(await ids({ subAccountId: agentId })).toEqual([some.id, all.id]);
    expect(await ids({ subAccountId: second })).toEqual([all.id]);
    expect(await ids({ status: 'working' })).toEqual([]);
    expect((await world.page({ status: 'untested', pageSize: 1 })).total).toBe(2);
  });
});

describe('a change', () => {
  const egress = async (id: string) => {
    const { wayVersion, version, status } = await stored(id);
    return { egress: wayVersion, version, status };
  };
  const working = async (proxy: proxiesApi.StoredProxy) => {
    await setStored(proxy.id, { status: 'working', latency: 5 });
    return proxy;
  };

  it('a change of its name, its range or to the same password keeps its connections and test results', async () => {
    const proxy = await working(await create());
    const renamed = await update(proxy, { name: 'Toledo' });
    await update(renamed, {
      proxyPassword: 's3cret-of-marta',
      range: 'some',
      subAccountIds: [agentId],
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
    const { error, fields } = await refusal(update(proxy, over));
    expect([error, fields]).toEqual(['request.invalid', { proxyPassword: 'This is required' }]);
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
    await setStored(proxy.id, { password: '00000000.lost' });
    expect(await world.test(proxy.id)).toMatchObject({
      status: 'failing',
      problem: 'proxy-password-lost',
    });
    const current = (await world.page()).list[0] ?? proxy;
    expect((await refusal(update(current, { name: 'x' }))).fields).toHaveProperty('proxyPassword');
    expect(await update(current, { proxyPassword: 'new' })).toMatchObject({ status: 'untested' });
  });
});

describe('deleting', () => {
  it('deletes all or none', async () => {
    const [one, two] = [await create(), await create({ port: 1 })];
    const { remove } = world;
    expect(await refused(remove([one.id, randomUUID()]))).toBe('proxy.not-found');
    expect((await world.page()).total).toBe(2);
    expect(await remove([one.id, two.id, one.id])).toBe(2);
    expect((await world.page()).total).toBe(0);
    expect(await refused(remove([one.id]))).toBe('proxy.not-found');
  });
});

describe('a test', () => {
  it('connects through a real proxy, and stores its result', async () => {
    const proxy = await create(real.access);
    const asked = service.asked();
    const tested = await world.test(proxy.id);
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
    expect((await world.page({ status: 'working' })).list).toEqual([tested]);
    const target = `connected to 127.0.0.1:${new URL(service.url).port}`;
    await until('the proxy to have logged it', () => real.log().includes(target));
  });

  it('a test of a form uses the form’s values, and the stored password only for the place it was entered for', async () => {
    const { id } = await create(real.access);
    const { proxyPassword, ...rest } = real.access;
    const { attempt } = world;
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
      const { fields } = await refusal(attempt({ ...rest, ...other, proxyId: id }));
      expect(fields).toEqual({ proxyPassword: 'This is required' });
    }
    expect((await refusal(attempt(rest))).fields).toHaveProperty('proxyPassword');
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
    const running = world.test(proxy.id);
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
    const stranger = await harness.workspace();
    const { proxyPassword: _, ...form } = real.access;
    for (const act of [
      () => stranger.update(changesOf(proxy)),
      () => stranger.remove([proxy.id]),
      () => stranger.test(proxy.id),
      () => stranger.attempt({ ...form, proxyId: proxy.id }),
    ])
      expect(await refused(act())).toBe('proxy.not-found');
    expect(await stranger.page()).toEqual({ list: [], total: 0 });
    expect(await world.get(proxy.id)).toEqual(proxy);
  });
});
