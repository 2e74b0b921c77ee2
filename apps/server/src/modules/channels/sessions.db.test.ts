/** Tests which accounts may be online: ports, sub-accounts and proxies decide, for open sessions and for new ones. */
import { randomUUID } from 'node:crypto';
import { type BotApiServer, type BotHandle, startBotApiServer } from '@parley/connectors/testing';
import type * as cataloguesApi from '@parley/contract/catalogues';
import * as channelsApi from '@parley/contract/channels';
import * as portsApi from '@parley/contract/ports';
import * as proxiesApi from '@parley/contract/proxies';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import * as visitorApi from '@parley/contract/visitor';
import { freePort, until } from '@parley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { connectSocket } from '../../testing/test-socket.ts';

let app: TestApp;
let second: TestApp;
let clock: TestClock;
let platform: BotApiServer;
let owner: TestOwner;
let bot: BotHandle;
beforeAll(async () => {
  clock = testClock();
  platform = await startBotApiServer();
  app = await startTestApp({ clock });
  // Either process may hold an account, so both must behave the same.
  second = await startTestApp({ clock, databaseUrl: app.databaseUrl });
});
beforeEach(async () => {
  owner = await app.registerOwner();
  bot = platform.addBot(`shop_${randomUUID().slice(0, 8)}_bot`);
});
afterAll(async () => {
  await second.close();
  await app.close();
  await platform.close();
});

async function agentWith(over: Partial<subAccountsApi.SubAccountForm> = {}): Promise<string> {
  const body = { remark: 'Agent', unlimited: true, characters: 0, ...over };
  return (await app.call(subAccountsApi.createSubAccount, { body }, owner.token)).subAccount.id;
}
function addBot(subAccountId: string, by = bot): Promise<channelsApi.SocialAccount> {
  const credentials = { token: by.token, apiRoot: platform.url };
  const body = { platform: 'telegram', subAccountId, name: 'Bot', credentials } as const;
  return app.call(channelsApi.addSocialAccount, { body }, owner.token);
}
const account = async (id: string) => {
  const { list } = await app.call(channelsApi.socialAccountPage, { query: { pageSize: 200 } }, owner.token);
  return list.find((it) => it.id === id);
};
const stateIs = (id: string, state: string, reason: string | null = null) =>
  until(`${state} ${reason}`, async () => {
    const found = await account(id);
    return found?.state === state && found.stateReason === reason;
  });
const ports = () => app.call(portsApi.heldPortPage, { query: {} }, owner.token);
const past = async () =>
  (await app.call(portsApi.pastSessionPage, { query: {} }, owner.token)).list.map((it) => it.end);
const switchTo = (id: string, enabled: boolean) =>
  app.call(channelsApi.setSocialAccountEnabled, { body: { id, enabled } }, owner.token);
const setStatus = (id: string, status: 'normal' | 'disabled') =>
  app.call(subAccountsApi.setSubAccountStatus, { body: { ids: [id], status } }, owner.token);
const permit = async (subAccountId: string, platforms: cataloguesApi.PlatformId[] | null) => {
  const query = { subAccountId };
  const now = await app.call(subAccountsApi.getSubAccount, { query }, owner.token);
  const { remark, unlimited, autoAllocation, portMode, portLimit, multiDevice, profileSharing } = now;
  const { autoReply, sessionArchive, saveChatHistory, dedupeScope, version } = now;
  const kept = { remark, unlimited, autoAllocation, portMode, portLimit, multiDevice, profileSharing };
  const more = { autoReply, sessionArchive, saveChatHistory, dedupeScope, version };
  const body = { subAccountId, ...kept, ...more, platforms };
  await app.call(subAccountsApi.updateSubAccount, { body }, owner.token);
};
/** Returns whether this bot is no longer polled. */
const isLeftAlone = () =>
  until('nobody to ask for messages', async () => {
    bot.write({ id: 5, firstName: 'Marta' }, `probe ${randomUUID()}`);
    const before = bot.bot.queue.length;
    return !(await until('it to be taken', () => bot.bot.queue.length < before, 300).catch(() => false));
  });

it('publishes to consoles that a session is online', async () => {
  const agent = await agentWith();
  const { id } = await addBot(agent);
  await stateIs(id, 'online');
  await switchTo(id, false);
  const consoles = await Promise.all([app, second].map(({ url }) => connectSocket(url, owner.token)));
  const news = ['account', { socialAccountId: id, state: 'online', reason: null }] as const;
  await switchTo(id, true);
  await until('the news', () =>
    consoles.some(({ heard }) => heard.some((it) => JSON.stringify(it) === JSON.stringify(news))),
  );
  for (const { socket } of consoles) socket.disconnect();
});

