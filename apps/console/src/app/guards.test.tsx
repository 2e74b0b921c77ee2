import { createLocale } from '@parley/ui';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { type ConsoleFetch, createConsoleFetch } from '../fixtures/console-fetch.ts';
import { busyWorld, type ConsoleWorld } from '../fixtures/console-world.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { createSession, type Session } from '../lib/session.ts';
import { App } from './App.tsx';
import enUS from './locales/en-US.json' with { type: 'json' };
import zhCN from './locales/zh-CN.json' with { type: 'json' };

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

type Opened = { session: Session; server: ConsoleFetch; user: ReturnType<typeof userEvent.setup> };

/** The whole console at an address, over a world in memory and without a socket. */
function open(address: string, loggedIn: boolean, world: ConsoleWorld = busyWorld()): Opened {
  const server = createConsoleFetch(world);
  const session = createSession({
    storage: localStorage,
    language: () => 'en-US',
    fetch: server,
    locks: null,
    connect: async () => ({ connected: true, retryNow: () => undefined, close: () => undefined }),
  });
  if (loggedIn) session.logIn({ accessToken: 'good', refreshToken: 'next', expiresAt: 0 });
  const i18n = createLocale({ 'zh-CN': zhCN, 'en-US': enUS }, 'en-US');
  render(
    <MemoryRouter initialEntries={[address]}>
      <App i18n={i18n} session={session} queryClient={createQueryClient()} storage={localStorage} />
      <Address />
    </MemoryRouter>,
  );
  return { session, server, user: userEvent.setup() };
}

const address = () => screen.getByTestId('address').textContent;
const addressIs = (wanted: string) => waitFor(() => expect(address()).toBe(wanted), { timeout: 8000 });
const found = { timeout: 8000 };

async function fillLogin(user: Opened['user'], password: string): Promise<void> {
  await user.type(await screen.findByLabelText('E-mail', {}, found), 'owner@example.com');
  await user.type(screen.getByLabelText('Password'), password);
}
const logInButton = () => screen.getByRole('button', { name: 'Log in' });

it('sends a stranger to the log-in and back to the page and query that were wanted', async () => {
  const { user } = open('/subpage/sonAccount?status=disabled', false);
  await addressIs('/login?redirect=%2Fsubpage%2FsonAccount%3Fstatus%3Ddisabled');
  await fillLogin(user, 'Secret1');
  await user.click(logInButton());
  await addressIs('/subpage/sonAccount?status=disabled');
});

it('shows what the server says about a wrong password, and stays', async () => {
  const { user } = open('/login', false);
  await fillLogin(user, 'Wrong1');
  await user.click(logInButton());
  expect(await screen.findByText('Wrong username or password', {}, found)).toBeTruthy();
  expect(address()).toBe('/login');
});

it('does not even ask the server without consent', async () => {
  const { user, server } = open('/login', false);
  await fillLogin(user, 'Secret1');
  await user.click(screen.getByRole('checkbox'));
  await user.click(logInButton());
  expect(await screen.findByText(enUS.identity.consentNeeded, {}, found)).toBeTruthy();
  expect(server.asked).toEqual([]);
});

it('leads whoever is logged in away from log-in and registration', async () => {
  open('/register', true);
  await addressIs('/workplace/home');
});

it('forgets the page after a deliberate log-out', async () => {
  const { session } = open('/subpage/sonAccount', true);
  await screen.findByRole('heading', { name: 'Sub-accounts' }, found);
  await session.logOut();
  await addressIs('/login');
});

it('says once that a session has timed out, and keeps the way back', async () => {
  const { server, session } = open('/subpage/sonAccount', true);
  await screen.findByRole('heading', { name: 'Sub-accounts' }, found);
  server.trouble = 'expired';
  await session.client.renew('good').catch(() => undefined);
  await addressIs('/login?redirect=%2Fsubpage%2FsonAccount');
  expect(await screen.findAllByText(enUS.session.timeout, {}, found)).toHaveLength(1);
});

it('keeps an opened page alive in its tab, with the address that it had', async () => {
  const { user } = open('/subpage/sonAccount?status=disabled', true);
  const search = await screen.findByLabelText('Search account name or remark', {}, found);
  await user.type(search, 'nobody');
  await addressIs('/subpage/sonAccount?status=disabled&search=nobody');
  const tabs = within(screen.getByRole('navigation', { name: 'Opened pages' }));
  await user.click(tabs.getByRole('link', { name: 'Home' }));
  await addressIs('/workplace/home');
  await user.click(tabs.getByRole('link', { name: 'Sub-accounts' }));
  await addressIs('/subpage/sonAccount?status=disabled&search=nobody');
  expect(screen.getByLabelText('Search account name or remark')).toBe(search);
  await user.click(tabs.getByRole('button', { name: 'Close Sub-accounts' }));
  await addressIs('/workplace/home');
});

it('says so when an address leads nowhere', async () => {
  open('/no/such/page', true);
  expect(await screen.findByText(enUS.notFound.hint, {}, found)).toBeTruthy();
});
