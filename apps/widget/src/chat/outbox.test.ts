import { expect, test } from 'vitest';
import { createMemoryStorage } from '../fixtures/memory-storage.ts';
import { createStore } from '../lib/store.ts';
import { createOutbox, originKey } from './outbox.ts';

test('ignores entries of other scripts, including messages under a wrong key, which could never be removed', () => {
  const storage = createMemoryStorage();
  const store = createStore('', () => storage);
  const outbox = createOutbox(store);
  const own = { id: 'm1', text: 'Hello', at: 1, visit: null };
  outbox.add(own);
  store.set('out:m2', JSON.stringify({ ...own, id: 'm3' }));
  store.set('out:m4', '{"id":"m4"}');
  expect(outbox.list()).toEqual([own]);
  outbox.drop('m1');
  expect(outbox.next()).toBeUndefined();
});

test('sends the token of a split link’s visit only with the first message, and keeps it over a reload', () => {
  const storage = createMemoryStorage();
  const store = createStore('', () => storage);
  store.set(originKey, 'abcd2345wxyz');
  for (const id of ['m1', 'm2']) createOutbox(store).add({ id, text: 'Hello', at: 1 });
  expect(createOutbox(store).list()).toMatchObject([
    { id: 'm1', visit: 'abcd2345wxyz' },
    { id: 'm2', visit: null },
  ]);
});
