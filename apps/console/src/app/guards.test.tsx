import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import subAccountsTexts from '../features/sub-accounts/locales/en-US.json' with { type: 'json' };
import listTexts from '../ui/list/locales/en-US.json' with { type: 'json' };
import { firstPermitted } from './guards.tsx';
import { type ShellPage, shellPages } from './routes.ts';
import { busyWorld, emptyWorld } from './testing/console-world.ts';
import { address, found, openConsole as open, waitForAddress } from './testing/open-console.tsx';
import { enUS } from './testing/texts.ts';

async function fillLogin(password: string): Promise<void> {
  const email = await screen.findByLabelText('E-mail', {}, found);
  fireEvent.change(email, { target: { value: 'owner@example.com' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
}
const logInButton = () => screen.getByRole('button', { name: 'Log in' });

it('sends a logged-out user to the login and back to the requested page and query', async () => {
  const { user } = open('/subpage/sonAccount?status=disabled', false);
  await waitForAddress('/login?redirect=%2Fsubpage%2FsonAccount%3Fstatus%3Ddisabled');
  await fillLogin('Secret1');
  await user.click(logInButton());
  await waitForAddress('/subpage/sonAccount?status=disabled');
});

it('shows the server’s message for a wrong password, and stays on the login page', async () => {
  const { user } = open('/login', false);
  await fillLogin('Wrong1');
  await user.click(logInButton());
  expect(await screen.findByText('Wrong login details', {}, found)).toBeTruthy();
  expect(address()).toBe('/login');
});

it('sends no login request without consent', async () => {
  const { user, server } = open('/login', false);
  await fillLogin('Secret1');
  await user.click(screen.getByRole('checkbox', { name: /service agreement/ }));
  await user.click(logInButton());
  expect(await screen.findByText(enUS.identity.consentNeeded, {}, found)).toBeTruthy();
  expect(server.asked.filter((asked) => asked.startsWith('POST'))).toEqual([]);
});

it('leads a logged-in user away from login and registration', async () => {
  open('/register', true);
  await waitForAddress('/workplace/home');
});

it('forgets the page after a deliberate logout', async () => {
  const { session } = open('/subpage/sonAccount', true);
  await screen.findByRole('heading', { name: 'Sub-accounts' }, found);
  await session.logOut();
  await waitForAddress('/login');
});

it('reports a timed-out session once and keeps the way back', async () => {
  const { server, session } = open('/subpage/sonAccount', true);
  await screen.findByRole('heading', { name: 'Sub-accounts' }, found);
  server.trouble = 'expired';
  await session.client.renew('good').catch(() => undefined);
  await waitForAddress('/login?redirect=%2Fsubpage%2FsonAccount');
  expect(await screen.findAllByText(enUS.session.timeout, {}, found)).toHaveLength(1);
});

it('keeps an open page alive in its tab, with its URL', async () => {
  const { user } = open('/subpage/sonAccount?status=disabled', true);
  const search = await screen.findByLabelText('Search account name or remark', {}, found);
  await user.type(search, 'nobody');
  await waitForAddress('/subpage/sonAccount?status=disabled&search=nobody');
  const tabs = within(await screen.findByRole('navigation', { name: 'Open pages' }, found));
  await user.click(tabs.getByRole('link', { name: 'Home' }));
  await waitForAddress('/workplace/home');
  await user.click(tabs.getByRole('link', { name: 'Sub-accounts' }));
  await waitForAddress('/subpage/sonAccount?status=disabled&search=nobody');
  expect(screen.getByLabelText('Search account name or remark')).toBe(search);
  await user.click(tabs.getByRole('button', { name: 'Close Sub-accounts' }));
  await waitForAddress('/workplace/home');
});

it('shows the last page of a list when the URL names one beyond it', async () => {
  open('/subpage/sonAccount?pageNo=9', true);
  await waitForAddress('/subpage/sonAccount?pageNo=2');
  expect(await screen.findByText('34 entries', {}, found)).toBeTruthy();
});

it('distinguishes an empty list from one whose filters match nothing', async () => {
  const { user } = open('/subpage/sonAccount', true, emptyWorld());
  expect(await screen.findByText(subAccountsTexts.subAccounts.none, {}, found)).toBeTruthy();
  await user.type(screen.getByLabelText('Search account name or remark'), 'nobody');
  expect(await screen.findByText(listTexts.list.nothingFound, {}, found)).toBeTruthy();
});

it('explains an empty list of choices', async () => {
  const { user, server } = open('/workplace/home', true);
  await screen.findByRole('heading', { name: 'Home' }, found);
  server.trouble = 'network';
  await user.click(await screen.findByRole('link', { name: 'Chat history' }, found));
  const choice = await screen.findByRole('combobox', { name: subAccountsTexts.subAccounts.one }, found);
  await user.click(choice);
  const reason = 'Network exception, please check your network connection';
  const isInTheList = (text: string, element: Element | null) =>
    text === reason && element?.closest('.ant-select-dropdown') !== null;
  expect(await screen.findByText(isInTheList, {}, { timeout: 40_000 })).toBeTruthy();
});

it('reports an unknown path', async () => {
  open('/no/such/page', true);
  expect(await screen.findByText(enUS.exception[404].hint, {}, found)).toBeTruthy();
});

it('opens no page of the shell to a logged-out user except the public one', async () => {
  const { go } = open('/login', false);
  for (const { path, open: toAnybody } of shellPages) {
    go(`${path}?a=1`);
    const asked =
      path === '/workplace/home' ? '/login' : `/login?${new URLSearchParams({ redirect: `${path}?a=1` })}`;
    await waitForAddress(toAnybody === true ? `${path}?a=1` : asked);
  }
});

const allocation = { ...busyWorld(), privileges: 'PRIVILEGE:A0001:A0001,PRIVILEGE:B0002:B0002' };

const mainMenu = async () => within(await screen.findByRole('navigation', { name: 'Main menu' }, found));

it('opens a page to those whose privileges contain its first role', async () => {
  open('/subpage/chatAllocation', true, allocation);
  await (await mainMenu()).findByRole('link', { name: enUS.page.chatAllocation }, found);
  await waitFor(() => expect(document.title).toBe(`${enUS.page.chatAllocation} · Parley`), found);
  expect(address()).toBe('/subpage/chatAllocation');
});

it('redirects a user from a denied page to the first permitted one, and hides the denied one', async () => {
  open('/subpage/chatAllocation', true, { ...busyWorld(), privileges: 'PRIVILEGE:B0002:B00021' });
  await waitForAddress('/workplace/home');
  await (await mainMenu()).findByRole('link', { name: enUS.page.chatUse }, found);
  expect(screen.queryByRole('link', { name: enUS.page.chatAllocation })).toBeNull();
});

it('offers no page to users who may see none', () => {
  const b = { frame: 'shell', section: 'system', path: '/b', title: 'b', later: 'b', roles: ['A'] } as const;
  const pages: ShellPage[] = [
    { ...b, path: '/hidden', section: 'workplace', hidden: true },
    b,
    { ...b, path: '/a', section: 'fansOperation' },
  ];
  expect(firstPermitted(pages, 'A')).toBe('/a');
  expect(firstPermitted(pages, 'B')).toBeUndefined();
});

it('offers a retry when the user’s privileges can’t be loaded', async () => {
  let down = true;
  const instead = (url: string) =>
    down && url.includes('getLoginUserInfo') ? Promise.reject(new TypeError('fetch failed')) : undefined;
  const { user } = open('/subpage/chatAllocation', true, allocation, { instead });
  const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 40_000 });
  expect(address()).toBe('/subpage/chatAllocation');
  down = false;
  await user.click(retry);
  await (await mainMenu()).findByRole('link', { name: enUS.page.chatAllocation }, found);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull(), found);
});

