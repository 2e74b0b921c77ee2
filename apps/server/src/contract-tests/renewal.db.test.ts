/** Tests the client's renewal against a real server: the cost of a burst of 401s, in one tab and in ten. */
import { type Client, createClient, type KeyValueStorage, memoryStorage } from '@parley/api-client';
import * as identityApi from '@parley/contract/identity';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type TestClock, testClock } from '../testing/test-clock.ts';
import type { TestOwner } from '../testing/test-people.ts';

const halfAnHour = 30 * 60_000;

let clock: TestClock;
let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  clock = testClock();
  app = await startTestApp({ clock });
  owner = await app.registerOwner();
});
afterAll(() => app.close());

/** The requests sent, as method, path and status, in the order of the responses. */
type Wire = { fetch: typeof fetch; heard: string[] };

function wire(): Wire {
  const heard: string[] = [];
  return {
    heard,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      heard.push(`${init?.method} ${new URL(String(input)).pathname} ${response.status}`);
      return response;
    },
  };
}

function openTab(storage: KeyValueStorage, { fetch }: Wire, locks?: null): Client {
  return createClient({
    baseUrl: app.url,
    storage,
    fetch,
    audience: 'console',
    language: () => 'en-US',
    ...(locks === undefined ? {} : { locks }),
    onExpired: () => {
      throw new Error('the session has ended');
    },
  });
}

/** Returns a browser whose session's access token has expired. */
async function lateBrowser(): Promise<KeyValueStorage> {
  const storage = memoryStorage();
  const tokens = await app.call(identityApi.logIn, {
    body: { username: owner.email, password: owner.password },
  });
  openTab(storage, wire()).logIn(tokens);
  clock.advance(halfAnHour + 60_000);
  return storage;
}

const ten = <T>(make: () => T): T[] => Array.from({ length: 10 }, make);
const info = `GET ${identityApi.getLoginUserInfo.path}`;
const refresh = `POST ${identityApi.refreshToken.path}`;
const count = (heard: readonly string[], line: string) => heard.filter((one) => one === line).length;

it('renews once for ten parallel 401s, and all ten succeed', async () => {
  const line = wire();
  const tab = openTab(await lateBrowser(), line);
  const answers = await Promise.all(ten(() => tab.call(identityApi.getLoginUserInfo)));
  expect(answers.map(({ emailAddress }) => emailAddress)).toEqual(ten(() => owner.email));
  expect(count(line.heard, `${info} 401`)).toBe(10);
  expect(count(line.heard, `${refresh} 200`)).toBe(1);
  expect(count(line.heard, `${info} 200`)).toBe(10);
  expect(line.heard).toHaveLength(21);
});

it('renews once for ten tabs', async () => {
  const line = wire();
  const storage = await lateBrowser();
  const tabs = ten(() => openTab(storage, line));
  await Promise.all(tabs.flatMap((tab) => [1, 2].map(() => tab.call(identityApi.getLoginUserInfo))));
  expect(line.heard.filter((one) => one.startsWith(refresh))).toEqual([`${refresh} 200`]);
  expect(count(line.heard, `${info} 200`)).toBe(20);
});

it('ten tabs of a browser without locks all stay logged in, now and after the next half-hour', async () => {
  const line = wire();
  const storage = await lateBrowser();
  const tabs = ten(() => openTab(storage, line, null));
  const ask = () => Promise.all(tabs.map((tab) => tab.call(identityApi.getLoginUserInfo)));
  await ask();
  clock.advance(halfAnHour + 60_000);
  await ask();
  expect(count(line.heard, `${info} 200`)).toBe(20);
  expect(line.heard.filter((one) => one.startsWith(refresh) && !one.endsWith(' 200'))).toEqual([]);
});

it('repeats a write unchanged, and executes it once', async () => {
  const line = wire();
  const tab = openTab(await lateBrowser(), line);
  const body = { remark: 'Night shift', unlimited: false, characters: 0 };
  const { subAccount } = await tab.call(subAccountsApi.createSubAccount, { body });
  expect(subAccount.remark).toBe('Night shift');
  const { list } = await tab.call(subAccountsApi.subAccountPage, { query: { search: 'Night shift' } });
  expect(list).toHaveLength(1);
});
