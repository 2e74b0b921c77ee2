/** The workspace of the demonstration, made through the API as its owner would; found again at the next start. */
import { ApiError, type Client, memoryClient } from '@parley/api-client';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as subAccountsApi from '@parley/contract/sub-accounts';

export const operator = { email: 'operator@parley.local', password: 'Operator-Demo-1' };
export const owner = { email: 'owner@demo.example', password: 'Owner-Demo-1' };
const agent = { remark: 'Ana', password: 'Agent-Demo-1' };

export type DemoWorkspace = {
  console: Client;
  desk: Client;
  agent: { accountName: string; password: string };
  site: channelsApi.SocialAccount;
};

export async function openWorkspace(url: string, shopUrl: string): Promise<DemoWorkspace> {
  const owning = memoryClient(url, 'console');
  await enter(url, owning);
  const subAccount = await ensureSubAccount(owning);
  const credentials = { username: subAccount.accountName, password: agent.password };
  const desk = memoryClient(url, 'desk');
  desk.logIn(await desk.call(identityApi.deskLogIn, { body: credentials }));
  await readEnglish(desk);
  const site = await ensureSite(owning, subAccount.id, shopUrl);
  return {
    console: owning,
    desk,
    agent: { accountName: credentials.username, password: agent.password },
    site,
  };
}

/** Logs the owner in; at the first start registers, with the code that the operator's outbox holds. */
async function enter(url: string, client: Client): Promise<void> {
  const credentials = { username: owner.email, password: owner.password };
  try {
    client.logIn(await client.call(identityApi.logIn, { body: credentials }));
    return;
  } catch (error) {
    if (!(error instanceof ApiError && error.error === 'identity.wrong-credentials')) throw error;
  }
  const operating = memoryClient(url, 'operator');
  const body = { username: operator.email, password: operator.password };
  operating.logIn(await operating.call(identityApi.operatorLogIn, { body }));
  await client.call(identityApi.requestVerificationCode, {
    body: { email: owner.email, purpose: 'register' },
  });
  const mails = await operating.call(operatorApi.mailPage, { query: { search: owner.email, pageSize: 1 } });
  const code = mails.list[0]?.text.match(/\d{6}/)?.[0] ?? '';
  const form = { code, confirm: owner.password, tgContact: '@demo', agreement: true as const, ...owner };
  client.logIn(await client.call(identityApi.register, { body: form }));
  const grant = { requestId: crypto.randomUUID(), ownerEmail: owner.email, amount: 1_000_000 };
  await operating.call(operatorApi.grantCharacters, { body: grant });
}

async function ensureSubAccount(client: Client): Promise<subAccountsApi.SubAccount> {
  const { list } = await client.call(subAccountsApi.subAccountPage, { query: { search: agent.remark } });
  const known = list.find((subAccount) => subAccount.remark === agent.remark);
  if (known) return known;
  const body = { ...agent, unlimited: false, characters: 100_000 };
  return (await client.call(subAccountsApi.createSubAccount, { body })).subAccount;
}

async function readEnglish(desk: Client): Promise<void> {
  const own = { ...conversationsApi.inheritedSettings, receiveTargetLanguage: 'en' };
  await desk.call(conversationsApi.putDeskSettings, { body: { own } });
}

/** A site allows the pages that it was made for; a shop on another port is another site. */
async function ensureSite(
  client: Client,
  subAccountId: string,
  shopUrl: string,
): Promise<channelsApi.SocialAccount> {
  const name = `Demo shop ${new URL(shopUrl).port}`;
  const { list } = await client.call(channelsApi.socialAccountPage, { query: { search: name } });
  const known = list.find((account) => account.name === name);
  if (known) return known;
  const credentials = {
    siteName: 'Tienda de prueba',
    origins: [shopUrl, shopUrl.replace('localhost', '127.0.0.1')],
    welcomeText: '¡Hola! ¿En qué podemos ayudarle?',
    offlineText: 'Ahora no estamos. Escríbanos y le contestaremos.',
    accentColor: '#165DFF',
  };
  return client.call(channelsApi.addSocialAccount, {
    body: { platform: 'webchat', subAccountId, name, credentials },
  });
}
