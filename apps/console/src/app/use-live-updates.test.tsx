import { memoryStorage, type Realtime, type RealtimeHandlers } from '@parley/api-client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryKeys } from '../lib/query-keys.ts';
import { createSession } from '../lib/session.ts';
import { SessionContext } from '../lib/session-context.tsx';
import { sampleId } from '../lib/testing/samples.ts';
import { useLiveUpdates } from './use-live-updates.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Renders the hook over a socket controlled by the test; `ready` false: loading the socket's code fails. */
async function live(ready = true) {
  const network = { ready };
  const realtime = { connected: true, retryNow: vi.fn(), close: vi.fn() } satisfies Realtime;
  const given: RealtimeHandlers[] = [];
  const session = createSession({
    storage: memoryStorage(),
    language: () => 'en-US',
    connect: async (_, handlers) => {
      given.push(handlers);
      if (!network.ready) throw new TypeError('Failed to fetch dynamically imported module');
      return realtime;
    },
  });
  const queryClient = new QueryClient();
  const isStale = (key: readonly string[]) => queryClient.getQueryState(key)?.isInvalidated;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionContext value={session}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </SessionContext>
  );
  queryClient.setQueryData(queryKeys.characters, { ownerRemaining: 1 });
  queryClient.setQueryData(queryKeys.platforms, []);
  queryClient.setQueryData(queryKeys.subAccounts, []);
  queryClient.setQueryData(queryKeys.ports, []);
  const asks = vi.spyOn(queryClient, 'invalidateQueries');
  const hook = await act(async () => renderHook(useLiveUpdates, { wrapper }));
  return { network, realtime, given, isStale, asks, hook };
}

it('refetches what was loaded before the socket listened, except what no event changes', async () => {
  const { given, isStale } = await live();
  expect(isStale(queryKeys.characters)).toBe(false);
  act(() => given[0]?.onConnect?.());
  expect(isStale(queryKeys.characters)).toBe(true);
  expect(isStale(queryKeys.platforms)).toBe(false);
});

it('refetches changed sub-accounts and ports within a second, once per burst', async () => {
  const { given, isStale, asks } = await live();
  vi.useFakeTimers();
  const some = { subAccountId: sampleId(4, 1) };
  for (let desk = 0; desk < 20; desk += 1) act(() => given[0]?.subAccount?.(some));
  expect(isStale(queryKeys.subAccounts)).toBe(false);
  act(() => vi.advanceTimersByTime(999));
  expect(isStale(queryKeys.subAccounts)).toBe(true);
  expect(isStale(queryKeys.ports)).toBe(true);
  expect(isStale(queryKeys.characters)).toBe(false);
  expect(asks).toHaveBeenCalledTimes(2);
  act(() => given[0]?.subAccount?.(some));
  act(() => vi.advanceTimersByTime(999));
  expect(asks).toHaveBeenCalledTimes(4);
});

it('reports a lost, failed or restored connection', async () => {
  const { given, hook } = await live();
  expect(hook.result.current.connected).toBe(true);
  for (const trouble of ['onFailure', 'onDisconnect'] as const) {
    act(() => given[0]?.[trouble]?.());
    expect(hook.result.current.connected).toBe(false);
    act(() => given[0]?.onConnect?.());
    expect(hook.result.current.connected).toBe(true);
  }
});

it('loads the socket’s code again when the network is back, and later only makes the socket reconnect', async () => {
  const { network, given, realtime, hook } = await live(false);
  expect(hook.result.current.connected).toBe(false);
  network.ready = true;
  const networkIsBack = () => act(async () => window.dispatchEvent(new Event('online')));
  await networkIsBack();
  expect(given).toHaveLength(2);
  await networkIsBack();
  expect(given).toHaveLength(2);
  expect(realtime.retryNow).toHaveBeenCalledTimes(1);
  hook.unmount();
  expect(realtime.close).toHaveBeenCalledTimes(1);
});

it('loads the socket’s code again after a pause when the network was not lost', async () => {
  vi.useFakeTimers();
  const { network, given, realtime, hook } = await live(false);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(5_000);
  expect(given).toHaveLength(2);
  network.ready = true;
  await pass(14_000);
  expect(given).toHaveLength(2);
  await pass(1_000);
  expect(given).toHaveLength(3);
  await pass(600_000);
  expect(given).toHaveLength(3);
  hook.unmount();
  expect(realtime.close).toHaveBeenCalledTimes(1);
});

describe('the delay of the first queries', () => {
  it.each(['onConnect', 'onFailure'] as const)('ends at the first %s', async (event) => {
    const { given, hook } = await live();
    expect(hook.result.current.ready).toBe(false);
    act(() => given[0]?.[event]?.());
    expect(hook.result.current.ready).toBe(true);
  });

  it('ends when the socket’s code can’t be loaded', async () => {
    const { hook } = await live(false);
    expect(hook.result.current.ready).toBe(true);
  });

  it('ends after half a second with a slow socket, and isn’t repeated by a later disconnection', async () => {
    vi.useFakeTimers();
    const { given, hook } = await live();
    act(() => vi.advanceTimersByTime(499));
    expect(hook.result.current.ready).toBe(false);
    act(() => vi.advanceTimersByTime(1));
    expect(hook.result.current).toMatchObject({ connected: true, ready: true });
    act(() => given[0]?.onDisconnect?.());
    expect(hook.result.current).toMatchObject({ connected: false, ready: true });
  });
});
