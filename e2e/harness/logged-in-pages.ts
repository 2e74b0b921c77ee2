/** Opens browsers that are already logged in: logging in by hand takes two seconds and has its own journeys. */
import { type Client, type ClientOptions, createClient, memoryStorage } from '@parley/api-client';
import * as identityApi from '@parley/contract/identity';
import type { Page } from 'playwright-core';
import type { Equipment, Person } from './browser.ts';
import { type Agent, type Owner, password, retryLogIn } from './people.ts';
import { operator } from './server.ts';
import type { Stage } from './stage.ts';

/** The page to open, by default the app's first. A browser with a profile folder can't be logged in this way. */
type Entry = Omit<Equipment, 'profile'> & { path?: string };

export function openAsOwner(stage: Stage, { email }: Pick<Owner, 'email'>, entry: Entry = {}) {
  const body = { username: email, password };
  return open(stage, 'console', (client) => client.call(identityApi.logIn, { body }), {
    path: '/',
    ...entry,
  });
}

export function openAsAgent(stage: Stage, agent: Pick<Agent, 'accountName' | 'password'>, entry: Entry = {}) {
  const body = { username: agent.accountName, password: agent.password };
  const logIn = (client: Client) => client.call(identityApi.deskLogIn, { body });
  return open(stage, 'desk', logIn, { path: '/desk/', ...entry });
}

export function openAsOperator(stage: Stage, entry: Entry = {}) {
  const body = { username: operator.email, password: operator.password };
  const logIn = (client: Client) => client.call(identityApi.operatorLogIn, { body });
  return open(stage, 'operator', logIn, { path: '/operator', ...entry });
}

/** Stores what the app's own client stores after a login. */
async function open(
  stage: Stage,
  audience: ClientOptions['audience'],
  logIn: (client: Client) => Promise<identityApi.Tokens>,
  { path, ...equipment }: Entry & { path: string },
): Promise<Person> {
  const { url } = stage.server;
  const storage = memoryStorage();
  const client = createClient({
    baseUrl: url,
    audience,
    storage,
    language: () => 'en-US',
    onExpired: () => undefined,
  });
  client.logIn(await retryLogIn(() => logIn(client)));
  const localStorage = Object.entries(storage.entries()).map(([name, value]) => ({ name, value }));
  const person = await stage.newPerson({
    ...equipment,
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] },
  });
  await person.page.goto(url + path);
  return person;
}

/** Navigates to a path within the running app, as its links do: five times as fast as loading it again. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate', { state: null }))`,
  );
}

/** Closes the console's hidden tabs except Home: they stay mounted, and are rendered again at each change of the theme. */
export async function closeHiddenTabs(page: Page): Promise<void> {
  await page.evaluate(
    "for (const close of document.querySelectorAll('.tab:not(.tab-active) button')) close.click()",
  );
}
