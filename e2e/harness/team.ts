/** A business whose team has a history: several sub-accounts, working and failing proxies, a bot behind one, ended sessions. */
import { type BotApiServer, startBotApiServer } from '@parley/connectors/testing';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as customerProfilesApi from '@parley/contract/customer-profiles';
import * as isolationProfilesApi from '@parley/contract/isolation-profiles';
import * as proxiesApi from '@parley/contract/proxies';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { until } from '@parley/testing';
import { type RealProxy, startRealProxy } from '../../apps/server/src/base/testing/real-proxy.ts';
import {
  type CheckService,
  startCheckService,
} from '../../apps/server/src/modules/proxies/fixtures/check-service.ts';
import type { Business } from './business.ts';
import { type Agent, addAgent, addSite, type Owner, password } from './people.ts';
import type { Stage } from './stage.ts';
import { visitShop } from './widget.ts';

/** Services outside the server, on this machine: proxies, their check service and a platform. */
export type ExternalServices = {
  check: CheckService;
  working: RealProxy;
  dead: RealProxy;
  platform: BotApiServer;
  /** Environment of a server that must reach them. */
  environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

export async function startExternalServices(): Promise<ExternalServices> {
  const check = await startCheckService();
  const working = await startRealProxy('http');
  const dead = await startRealProxy('socks5');
  const platform = await startBotApiServer();
  return {
    check,
    working,
    dead,
    platform,
    environment: { PRIVATE_NETWORKS: '1', PROXY_CHECK_URL: check.url },
    async close() {
      for (const one of [working, dead, check, platform]) await one.close();
    },
  };
}

/** Adds limited sub-accounts with every switch turned, a disabled one, and transfers between them and the owner. */
async function addColleagues({ client }: Owner): Promise<subAccountsApi.SubAccount> {
  const form = { password, unlimited: false, characters: 50_000 };
  const { subAccount } = await client.call(subAccountsApi.createSubAccount, {
    body: {
      ...form,
      remark: 'Chen · Telegram, mornings and weekends',
      platforms: ['telegram', 'webchat'],
      autoAllocation: { below: 10_000, amount: 25_000 },
      portMode: 'fixed',
      portLimit: 3,
      autoReply: true,
    },
  });
  const gone = await client.call(subAccountsApi.createSubAccount, { body: { ...form, remark: 'Dara' } });
  await client.call(subAccountsApi.setSubAccountStatus, {
    body: { ids: [gone.subAccount.id], status: 'disabled' },
  });
  const of = { subAccountId: subAccount.id };
  for (const [amount, remark] of [
    [20_000, 'Weekend'],
    [125_000, 'Spring campaign, until the end of April'],
  ] as const) {
    const body = { ...of, requestId: crypto.randomUUID(), amount, remark };
    await client.call(subAccountsApi.allocateCharacters, { body });
  }
  await client.call(subAccountsApi.takeBackCharacters, {
    body: { ...of, requestId: crypto.randomUUID(), amount: 40_000 },
  });
  return subAccount;
}

/** Adds a working proxy and, for one sub-account only, a dead and an untested one. */
async function addProxies({ client }: Owner, holder: string, { working, dead }: ExternalServices) {
  const add = (name: string, access: RealProxy['access'], more: Partial<proxiesApi.ProxyForm> = {}) =>
    client.call(proxiesApi.createProxy, {
      body: { name, ...access, range: 'all', subAccountIds: [], ...more },
    });
  const own = { range: 'some' as const, subAccountIds: [holder] };
  const first = await add('Madrid', working.access);
  const second = await add('Lisbon, the provider’s second', dead.access, own);
  const host = 'a-rather-long-name.residential.proxies.example';
  await add('Buenos Aires', { ...dead.access, host }, own);
  await dead.stop();
  for (const { id } of [first, second]) {
    await client.call(proxiesApi.testProxy, { body: { proxyId: id } });
  }
  return first;
}

/** Adds a bot behind the working proxy, with a profile that doesn't match its region. */
async function addBot({ client }: Owner, holder: string, proxyId: string, { platform }: ExternalServices) {
  const { token } = platform.addBot('clara_shop_bot');
  const credentials = { token, apiRoot: platform.url };
  const bot = await client.call(channelsApi.addSocialAccount, {
    body: { platform: 'telegram', subAccountId: holder, name: 'Clara on Telegram', credentials },
  });
  const of = { socialAccountId: bot.id };
  await client.call(channelsApi.setSocialAccountProxy, { body: { ...of, mode: 'chosen', proxyId } });
  const profile = await client.call(isolationProfilesApi.getIsolationProfile, { query: of });
  const { region: _, warnings: __, ...kept } = profile;
  const screen = { width: 7_000, height: 400, pixelRatio: 4 };
  await client.call(isolationProfilesApi.updateIsolationProfile, {
    body: {
      ...kept,
      screen,
      userAgent: 'Browser/1',
      timeZone: 'Asia/Tokyo',
      languages: ['ja'],
      webRtc: 'real',
    },
  });
}

/** Switches each of the workspace's social accounts off once. */
async function endSessions({ client }: Owner): Promise<void> {
  const { list } = await client.call(channelsApi.socialAccountPage, { query: {} });
  for (const { id } of list) {
    await client.call(channelsApi.setSocialAccountEnabled, { body: { id, enabled: false } });
    await client.call(channelsApi.setSocialAccountEnabled, { body: { id, enabled: true } });
  }
}

/** Adds a sub-account that keeps no chat history, with a few messages. */
async function talkUnkept(stage: Stage, owner: Owner): Promise<void> {
  const agent = await addAgent(stage.server.url, owner, 'Eva', { saveChatHistory: false });
  const site = await addSite(owner, agent, stage.shop.url, { name: 'Private clients' });
  stage.shop.embed(site.embed ?? '');
  const visitor = await visitShop(stage);
  await visitor.open();
  await visitor.write('Quisiera hablar de mi factura de marzo, por favor.');
  await until('a conversation that is not kept', async () => {
    const { list } = await agent.client.call(conversationsApi.deskConversations, { query: {} });
    return list.find(({ lastMessage }) => lastMessage?.translationState === 'done');
  });
  await visitor.close();
  // The shop's pages embed the first chat again.
  const { list } = await owner.client.call(channelsApi.socialAccountPage, { query: { search: 'Web shop' } });
  stage.shop.embed(list[0]?.embed ?? '');
}

/** Saves an agent's notes about the customer of the newest conversation. */
export async function noteCustomer({ client }: Agent, notes: string): Promise<void> {
  const { list } = await client.call(conversationsApi.deskConversations, { query: {} });
  const conversationId = list[0]?.id;
  if (conversationId === undefined) throw new Error('no customer has written');
  const { version, shared } = await client.call(customerProfilesApi.getCustomerProfile, {
    query: { conversationId },
  });
  await client.call(customerProfilesApi.saveCustomerProfile, {
    body: {
      conversationId,
      version,
      shared,
      alias: 'Lucía Fernández',
      phone: '+34 600 000 000',
      email: 'lucia@example.com',
      notes,
    },
  });
}

/** An agent at another desk types a reply to a conversation, and sends another one. */
export async function answerMeanwhile({ client }: Agent, conversationId: string): Promise<void> {
  const params = { conversationId };
  const page = crypto.randomUUID();
  const message = { id: crypto.randomUUID(), text: 'Yes, until Friday.', mode: 'translate' as const };
  await client.call(conversationsApi.sendMessage, { params, body: { ...message, authorName: 'Ana García' } });
  await client.call(conversationsApi.signalColleagues, {
    params,
    body: { page, act: 'replying', name: 'Ana García' },
  });
}

export async function fillTeam(
  stage: Stage,
  { owner, agent }: Business,
  services: ExternalServices,
): Promise<void> {
  const chen = await addColleagues(owner);
  const proxy = await addProxies(owner, agent.subAccountId, services);
  await addBot(owner, chen.id, proxy.id, services);
  await endSessions(owner);
  await noteCustomer(
    agent,
    'Looks for a linen shirt, size M, for a wedding in June.\nWrites in the evening.',
  );
  await talkUnkept(stage, owner);
}
