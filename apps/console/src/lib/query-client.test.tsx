/** Tests that a query misses no change between its first request and the answer. */
import { onlineManager, QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const queryKey = ['materials'];
let close = () => {};
afterEach(() => close());

/** An observed list whose requests are answered by the test. */
function shownList() {
  const client = createQueryClient();
  const requests: { answer: (list: string[]) => void; fail: (problem: Error) => void }[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () =>
      new Promise<string[]>((answer, fail) => {
        requests.push({ answer, fail });
      }),
  });
  close = observer.subscribe(() => {});
  return { client, requests, shown: () => observer.getCurrentResult().data };
}

it('refetches a list that was invalidated while it was loading', async () => {
  const { client, requests, shown } = shownList();
  void client.invalidateQueries({ queryKey });
  void client.invalidateQueries({ queryKey });
  expect(requests).toHaveLength(1);
  requests[0]?.answer([]);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.answer(['parcel']);
  await vi.waitFor(() => expect(shown()).toEqual(['parcel']));
  expect(requests).toHaveLength(2);
});

it('refetches it after a failure as well', async () => {
  const { client, requests, shown } = shownList();
  void client.invalidateQueries({ queryKey });
  requests[0]?.fail(new Error('refused'));
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.answer(['parcel']);
  await vi.waitFor(() => expect(shown()).toEqual(['parcel']));
});

it('fetches a list that couldn’t be loaded once the network is back', async () => {
  const { client, requests, shown } = shownList();
  client.mount();
  requests[0]?.fail(new Error('no network'));
  await vi.waitFor(() => expect(client.getQueryState(queryKey)?.status).toBe('error'));
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.answer(['parcel']);
  await vi.waitFor(() => expect(shown()).toEqual(['parcel']));
  client.unmount();
});

it('refetches only the queries of the visible page once the network is back', async () => {
  const asked: string[] = [];
  function Page({ name }: { name: string }) {
    const queryFn = async () => asked.push(name);
    return <p>{useQuery({ queryKey: [name], queryFn, staleTime: 0 }).data}</p>;
  }
  const client = createQueryClient();
  const pages = (mode: 'visible' | 'hidden') => (
    <QueryClientProvider client={client}>
      <Page name="shown" />
      <Activity mode={mode}>
        <Page name="hidden" />
      </Activity>
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(pages('visible'));
  await vi.waitFor(() => expect(asked).toEqual(['shown', 'hidden']));
  rerender(pages('hidden'));
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(asked).toEqual(['shown', 'hidden', 'shown']));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(asked).toHaveLength(3);
  unmount();
});

it('fetches an unchanged list once', async () => {
  const { requests, shown } = shownList();
  requests[0]?.answer(['parcel']);
  await vi.waitFor(() => expect(shown()).toEqual(['parcel']));
  expect(requests).toHaveLength(1);
});
