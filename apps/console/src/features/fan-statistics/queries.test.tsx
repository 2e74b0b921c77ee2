import type { Client } from '@parley/api-client';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fanFigures, fansRank, growthChart } from './queries.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const call = vi.fn(async () => ({}));
// The queries use nothing else of the client.
const client = { call } as unknown as Client;

it.each([
  ['figures', () => useQuery(fanFigures(client))],
  ['chart', () => useQuery(growthChart(client, { days: '7' }))],
  ['ranking', () => useQuery(fansRank(client, { period: 'today', pageNo: 1, pageSize: 10 }))],
])('refetches the %s every minute, so that a new day shows after midnight', async (_, useIt) => {
  vi.useFakeTimers();
  call.mockClear();
  const cache = new QueryClient();
  renderHook<unknown, unknown>(useIt, {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  });
  await act(() => vi.advanceTimersByTimeAsync(60_500));
  expect(call).toHaveBeenCalledTimes(2);
});
