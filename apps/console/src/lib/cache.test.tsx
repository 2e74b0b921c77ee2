import { memoryStorage } from '@parley/api-client';
import { tokens } from '@parley/contract/identity';
import { expect, it } from 'vitest';
import { createCache } from './cache.ts';

function begin(first: Record<string, string> = {}) {
  const storage = memoryStorage(first);
  const clock = { now: 1000 };
  return { storage, clock, cache: createCache(storage, () => clock.now) };
}

const anything = { safeParse: (data: unknown) => ({ success: true as const, data }) };
const session = { accessToken: 'a', refreshToken: 'b', expiresAt: 1 };

it('returns an entry until it expires, and deletes it when it is read afterwards', () => {
  const { storage, clock, cache } = begin();
  cache.set('user', session, 500);
  clock.now = 1499;
  expect(cache.get('user', tokens)).toEqual(session);
  clock.now = 1500;
  expect(storage.getItem('user')).not.toBeNull();
  expect(cache.get('user', anything)).toBeNull();
  expect(storage.entries()).toEqual({});
});

it('restarts the lifetime with each write', () => {
  const { clock, cache } = begin();
  cache.set('user', 'first', 500);
  clock.now = 1400;
  cache.set('user', 'second', 500);
  clock.now = 1800;
  expect(cache.get('user', anything)).toBe('second');
});

it.each(['', 'not json', 'null', '{"value":1}', '{"value":1,"expiresAt":"never"}'])(
  'deletes the foreign entry %j',
  (text) => {
    const { storage, cache } = begin({ user: text });
    expect(cache.get('user', anything)).toBeNull();
    expect(storage.getItem('user')).toBeNull();
  },
);

it('deletes an entry of another shape', () => {
  const { storage, cache } = begin();
  cache.set('user', { name: 'one' }, 500);
  expect(cache.get('user', tokens)).toBeNull();
  expect(storage.entries()).toEqual({});
});

it('returns null for keys that were never set or have been deleted', () => {
  const { cache } = begin();
  cache.set('user', 1, 500);
  cache.delete('user');
  expect(cache.get('user', anything)).toBeNull();
});

it('stores nothing when the storage is full, and drops the older entry', () => {
  const { storage, cache } = begin();
  cache.set('user', 'old', 500);
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  cache.set('user', 'new', 500);
  expect(cache.get('user', anything)).toBeNull();
});
