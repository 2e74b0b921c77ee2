/** The handle of a test on a console, or a page of it, that it has opened. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { expect } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { createSession, type Session, type SessionOptions } from '../../lib/session.ts';
import { createFakeFetch, type FakeFetch } from '../../lib/testing/fake-fetch.ts';
import type { Route } from '../../lib/testing/route.ts';

export type Opened = {
  session: Session;
  server: FakeFetch;
  user: ReturnType<typeof userEvent.setup>;
  /** As if the user had written another address. */
  go(address: string): void;
  /** Presses the browser's Back. */
  back(): void;
  /** Asks for everything again, as a change elsewhere makes it. */
  refresh(): Promise<void>;
  /** Takes it off the screen: what comes next is a reload. */
  leave(): void;
};

type Connect = NonNullable<SessionOptions['connect']>;

const connectAtOnce: Connect = async (_, handlers) => {
  handlers.onConnect?.();
  return { connected: true, retryNow: () => undefined, close: () => undefined };
};

export type RenderOptions = {
  instead?: FakeFetch['instead'];
  /** Of each request. */
  timeLimitMs?: number;
  /** The socket; left out: one that connects at once. */
  connect?: Connect;
};

/**
 * A session over these routes, whose socket receives nothing, and a component that follows the address from inside a router.
 *
 * @param loggedIn left out: yes
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
  const opened: Omit<Opened, 'leave'> = {
    session,
    server,
    // Without a layout nothing covers a button.
    user: userEvent.setup({ pointerEventsCheck: 0 }),
    go: (next) => void navigate(next),
    back: () => void navigate(-1),
    refresh: () => queryClient.invalidateQueries(),
  };
  return { opened, queryClient, AddressBar };
}

/** The components' style sheets stay away: no layout follows from them in a simulated page. */
export const withoutStyles = { zeroRuntime: true };

/** Everything that is found later than at once: a page's code on a busy machine. */
export const found = { timeout: 30_000 };

/** The dialog that was opened, once its code is there. */
export const openedDialog = () => screen.findByRole('dialog', { name: (name) => name !== 'Loading…' }, found);

export const address = () => screen.getByTestId('address').textContent;

export const addressIs = (wanted: string) => waitFor(() => expect(address()).toBe(wanted), found);
