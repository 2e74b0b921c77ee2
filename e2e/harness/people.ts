/** Creates workspaces through the API, for journeys that start after registration; the main journey creates its own by hand. */
import { type Client, memoryClient } from '@parley/api-client';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { until } from '@parley/testing';
import { operator } from './server.ts';

export const password = 'Lantern42';

export type Owner = { client: Client; email: string };
export type Agent = { subAccountId: string; accountName: string; password: string; client: Client };

export async function operatorOf(url: string): Promise<Client> {
  const client = memoryClient(url, 'operator');
  const body = { username: operator.email, password: operator.password };
  client.logIn(await retryLogIn(() => client.call(identityApi.operatorLogIn, { body })));
  return client;
}

/** Retries a login: a server that has just started on a busy machine may answer that it is unavailable. */
export function retryLogIn(logIn: () => Promise<identityApi.Tokens>): Promise<identityApi.Tokens> {
  return until('a log-in', logIn, 60_000, 500);
}

/** Returns the six digits in the newest mail to this address; empty while there is none. */
export async function mailedCode(operating: Client, email: string): Promise<string> {
  const mails = await operating.call(operatorApi.mailPage, { query: { search: email, pageSize: 1 } });
  return /\b\d{6}\b/.exec(mails.list[0]?.text ?? '')?.[0] ?? '';
}

export async function grant(operating: Client, ownerEmail: string, amount: number): Promise<void> {
  const body = { requestId: crypto.randomUUID(), ownerEmail, amount };
  await operating.call(operatorApi.grantCharacters, { body });
}

export async function registerOwner(url: string, characters = 1_000_000): Promise<Owner> {
  const operating = await operatorOf(url);
  const email = `owner-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const client = memoryClient(url, 'console');
  await client.call(identityApi.requestVerificationCode, { body: { email, purpose: 'register' } });
  const code = await mailedCode(operating, email);
  const form = { email, code, password, confirm: password, tgContact: '@owner', agreement: true as const };
  client.logIn(await client.call(identityApi.register, { body: form }));
  // The guided tour has its own journey, and would cover the pages of the others.
  await client.call(identityApi.setGuideState, { body: { state: true } });
  await grant(operating, email, characters);
  return { client, email };
}

/** Creates a sub-account that reads English, with its desk logged in. */
export async function addAgent(
  url: string,
  owner: Owner,
  remark = 'Ana',
  decided: Partial<subAccountsApi.SubAccountForm> = {},
): Promise<Agent> {
  const body = { remark, password, unlimited: true, characters: 0, ...decided };
  const { subAccount } = await owner.client.call(subAccountsApi.createSubAccount, { body });
  const client = memoryClient(url, 'desk');
  client.logIn(
    await client.call(identityApi.deskLogIn, { body: { username: subAccount.accountName, password } }),
  );
  const own = { ...conversationsApi.inheritedSettings, receiveTargetLanguage: 'en' };
  await client.call(conversationsApi.putDeskSettings, { body: { own } });
  return { subAccountId: subAccount.id, accountName: subAccount.accountName, password, client };
}

/** Adds a website chat for the pages of one origin. */
export async function addSite(
  owner: Owner,
  agent: Pick<Agent, 'subAccountId'>,
  origin: string,
  site: { name?: string; welcomeText?: string } = {},
): Promise<channelsApi.SocialAccount> {
  const { name = 'Web shop', welcomeText = '¡Hola! ¿En qué podemos ayudarle?' } = site;
  const texts = { siteName: 'La tienda de Clara', welcomeText };
  const credentials = { ...texts, origins: [origin], askForRating: 'true' };
  const body = { platform: 'webchat' as const, subAccountId: agent.subAccountId, name, credentials };
  return owner.client.call(channelsApi.addSocialAccount, { body });
}
