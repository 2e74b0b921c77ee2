/** A test's handle on the console or page that it has opened. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { expect } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { createSession, type Session, type SessionOptions } from '../../lib/session.ts';
import { createFakeFetch, type FakeFetch } from '../../lib/testing/fake-fetch.ts';
import type { Route } from '../../lib/testing/route.ts';

export type PageHandle = {
  session: Session;
  server: FakeFetch;
  user: ReturnType<typeof userEvent.setup>;
  /** Navigates as if the user had entered another URL. */
  go(address: string): void;
  /** Presses the browser's Back. */
  back(): void;
  /** Refetches everything, as after a change elsewhere. */
  refresh(): Promise<void>;
  /** Unmounts it, so that the next opening is a reload. */
  leave(): void;
};

type Connect = NonNullable<SessionOptions['connect']>;

const connectAtOnce: Connect = async (_, handlers) => {
  handlers.onConnect?.();
  return { connected: true, retryNow: () => undefined, close: () => undefined };
};

export type RenderOptions = {
  instead?: FakeFetch['instead'];
  /** Time limit of each request. */
  timeLimitMs?: number;
  /** The socket; left out: one that connects immediately. */
  connect?: Connect;
};

/**
 * Creates a session over these routes, with a socket that receives no events, and a component inside the router that
 * tracks the URL.
 *
 * @param loggedIn left out: true
 */
export function createPageHarness(
  routes: readonly Route[],
  more: RenderOptions & { loggedIn?: boolean } = {},
) {
  const { instead, loggedIn = true, connect = connectAtOnce, ...limits } = more;
  const server = createFakeFetch(routes);
  if (instead !== undefined) server.instead = instead;
  const session = createSession({
    storage: localStorage,
    language: () => 'en-US',
    fetch: server,
    locks: null,
    connect,
    ...limits,
  });
  if (loggedIn) session.logIn({ accessToken: 'good', refreshToken: 'next', expiresAt: 0 });
  const queryClient = createQueryClient();
  let navigate: NavigateFunction = () => undefined;
  const AddressBar = () => {
    const { pathname, search } = useLocation();
    navigate = useNavigate();
    return <output data-testid="address">{pathname + search}</output>;
  };
  const opened: Omit<PageHandle, 'leave'> = {
    session,
    server,
    // Without layout, no element covers a button.
    user: userEvent.setup({ pointerEventsCheck: 0 }),
    go: (next) => void navigate(next),
    back: () => void navigate(-1),
    refresh: () => queryClient.invalidateQueries(),
  };
  return { opened, queryClient, AddressBar };
}

/** Omits the components' style sheets, as a simulated page has no layout. */
export const withoutStyles = { zeroRuntime: true };

/** Timeout for asynchronous content, such as a page's code on a busy machine. */
export const found = { timeout: 30_000 };

/** Returns the opened dialog once its code is loaded. */
export const openedDialog = () => screen.findByRole('dialog', { name: (name) => name !== 'Loading…' }, found);

export const address = () => screen.getByTestId('address').textContent;

export const waitForAddress = (wanted: string) => waitFor(() => expect(address()).toBe(wanted), found);
