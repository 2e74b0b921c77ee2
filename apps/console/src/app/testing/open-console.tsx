import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { expect } from 'vitest';
import { type ConsoleFetch, createConsoleFetch } from '../../fixtures/console-fetch.ts';
import { busyWorld, type ConsoleWorld } from '../../fixtures/console-world.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { createSession, type Session } from '../../lib/session.ts';
import { App } from '../App.tsx';
import { englishLocale } from './texts.ts';

export type OpenedConsole = {
  session: Session;
  server: ConsoleFetch;
  user: ReturnType<typeof userEvent.setup>;
  /** As if somebody had written another address. */
  go(address: string): void;
  /** Asks for everything again, as a change elsewhere makes it. */
  refresh(): Promise<void>;
  /** Takes it off the screen: what comes next is a reload. */
  leave(): void;
};

type More = {
  /** What a quick link carried. */
  quickLogin?: string;
  instead?: ConsoleFetch['instead'];
  /** Of each request. */
  timeLimitMs?: number;
};

/** The whole console at an address, over a world in memory and without a socket. */
export function openConsole(
  address: string,
  loggedIn: boolean,
  world: ConsoleWorld = busyWorld(),
  more: More = {},
): OpenedConsole {
  const { quickLogin = null, instead, ...limits } = more;
  const server = createConsoleFetch(world);
  if (instead !== undefined) server.instead = instead;
  const session = createSession({
    storage: localStorage,
    language: () => 'en-US',
    fetch: server,
    locks: null,
    connect: async () => ({ connected: true, retryNow: () => undefined, close: () => undefined }),
    ...limits,
  });
  if (loggedIn) session.logIn({ accessToken: 'good', refreshToken: 'next', expiresAt: 0 });
  const i18n = englishLocale();
  const queryClient = createQueryClient();
  let navigate: NavigateFunction = () => undefined;
  const AddressBar = () => {
    const { pathname, search } = useLocation();
    navigate = useNavigate();
    return <output data-testid="address">{pathname + search}</output>;
  };
  const { unmount } = render(
    <MemoryRouter initialEntries={[address]}>
      <App {...{ i18n, session, quickLogin }} queryClient={queryClient} storage={localStorage} />
      <AddressBar />
    </MemoryRouter>,
  );
  const go = (next: string) => void navigate(next);
  const refresh = () => queryClient.invalidateQueries();
  return { session, server, user: userEvent.setup(), go, refresh, leave: unmount };
}

/** Everything that is found later than at once: a page's code on a busy machine. */
export const found = { timeout: 30_000 };

export const address = () => screen.getByTestId('address').textContent;

export const addressIs = (wanted: string) => waitFor(() => expect(address()).toBe(wanted), found);