describe('ports', () => {
  it('lists ports with their holders, filtered, and hidden from other workspaces', async () => {
    const agent = await agentWith({ remark: 'Night' });
    const { id, handle } = await addBot(agent);
    await app.addWebchat(owner, agent, { name: 'Shoes' });
    await stateIs(id, 'online');
    const list = async (query: object) =>
      (await app.call(portsApi.heldPortPage, { query }, owner.token)).list.map((it) => it.name);
    expect(await list({})).toEqual(['Shoes', 'Bot']);
    expect(await list({ search: handle })).toEqual(['Bot']);
    expect(await list({ platform: 'webchat' })).toEqual(['Shoes']);
    expect(await list({ subAccountId: randomUUID() })).toEqual([]);
    const secondOfTwo = { search: 'o', pageNo: '2', pageSize: '1' };
    expect(await app.call(portsApi.heldPortPage, { query: secondOfTwo }, owner.token)).toMatchObject({
      list: [{ name: 'Bot' }],
      total: 2,
    });
    const pastTheEnd = { pageNo: '9', pageSize: '1' };
    expect(await app.call(portsApi.heldPortPage, { query: pastTheEnd }, owner.token)).toEqual({
      list: [],
      total: 2,
    });
    const [, held] = (await ports()).list;
    expect(held).toMatchObject({ socialAccountId: id, subAccountRemark: 'Night', state: 'online', handle });
    const left = (held?.leasedUntil ?? 0) - (held?.takenAt ?? 0);
    expect(left).toBeGreaterThan(60_000);
    const stranger = await app.registerOwner();
    expect(await app.call(portsApi.heldPortPage, { query: {} }, stranger.token)).toEqual({
      list: [],
      total: 0,
    });
    const summary = { total: 10, fixed: 0, dynamicTaken: 2, free: 8, online: 2 };
    expect(await app.call(portsApi.portSummary, {}, owner.token)).toEqual(summary);
  });

  it('refuses the next session when all ports are taken, naming the limit, until one is released', async () => {
    const agent = await agentWith({ portLimit: 1 });
    const site = await app.addWebchat(owner, agent);
    const refused = await addBot(agent);
    await stateIs(refused.id, 'refused', 'port-limit 1');
    expect(await account(refused.id)).toMatchObject({ enabled: true });
    expect(await account(site)).toMatchObject({ state: 'online' });
    await switchTo(site, false);
    await stateIs(refused.id, 'online');
    expect(await past()).toEqual(['logged-out']);
    await switchTo(site, true);
    await stateIs(site, 'refused', 'port-limit 1');
    const visit = await app.send(visitorApi.visitorStart, { body: { site } });
    expect(visit.status).toBe(404);
    await switchTo(refused.id, false);
    await stateIs(site, 'online');
    await app.startVisitor(site);
  });

  it('refuses a session beyond the workspace’s number of ports; lowering the number ends no session', async () => {
    const agent = await agentWith();
    const first = await app.addWebchat(owner, agent);
    await stateIs(first, 'online');
    await app.setPorts(owner, 0);
    const late = await addBot(agent);
    await stateIs(late.id, 'refused', 'port-pool 0');
    expect(await account(first)).toMatchObject({ state: 'online' });
    await app.setPorts(owner, 2);
    await stateIs(late.id, 'online');
  });

  it('releases a port after over 90 seconds offline, and requests one again when the session returns', async () => {
    const agent = await agentWith({ portLimit: 1 });
    const { id } = await addBot(agent);
    await stateIs(id, 'online');
    const [session] = (await ports()).list;
    await platform.stop();
    await until('the loss', async () => (await account(id))?.state === 'connecting');
    clock.advance(80_000);
    expect((await ports()).list).toMatchObject([{ id: session?.id, state: 'connecting' }]);
    clock.advance(11_000);
    await until('the port', async () => (await ports()).total === 0);
    expect(await past()).toEqual(['lost']);
    // It keeps trying while another account takes the port.
    const site = await app.addWebchat(owner, agent);
    await stateIs(site, 'online');
    await platform.start();
    await stateIs(id, 'refused', 'port-limit 1');
    await isLeftAlone();
    await switchTo(site, false);
    await stateIs(id, 'online');
    expect((await ports()).list).toMatchObject([{ socialAccountId: id }]);
  });

  it('keeps the port through a short outage, and continues the same session', async () => {
    const { id } = await addBot(await agentWith());
    await stateIs(id, 'online');
    const before = (await ports()).list[0];
    await platform.stop();
    await until('the loss', async () => (await account(id))?.state === 'connecting');
    await platform.start();
    await stateIs(id, 'online');
    expect((await ports()).list[0]).toMatchObject({ id: before?.id, takenAt: before?.takenAt });
    expect(await past()).toEqual([]);
  });
});

