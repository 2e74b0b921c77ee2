/**
 * Social accounts behind real proxies: the proxies' logs prove that their traffic passes through them or not at all.
 */
import { type Connector, createConnectors } from '@parley/connectors';
import { type BotApiServer, type Prosody, startBotApiServer, startProsody } from '@parley/connectors/testing';
import { until } from '@parley/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemOrigin } from '../../base/http/origin.ts';
import { createNetwork } from '../../base/network.ts';
import { type RealProxy, startRealProxy } from '../../base/testing/real-proxy.ts';
import { changeProxy } from './service.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from './testing/channels-harness.ts';
import { type ChannelsWorkspace, openWorkspace } from './testing/channels-workspace.ts';

let harness: ChannelsHarness;
let server: ChannelsProcess;
let prosody: Prosody;
let platform: BotApiServer;
let socks: RealProxy;
let http: RealProxy;
let shop: ChannelsWorkspace;
let agent: string;
let people = 0;
beforeAll(async () => {
  [harness, prosody, platform, socks, http] = await Promise.all([
    startChannelsHarness(),
    startProsody(),
    startBotApiServer(),
    startRealProxy('socks5'),
    startRealProxy('http'),
  ]);
  const network = createNetwork({ inward: true });
  server = await harness.start({ network, connectors: [realTelegram()], soleProcess: true });
});
beforeEach(async () => {
  shop = await openWorkspace(server);
  agent = await shop.addAgent();
});
afterAll(async () => {
  await harness.close();
  await Promise.all([prosody.close(), platform.close(), socks.close(), http.close()]);
});

/** Returns the real connector, which takes the place of the fake platform's. */
function realTelegram(): Connector {
  const ignored = async () => undefined;
  const webchat = { deliver: ignored, typing: ignored, read: ignored };
  const found = createConnectors({ webchat }).get('telegram');
  if (!found) throw new Error('there is a connector for Telegram');
  return found;
}

async function xmpp(): Promise<string> {
  people += 1;
  const jid = await prosody.addUser(`shop-${people}`, 'secret');
  const { service, certificate } = prosody;
  const credentials = { jid, password: 'secret', service, certificate };
  return shop.add({ platform: 'xmpp', subAccountId: agent, name: 'Shop', credentials });
}

async function telegram() {
  people += 1;
  const bot = platform.addBot(`shop_${people}_bot`);
  const credentials = { token: bot.token, apiRoot: platform.url };
  const id = await shop.add({ platform: 'telegram', subAccountId: agent, name: 'Bot', credentials });
  return { id, calls: () => ['getMe', 'getUpdates'].reduce((n, method) => n + bot.calls(method), 0) };
}

const online = (id: string) => shop.stateIs(id, 'online');
const offline = (id: string) =>
  until('it to be offline', async () => (await shop.row(id))?.state !== 'online');
const choose = (id: string, proxyId: string) =>
  changeProxy(server.deps, shop.workspaceId, id, { proxyMode: 'chosen', proxyId }, systemOrigin);
/** Returns how often a proxy has connected to this address. */
const leads = (proxy: RealProxy, url: string) => proxy.log().split(new URL(url).host).length - 1;

it('a real XMPP server is reached through SOCKS 5, from the check of the credentials onwards', async () => {
  await shop.addProxy(socks.access);
  const before = leads(socks, prosody.service);
  await online(await xmpp());
  // At least once for the check and once for the connection.
  await until('the proxy to have logged both', () => leads(socks, prosody.service) >= before + 2);
});

it('a Telegram bot is reached through HTTP', async () => {
  await shop.addProxy(http.access, [agent]);
  const before = leads(http, platform.url);
  await online((await telegram()).id);
  await until('the proxy to have logged it', () => leads(http, platform.url) > before);
});

it('an account never connects directly while its proxy is stopped, and reconnects with the proxy', async () => {
  await shop.addProxy(socks.access);
  const id = await xmpp();
  await online(id);
  await socks.stop();
  await offline(id);
  // A new account is refused as well: its check uses the same egress.
  const refused = await xmpp().catch((error: unknown) => error);
  expect(refused).toMatchObject({
    error: 'channel.unreachable',
    details: { reason: expect.not.stringMatching(/proxy-[a-z]/) },
  });
  expect((await shop.row(id))?.state).not.toBe('online');
  await socks.start();
  await online(id);
});

it('an account reconnects with another proxy, or with changed access to its own', async () => {
  const proxyId = await shop.addProxy(socks.access);
  const id = await xmpp();
  await online(id);
  const before = leads(http, prosody.service);
  await shop.changeProxy(proxyId, http.access);
  await until('the other way', () => leads(http, prosody.service) > before);
  await online(id);
});

it('keeps an account offline after its chosen proxy was deleted', async () => {
  const chosen = await shop.addProxy(socks.access, [agent]);
  const id = await xmpp();
  await choose(id, chosen);
  await online(id);
  await shop.addProxy(http.access);
  const before = leads(http, prosody.service);
  await shop.removeProxy(chosen);
  await shop.stateIs(id, 'refused', 'proxy-missing');
  expect(leads(http, prosody.service)).toBe(before);
});

it('an automatic account connects directly only after the last proxy was deleted, one assigned to the proxy never', async () => {
  const last = await shop.addProxy(http.access);
  const [free, bound] = [await telegram(), await telegram()];
  await choose(bound.id, last);
  const both = [free, bound];
  for (const { id } of both) await online(id);
  await http.stop();
  try {
    for (const { id } of both) await offline(id);
    const reached = both.map(({ calls }) => calls());
    await expect(telegram()).rejects.toThrow('channel.unreachable');
    expect(both.map(({ calls }) => calls())).toEqual(reached);

    await shop.removeProxy(last);
    await online(free.id);
    expect(free.calls()).toBeGreaterThan(reached[0] ?? 0);
    await shop.stateIs(bound.id, 'refused', 'proxy-missing');
    expect(bound.calls()).toBe(reached[1]);
  } finally {
    await http.start();
  }
});
