/** The whole life of a login session: a second factor, tabs that renew it concurrently, a second browser, and its ends. */
import { createHmac } from 'node:crypto';
import { ApiError, type Client, memoryClient } from '@parley/api-client';
import { createQuickLogInCode, getLoginUserInfo, logIn, logInSecondStep } from '@parley/contract/identity';
import type { Page, Request } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { deriveKey } from '../apps/server/src/base/crypto/secrets.ts';
import { authenticatorCode } from './harness/authenticator.ts';
import { enterConsole, openConsolePage } from './harness/console.ts';
import { openAsOperator, openAsOwner, visit } from './harness/logged-in-pages.ts';
import { choose } from './harness/menu.ts';
import { type Owner, password, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();

const list = '/subpage/sonAccount?status=normal';
const refreshPath = '/api/system/auth/refresh-token';

/** Returns the same token, expired an hour ago: waiting half an hour is too long for a journey. */
function ranOut(token: string): string {
  const [head = '', body = ''] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), exp: Date.now() / 1000 - 3600 };
  claims.exp = Math.floor(claims.exp);
  const signed = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const signature = createHmac('sha256', deriveKey(inject('shared').secret, 'access tokens')).update(signed);
  return `${signed}.${signature.digest('base64url')}`;
}

const stored = (page: Page, key: string) =>
  page.evaluate(`localStorage.getItem('${key}') ?? ''`) as Promise<string>; // a script's answer
const store = (page: Page, key: string, value: string) =>
  page.evaluate(`localStorage.setItem('${key}', ${JSON.stringify(value)})`);
const letRunOut = async (page: Page) =>
  store(page, 'ACCESS_TOKEN', ranOut(await stored(page, 'ACCESS_TOKEN')));

const heading = (page: Page) => page.getByRole('heading', { name: 'Sub-accounts', level: 1 });
const remark = (page: Page) => page.getByRole('dialog').getByLabel('Remark');
const address = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

test('five tabs renew an expired session only once between them, and all continue', async () => {
  const owner = await registerOwner(stage().server.url);
  // The tokens run out before the first tab opens a page that would use them.
  const { page } = await openAsOwner(stage(), owner, { path: '/healthz' });
  const others = await Promise.all(Array.from({ length: 4 }, () => page.context().newPage()));
  const tabs = [page, ...others];
  await letRunOut(page);
  const before = await stored(page, 'REFRESH_TOKEN');
  const requests: Request[] = [];
  page.context().on('request', (request) => requests.push(request));
  await Promise.all(tabs.map((tab) => tab.goto(`${stage().server.url}${list}`)));
  for (const tab of tabs) {
    await heading(tab).waitFor({ timeout: 45_000 });
    await tab.getByTitle('Characters left: 1,000,000').waitFor();
    expect(address(tab)).toBe(list);
  }
  const renewals = requests.filter((request) => request.url().includes(refreshPath));
  expect(renewals.map((request) => new URL(request.url()).searchParams.get('refreshToken'))).toEqual([
    before,
  ]);

  // The headers that the specification requires of every request, as sent by the browser.
  const headers = await renewals[0]?.allHeaders();
  const cookies = await page.context().cookies();
  expect(headers).toMatchObject({
    clientid: await stored(page, 'Client'),
    systemlanguagecode: 'EN',
    vestid: '1',
    'x-xsrf-token': decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? 'none'),
  });
  expect(headers).not.toHaveProperty('tenant-id');
});

test('typed text survives a visit to another page and the end of the session, but not a form left unsaved', async () => {
  const owner = await registerOwner(stage().server.url);
  const { page, ...console } = await enterConsole(stage(), owner, { path: '/subpage/socialAccount' });
  await console.go('Sub-accounts');
  const open = () => page.getByRole('button', { name: 'Create sub-account' }).click();
  await open();
  await remark(page).fill('Night shift');
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.goForward();
  await expect.poll(() => remark(page).inputValue()).toBe('Night shift');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await open();
  await expect.poll(() => remark(page).inputValue()).toBe('');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await visit(page, list);
  await letRunOut(page);
  await store(page, 'REFRESH_TOKEN', 'gone');
  const search = page.getByLabel('Search account name or remark');
  await search.fill('Night');
  const timeout = page.getByText('Login timed out, please login again');
  await timeout.waitFor();
  const wanted = `${list}&search=Night`;
  // Another request may end the session before the search reaches the URL: the kept page restores it.
  const redirects = [list, wanted].map((redirect) => `/login?${new URLSearchParams({ redirect })}`);
  await expect.poll(() => redirects.includes(address(page))).toBe(true);
  expect(await timeout.count()).toBe(1);

  await console.logIn(owner);
  await expect.poll(() => address(page)).toBe(wanted);
  await expect.poll(() => search.inputValue()).toBe('Night');
});

