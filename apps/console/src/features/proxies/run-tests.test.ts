import { ApiError } from '@parley/api-client';
import type { StoredProxy } from '@parley/contract/proxies';
import { expect, it } from 'vitest';
import { runTests, type TestRun } from './run-tests.ts';
import { someProxy } from './testing/proxies.ts';

const tooMany = () => new ApiError({ code: 429, error: 'request.too-many', message: 'wait', retryAfter: 7 });

function run(given: Partial<TestRun> & Pick<TestRun, 'ids'>) {
  const begun: string[] = [];
  const ended: [string, StoredProxy | null][] = [];
  const control = new AbortController();
  const done = runTests({
    test: async (id) => someProxy({ id }),
    pause: async () => undefined,
    signal: control.signal,
    onBegin: (id) => begun.push(id),
    onEnd: (id, proxy) => ended.push([id, proxy]),
    ...given,
  });
  return { begun, ended, control, done };
}

it('tests each proxy once, at most three at once', async () => {
  let now = 0;
  let most = 0;
  const { ended, done } = run({
    ids: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    test: async (id) => {
      now += 1;
      most = Math.max(most, now);
      await Promise.resolve();
      now -= 1;
      return someProxy({ id });
    },
  });
  await done;
  expect(ended.map(([id]) => id).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  expect(most).toBe(3);
});

it('pauses all tests once for as long as the server requires, and retries', async () => {
  const rests: number[] = [];
  const asked: string[] = [];
  let open = false;
  const { ended, done } = run({
    ids: ['a', 'b', 'c', 'd'],
    test: async (id) => {
      asked.push(id);
      if (!open) throw tooMany();
      return someProxy({ id });
    },
    pause: async (seconds) => {
      rests.push(seconds);
      // The other requests get the same answer meanwhile.
      await new Promise((resolve) => setImmediate(resolve));
      open = true;
    },
  });
  await done;
  expect(rests).toEqual([7]);
  expect(asked).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'd']);
  expect(ended).toHaveLength(4);
});

it('skips deleted proxies', async () => {
  const { ended, done } = run({
    ids: ['a', 'b'],
    test: async (id) => {
      if (id === 'a') throw new ApiError({ code: 404, error: 'proxy.not-found', message: 'gone' });
      return someProxy({ id });
    },
  });
  await done;
  expect(ended.find(([id]) => id === 'a')?.[1]).toBeNull();
  expect(ended.find(([id]) => id === 'b')?.[1]?.id).toBe('b');
});

it('stops everything when the network is lost', async () => {
  const asked: string[] = [];
  const lost = new ApiError({ code: 0, error: 'client.network', message: 'lost' });
  const { ended, done } = run({
    ids: ['a', 'b', 'c', 'd', 'e'],
    test: (id, signal) => {
      asked.push(id);
      if (id === 'b') return Promise.reject(lost);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  await expect(done).rejects.toBe(lost);
  expect(asked).toEqual(['a', 'b', 'c']);
  expect(ended).toEqual([]);
});

it('stops when it is cancelled, also during a pause', async () => {
  const asked: string[] = [];
  const { control, done } = run({
    ids: ['a', 'b'],
    test: async (id) => {
      asked.push(id);
      throw tooMany();
    },
    pause: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        control.abort();
      }),
  });
  await expect(done).rejects.toThrow(/abort/i);
  expect(asked).toEqual(['a', 'b']);
});