describe('a sub-account', () => {
  it('a disabled sub-account has no session, port or visitor until it is enabled', async () => {
    const agent = await agentWith();
    const { id } = await addBot(agent);
    const site = await app.addWebchat(owner, agent);
    await stateIs(id, 'online');
    const visitor = await app.startVisitor(site);
    await setStatus(agent, 'disabled');
    expect((await ports()).total).toBe(0);
    await stateIs(id, 'refused', 'sub-account-disabled');
    // Either process may hold it: one that has not checked yet would still show it online, without a port.
    await stateIs(site, 'refused', 'sub-account-disabled');
    await isLeftAlone();
    const said = { body: { id: randomUUID(), text: 'Hola' } };
    expect((await app.send(visitorApi.visitorSend, said, visitor.token)).status).toBe(404);
    expect(await past()).toEqual(['disabled', 'disabled']);
    await setStatus(agent, 'normal');
    await stateIs(id, 'online');
    await stateIs(site, 'online');
    await app.visitorSays(visitor, 'Hola');
    expect((await ports()).total).toBe(2);
  });

  it('a sub-account that loses a platform loses its sessions there, and can get no account of it', async () => {
    const agent = await agentWith();
    const { id } = await addBot(agent);
    const site = await app.addWebchat(owner, agent);
    await stateIs(id, 'online');
    await permit(agent, ['webchat']);
    await stateIs(id, 'refused', 'not-permitted');
    await isLeftAlone();
    await until('the port', async () => (await ports()).total === 1);
    expect(await past()).toEqual(['not-permitted']);
    expect(await account(site)).toMatchObject({ state: 'online' });
    const other = platform.addBot('other_bot');
    await expect(addBot(agent, other)).rejects.toThrow('sub-account.platform-not-permitted');
    await permit(agent, null);
    await stateIs(id, 'online');
  });

  it('a sub-account that doesn’t archive leaves no records, and shows no earlier ones', async () => {
    const agent = await agentWith({ sessionArchive: false });
    const site = await app.addWebchat(owner, agent);
    await switchTo(site, false);
    expect((await ports()).total).toBe(0);
    expect(await past()).toEqual([]);
  });
});

describe('the egress of a session', () => {
  const setWay = (
    socialAccountId: string,
    mode: 'auto' | 'chosen' | 'direct',
    proxyId: string | null = null,
  ) => app.call(channelsApi.setSocialAccountProxy, { body: { socialAccountId, mode, proxyId } }, owner.token);
  async function deadProxy(subAccountIds: string[]): Promise<string> {
    const port = await freePort();
    const access = { networkProtocol: 'http', host: '127.0.0.1', port, proxyUserName: 'ana' } as const;
    const range = subAccountIds.length > 0 ? ('some' as const) : ('all' as const);
    const body = { name: 'Dead', ...access, proxyPassword: 'secret', range, subAccountIds };
    return (await app.call(proxiesApi.createProxy, { body }, owner.token)).id;
  }

  it('changes at once, never falls back to a direct one, and is reopened with another proxy', async () => {
    const agent = await agentWith();
    const { id } = await addBot(agent);
    await stateIs(id, 'online');
    const proxyId = await deadProxy([agent]);
    // Its sub-account's proxy applies to open connections from now on, and this one is dead.
    await until('the loss', async () => (await account(id))?.state === 'connecting');
    expect((await account(id))?.proxy).toEqual({ mode: 'auto', id: proxyId, name: 'Dead' });
    await isLeftAlone();
    const added = await app.send(
      channelsApi.addSocialAccount,
      {
        body: {
          platform: 'telegram',
          subAccountId: agent,
          name: 'Next',
          credentials: { token: platform.addBot('next_bot').token, apiRoot: platform.url },
        },
      },
      owner.token,
    );
    expect(added.body).toMatchObject({ data: { error: 'channel.unreachable' } });
    expect((await setWay(id, 'direct')).proxy).toEqual({ mode: 'direct', id: null, name: null });
    await stateIs(id, 'online');
  });

  it('keeps the account offline when the chosen proxy was deleted', async () => {
    const agent = await agentWith();
    const { id } = await addBot(agent);
    await stateIs(id, 'online');
    const proxyId = await deadProxy([]);
    await setWay(id, 'chosen', proxyId);
    await app.call(proxiesApi.deleteProxies, { body: { ids: [proxyId] } }, owner.token);
    await stateIs(id, 'refused', 'proxy-missing');
    expect((await account(id))?.proxy).toEqual({ mode: 'chosen', id: null, name: null });
    await isLeftAlone();
    await setWay(id, 'auto');
    await stateIs(id, 'online');
  });

  it('accepts only a proxy of the workspace that covers this sub-account', async () => {
    const [agent, other] = [await agentWith(), await agentWith()];
    const { id } = await addBot(agent);
    const notMine = await deadProxy([other]);
    await expect(setWay(id, 'chosen', notMine)).rejects.toThrow('proxy.not-for-account');
    await expect(setWay(id, 'chosen', randomUUID())).rejects.toThrow('proxy.not-found');
    const mine = owner;
    owner = await app.registerOwner();
    const strange = await deadProxy([]);
    await expect(setWay(id, 'direct')).rejects.toThrow('resource.not-found');
    owner = mine;
    await expect(setWay(id, 'chosen', strange)).rejects.toThrow('proxy.not-found');
  });
});