test('a quick link logs in one other browser, leaves no trace there, and works only once', async () => {
  const owner = await registerOwner(stage().server.url);
  const { page } = await enterConsole(stage(), owner, { path: list });
  await heading(page).waitFor();
  await page.getByRole('button', { name: 'Your account' }).click();
  await choose(page, 'Open in another browser');
  await page.getByText(/^Expires in \d+ s$/).waitFor();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  const code = new URL(link).searchParams.get('quickLogin') ?? '';
  expect(code.length).toBeGreaterThan(20);

  const other = await stage().newPerson();
  const asked: Request[] = [];
  other.page.on('request', (request) => asked.push(request));
  await other.page.goto(link);
  await heading(other.page).waitFor();
  expect(address(other.page)).toBe(list);
  // All requests except the page's own URL and the body that exchanges the code.
  const later = asked.filter((request) => !request.isNavigationRequest()).map((request) => request.url());
  expect(later.filter((url) => url.includes(code))).toEqual([]);
  await other.page.goto(`${stage().server.url}/healthz`);
  await other.page.goBack();
  await heading(other.page).waitFor();
  expect(address(other.page)).toBe(list);
  await other.page.reload();
  await heading(other.page).waitFor();

  const third = await stage().newPerson();
  await third.page.goto(link);
  await third.page.getByText('Login error: please refresh and retry').waitFor();
  expect(address(third.page)).toBe(`/login?${new URLSearchParams({ redirect: list })}`);
});

/** Returns the challenge with which the server answers the right password. */
async function challengeOf(client: Client, owner: Owner): Promise<string> {
  const refused = client.call(logIn, { body: { username: owner.email, password } });
  const error: unknown = await refused.catch((reason: unknown) => reason);
  if (error instanceof ApiError && error.error === 'identity.second-step')
    return String(error.details.challenge);
  throw new Error('the server asked for no second step', { cause: error });
}

const isIn = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).waitFor();

test('an owner switches on two-factor authentication and logs in with a code or once with a recovery code', async () => {
  const owner = await registerOwner(stage().server.url);
  const { page } = await enterConsole(stage(), owner, { path: '/user/setting?tab=security' });
  const panel = page.locator('section', { has: page.getByRole('heading', { name: /^Two-factor/ }) });
  await panel.getByLabel('Login password').fill(password);
  await panel.getByRole('button', { name: 'Set up' }).click();
  const key = await panel.locator('code').innerText();
  await panel.getByLabel('Code from the app').fill(authenticatorCode(key));
  await panel.getByRole('button', { name: 'Turn on' }).click();
  const codes = (await panel.locator('pre').innerText()).trim().split('\n');
  expect(codes).toHaveLength(10);
  await panel.getByRole('button', { name: 'I have saved them' }).click();
  await panel.getByText('10 recovery codes left').waitFor();

  // In the journey of missing code, an owner enters such a code by hand.
  const client = memoryClient(stage().server.url, 'console');
  const body = { challenge: await challengeOf(client, owner), code: authenticatorCode(key, 1) };
  client.logIn(await client.call(logInSecondStep, { body }));
  await client.call(getLoginUserInfo);

  const { page: elsewhere } = await openConsolePage(stage());
  await elsewhere.getByLabel('E-mail').fill(owner.email);
  await elsewhere.getByLabel('Password').fill(password);
  await elsewhere.getByRole('button', { name: 'Log in' }).click();
  await elsewhere.getByLabel('Code').fill(codes[0] ?? '');
  await elsewhere.getByRole('button', { name: 'Log in' }).click();
  await isIn(elsewhere);
});

test('a quick link of another account asks first, and an owner who is disabled is logged out at once', async () => {
  const { url } = stage().server;
  const [owner, other] = [await registerOwner(url), await registerOwner(url)];
  const { code } = await other.client.call(createQuickLogInCode);
  const path = `/user/info?${new URLSearchParams({ quickLogin: code })}`;
  const { page } = await openAsOwner(stage(), owner, { path });
  const question = page.getByRole('dialog', { name: 'Switch account?' });
  await question.getByText(other.email).waitFor();
  await question.getByRole('button', { name: 'Stay logged in' }).click();
  await isIn(page);
  await page.getByRole('heading', { name: owner.email }).waitFor();

  const { page: operating } = await openAsOperator(stage(), { path: '/operator/owners' });
  await operating.getByRole('button', { name: `Disable ${owner.email}` }).click();
  const form = operating.getByRole('dialog', { name: `Disable ${owner.email}?` });
  await form.getByLabel('Reason').fill('Unpaid');
  await form.getByRole('button', { name: 'Disable' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
  await page.getByText(/^The owner account has been disabled/).waitFor();
});