it('shows a public page to everyone, also when the session turns out to be over', async () => {
  const path = '/fansOperation/streamLinkReport?token=abc';
  const { session, server, go } = open(path, true);
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeTruthy(), found);
  server.trouble = 'expired';
  await session.client.renew('good').catch(() => undefined);
  await waitFor(() => expect(session.isLoggedIn()).toBe(false));
  // The shell outlives the session but is hidden; the visible page is outside of it.
  await waitFor(() => expect(document.querySelector('.open-main [aria-busy="true"]')).toBeTruthy(), found);
  expect(address()).toBe(path);
  // Not shown on the login page either.
  go('/login');
  await screen.findByRole('button', { name: 'Log in' }, found);
  expect(screen.queryByText(enUS.session.timeout)).toBeNull();
});

it.each([
  ['/redirect/subpage%2FsonAccount?status=disabled', '/subpage/sonAccount?status=disabled'],
  ['/redirect/subpage/chatUse', '/subpage/chatUse'],
  ['/redirect/%2F%2Fevil.example', '/evil.example'],
  ['/redirect/%5C%5Cevil.example', '/workplace/home'],
  ['/redirect/redirect/x', '/workplace/home'],
  ['/redirect/%', '/workplace/home'],
])('leads %s on to %s', async (from, to) => {
  open(from, true);
  await waitForAddress(to);
});

it.each([
  ['403', enUS.exception[403].title],
  ['404', enUS.exception[404].title],
  ['500', enUS.exception[500].title],
])('has a page for %s', async (code, title) => {
  open(`/exception/${code}`, false);
  expect(await screen.findByRole('heading', { name: title }, found)).toBeTruthy();
  expect(screen.getByRole('link', { name: enUS.exception.home }).getAttribute('href')).toBe(
    '/workplace/home',
  );
});
