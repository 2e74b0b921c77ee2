import { beforeEach, expect, it } from 'vitest';
import { createArrivals } from './arrivals.ts';
import type { Inbound } from './arrived.ts';

type Stored = { texts: string[]; end(error?: Error): void };

/** The batches that are being stored, in the order in which they were begun. */
let running: Stored[];
const arrivals = () =>
  createArrivals({
    failsAll: () => false,
    store(batch) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      running.push({
        texts: batch.map(({ text }) => text),
        end: (error) => (error ? reject(error) : resolve()),
      });
      return promise;
    },
  });
// The fields by which it is put in a batch.
const message = (chatId: string, text: string) =>
  ({ account: { id: 'account' }, chatId, text }) as unknown as Inbound;
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Batches begin in a later turn of the event loop than messages come. */
const begun = async () => {
  await turn();
  await turn();
  return running.map(({ texts }) => texts);
};

beforeEach(() => {
  running = [];
});

it('stores messages of known chats while new ones are met', async () => {
  const { add } = arrivals();
  const met = add(message('ana', 'hello'));
  await begun();
  running[0]?.end();
  await met;
  const slow = ['ben', 'cleo', 'dora'].map((chat) => add(message(chat, `I am ${chat}`)));
  await begun();
  const late = add(message('elli', 'I am elli'));
  await begun();
  const quick = add(message('ana', 'again'));
  expect(await begun()).toEqual([
    ['hello'],
    ['I am ben', 'I am cleo', 'I am dora'],
    ['I am elli'],
    ['again'],
  ]);
  running[3]?.end();
  await quick;
  for (const { end } of running) end();
  await Promise.all([...slow, late]);
});

it('keeps the order of a chat that becomes known meanwhile', async () => {
  const { add } = arrivals();
  const first = add(message('ana', 'one'));
  await begun();
  const second = add(message('ana', 'two'));
  running[0]?.end();
  await first;
  const third = add(message('ana', 'three'));
  expect(await begun()).toEqual([['one'], ['two']]);
  running[1]?.end();
  await second;
  expect(await begun()).toEqual([['one'], ['two'], ['three']]);
  running[2]?.end();
  await third;
});

it('takes a chat for known only when its message was stored, and reports what failed', async () => {
  const { add, addAll } = arrivals();
  const failed = addAll([message('ana', 'one')]);
  await begun();
  running[0]?.end(new Error('refused'));
  await expect(failed).rejects.toThrow('refused');
  const others = [add(message('ben', 'I am ben')), add(message('ana', 'two'))];
  expect(await begun()).toEqual([['one'], ['I am ben', 'two']]);
  running[1]?.end();
  await Promise.all(others);
});
