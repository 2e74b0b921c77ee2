/**
 * Social accounts behind real proxies: the proxies' logs prove that their traffic passes through them or not at all.
 */
import { type BotApiServer, type Prosody, startBotApiServer, startProsody } from '@parley/connectors/testing';
import * as channelsApi from '@parley/contract/channels';
import * as proxiesApi from '@parley/contract/proxies';
import { until } from '@parley/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RealProxy, startRealProxy } from '../../base/testing/real-proxy.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';

let app: TestApp;
let prosody: Prosody;
let platform: BotApiServer;
let socks: RealProxy;
let http: RealProxy;
let owner: TestOwner;
let agent: TestAgent;
let people = 0;
beforeAll(async () => {
  [app, prosody, platform, socks, http] = await Promise.all([
    startTestApp(),
    startProsody(),
    startBotApiServer(),
    startRealProxy('socks5'),
    startRealProxy('http'),
  ]);
});
afterAll(async () => {
  await app.close();
  await Promise.all([prosody.close(), platform.close(), socks.close(), http.close()]);
});
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
  agent = await app.createSubAccount(owner);
});

async function addProxy(proxy: RealProxy, range: 'all' | 'some' = 'all'): Promise<proxiesApi.KeptProxy> {
  const subAccountIds = range === 'some' ? [agent.subAccountId] : [];
  const body = { name: 'Way out', ...proxy.access, range, subAccountIds };
  return app.call(proxiesApi.createProxy, { body }, owner.token);
}

async function xmpp() {
  people += 1;
  const jid = await prosody.addUser(`shop-${people}`, 'secret');
  const { service, certificate } = prosody;
  const credentials = { jid, password: 'secret', service, certificate };
  const body = { platform: 'xmpp', subAccountId: agent.subAccountId, name: 'Shop', credentials } as const;
  return app.call(channelsApi.addSocialAccount, { body }, owner.token);
}

async function telegram() {
  people += 1;
  const bot = platform.addBot(`shop_${people}_bot`);
  const credentials = { token: bot.token, apiRoot: platform.url };
  const body = { platform: 'telegram', subAccountId: agent.subAccountId, name: 'Bot', credentials } as const;
  const account = await app.call(channelsApi.addSocialAccount, { body }, owner.token);
  return { ...account, calls: () => ['getMe', 'getUpdates'].reduce((n, method) => n + bot.calls(method), 0) };
}

async function accountIs(id: string, what: string, is: (account: channelsApi.SocialAccount) => boolean) {
  return until(what, async () => {
    const { list } = await app.call(channelsApi.socialAccountPage, { query: {} }, owner.token);
    return list.find((it) => it.id === id && is(it));
  });
}
const online = (id: string) => accountIs(id, 'it is online', (it) => it.state === 'online');
/** Returns how often a proxy has connected to this address. */
const leads = (proxy: RealProxy, url: string) => proxy.log().split(new URL(url).host).length - 1;
const change = (proxy: proxiesApi.KeptProxy, over: Partial<proxiesApi.ProxyChanges>) => {
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
  const access = { networkProtocol, host, port, proxyUserName };
  const body = { proxyId, version, name, ...access, range, subAccountIds, ...over };
  return app.call(proxiesApi.updateProxy, { body }, owner.token);
};

it('a real XMPP server is reached through SOCKS 5, from the check of the credentials onwards', async () => {
  const proxy = await addProxy(socks);
  const before = leads(socks, prosody.service);
  const account = await xmpp();
  await online(account.id);
  // At least once for the check and once for the connection.
  await until('the proxy to have logged both', () => leads(socks, prosody.service) >= before + 2);
  const { list } = await app.call(proxiesApi.proxyPage, { query: {} }, owner.token);
  expect(list).toMatchObject([{ id: proxy.id, socialAccounts: 1 }]);
});

it('a Telegram bot is reached through HTTP', async () => {
  await addProxy(http, 'some');
  const before = leads(http, platform.url);
  const account = await telegram();
  await online(account.id);
  await until('the proxy to have logged it', () => leads(http, platform.url) > before);
});

it('an account never connects directly while its proxy is stopped, and reconnects with the proxy', async () => {
  const proxy = await addProxy(socks);
  const account = await xmpp();
  await online(account.id);
  await socks.stop();
  const off = await accountIs(account.id, 'it is offline', (it) => it.state !== 'online');
  expect(off.proxy).toMatchObject({ id: proxy.id });
  // A new account is refused as well: its check uses the same egress.
  const refused = await xmpp().then(
    () => null,
    (error: unknown) => error,
  );
  expect(String(refused)).toContain('channel.unreachable');
  expect(refused).toMatchObject({ message: expect.not.stringMatching(/proxy-[a-z]/) });
  const still = await accountIs(account.id, 'it is there', () => true);
  expect(still.state).not.toBe('online');
  await socks.start();
  await online(account.id);
});

it('an account reconnects with another proxy, or with changed access to its own', async () => {
  const first = await addProxy(socks);
  const account = await xmpp();
  await online(account.id);
  const before = leads(http, prosody.service);
  await change(first, http.access);
  await until('the other way', () => leads(http, prosody.service) > before);
  await online(account.id);
});

it('keeps an account offline after its chosen proxy was deleted', async () => {
  const chosen = await addProxy(socks, 'some');
  const account = await xmpp();
  const body = { socialAccountId: account.id, mode: 'chosen', proxyId: chosen.id } as const;
  await app.call(channelsApi.setSocialAccountProxy, { body }, owner.token);
  await online(account.id);
  await addProxy(http);
  const before = leads(http, prosody.service);
  await app.call(proxiesApi.deleteProxies, { body: { ids: [chosen.id] } }, owner.token);
  const gone = await accountIs(account.id, 'it is refused', (it) => it.state === 'refused');
  expect(gone).toMatchObject({ stateReason: 'proxy-missing', proxy: { mode: 'chosen' } });
  expect(leads(http, prosody.service)).toBe(before);
});

it('an automatic account connects directly only after the last proxy was deleted, one assigned to the proxy never', async () => {
  const last = await addProxy(http);
  const [free, bound] = [await telegram(), await telegram()];
  const given = { socialAccountId: bound.id, mode: 'chosen', proxyId: last.id } as const;
  await app.call(channelsApi.setSocialAccountProxy, { body: given }, owner.token);
  const both = [free, bound];
  for (const { id } of both) await online(id);
  await http.stop();
  try {
    for (const { id } of both) await accountIs(id, 'it is offline', (it) => it.state !== 'online');
    const reached = both.map(({ calls }) => calls());
    await app.call(proxiesApi.testProxy, { body: { proxyId: last.id } }, owner.token);
    const { list } = await app.call(proxiesApi.proxyPage, { query: {} }, owner.token);
    expect(list).toMatchObject([{ id: last.id, status: 'failing', socialAccounts: 2 }]);
    await expect(telegram()).rejects.toThrow('channel.unreachable');
    expect(both.map(({ calls }) => calls())).toEqual(reached);

    await app.call(proxiesApi.deleteProxies, { body: { ids: [last.id] } }, owner.token);
    const direct = await online(free.id);
    expect(direct.proxy).toEqual({ mode: 'auto', id: null, name: null });
    expect(free.calls()).toBeGreaterThan(reached[0] ?? 0);
    const refused = await accountIs(bound.id, 'it is refused', (it) => it.state === 'refused');
    expect(refused).toMatchObject({ stateReason: 'proxy-missing', proxy: { mode: 'chosen' } });
    expect(bound.calls()).toBe(reached[1]);
  } finally {
    await http.start();
  }
});
