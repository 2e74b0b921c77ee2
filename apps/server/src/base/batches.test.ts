import { expect, it } from 'vitest';
import { Batches, type BatchesOptions } from './batches.ts';

type Line = { chat: string; name: string };
const line = (chat: string, name: string): Line => ({ chat, name });
const named = (batch: readonly Line[]) => batch.map(({ name }) => name);

type Options = BatchesOptions<Line, string>;
const batchesOf = (options: Pick<Options, 'run'> & Partial<Options>) =>
  new Batches<Line, string>({ failsAll: () => false, keyOf: ({ chat }) => chat, ...options });

/** Returns a store whose transactions end when the test lets them. */
function slowStore() {
  const running: { names: string[]; end(): void }[] = [];
  const stored: string[] = [];
  const run = (batch: readonly Line[]) =>
    new Promise<string[]>((resolve) => {
      const names = named(batch);
      const end = () => {
        running.splice(running.indexOf(entry), 1);
        stored.push(...names);
        resolve(names.map((name) => `stored ${name}`));
      };
      const entry = { names, end };
      running.push(entry);
    });
  const underWay = () => running.map(({ names }) => names);
  return { run, running, stored, underWay };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('runs a single item at once when nothing else is running', async () => {
  const store = slowStore();
  const batches = batchesOf({ run: store.run });
  void batches.add(line('a', '1'));
  await turn();
  expect(store.underWay()).toEqual([['1']]);
});

it('batches what several callers add in the same turn', async () => {
  const store = slowStore();
  const batches = batchesOf({ run: store.run });
  void batches.add(line('a', '1'));
  void batches.addAll([line('b', '2'), line('c', '3')]);
  await turn();
  expect(store.underWay()).toEqual([['1', '2', '3']]);
});

it('batches what arrives during a run', async () => {
  const store = slowStore();
  const batches = batchesOf({ run: store.run, lanes: 1 });
  const first = batches.add(line('1', '1'));
  await turn();
  const rest = ['2', '3', '4'].map((name) => batches.add(line(name, name)));
  await turn();
  expect(store.underWay()).toEqual([['1']]);
  store.running[0]?.end();
  await turn();
  expect(store.underWay()).toEqual([['2', '3', '4']]);
  store.running[0]?.end();
  await Promise.all([first, ...rest]);
});

it('keeps the order of a key: never in two batches at once, with later ones waiting', async () => {
  const store = slowStore();
  const batches = batchesOf({ run: store.run });
  const all = [batches.add(line('a', '1'))];
  await turn();
  all.push(batches.add(line('a', '2')), batches.add(line('b', '3')), batches.add(line('a', '4')));
  await turn();
  expect(store.underWay()).toEqual([['1'], ['3']]);
  store.running[1]?.end();
  await turn();
  expect(store.underWay(), 'chat a is still being stored').toEqual([['1']]);
  store.running[0]?.end();
  await turn();
  expect(store.underWay()).toEqual([['2', '4']]);
  store.running[0]?.end();
  await Promise.all(all);
  expect(store.stored).toEqual(['3', '1', '2', '4']);
});

it('runs everything concurrently without keys', async () => {
  const store = slowStore();
  const batches = new Batches<Line, string>({ run: store.run, failsAll: () => false });
  void batches.add(line('a', '1'));
  await turn();
  void batches.add(line('a', '2'));
  await turn();
  expect(store.underWay()).toEqual([['1'], ['2']]);
});

it('resolves each item with its own result, and a call for many once all are durable', async () => {
  const store = slowStore();
  const batches = batchesOf({ run: store.run, lanes: 1 });
  let answers: string[] | null = null;
  const call = batches.addAll([line('a', '1'), line('a', '2'), line('b', '3')]).then((results) => {
    answers = results;
  });
  const single = batches.add(line('c', '4'));
  await turn();
  expect(answers).toBeNull();
  expect(store.underWay()).toEqual([['1', '2', '3', '4']]);
  store.running[0]?.end();
  await call;
  expect(answers).toEqual(['stored 1', 'stored 2', 'stored 3']);
  expect(await single).toBe('stored 4');
});

it('does not fail a bad item’s neighbors', async () => {
  const stored: string[] = [];
  const run = async (batch: readonly Line[]) => {
    if (named(batch).includes('bad')) throw new Error('can’t be stored');
    stored.push(...named(batch));
    return named(batch);
  };
  const batches = batchesOf({ run, lanes: 1 });
  const outcomes = await Promise.allSettled(['1', 'bad', '2'].map((name) => batches.add(line('a', name))));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await expect(batches.addAll([line('b', '3'), line('b', 'bad'), line('b', '4')])).rejects.toThrow(
    'can’t be stored',
  );
  expect(stored, 'a rejected call says that all of it is over').toEqual(['1', '2', '3', '4']);
});

it('fails a whole batch at once when the next item would fail as well', async () => {
  let runs = 0;
  const gone = new Error('no database');
  const run = async () => {
    runs += 1;
    throw gone;
  };
  const batches = batchesOf({ run, failsAll: (error) => error === gone, lanes: 1 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) => batches.add(line(`chat ${i}`, String(i)))),
  );
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(runs).toBe(1);
});

it('continues after a failure', async () => {
  let fails = true;
  const batches = batchesOf({
    run: async (batch) => {
      if (fails) throw new Error('once');
      return named(batch);
    },
  });
  await expect(batches.add(line('a', '1'))).rejects.toThrow('once');
  fails = false;
  expect(await batches.add(line('a', '1'))).toBe('1');
});

it('rejects items for which a batch returned no result', async () => {
  const batches = batchesOf({ run: async (batch) => named(batch).slice(1) });
  await expect(batches.addAll([line('a', '1'), line('b', '2')])).rejects.toThrow(
    'fewer or more than its items',
  );
});

it('puts at most 400 items into one batch', async () => {
  const store = slowStore();
  const batches = batchesOf({ run: store.run, lanes: 1 });
  const all = batches.addAll(Array.from({ length: 1_000 }, (_, i) => line(`chat ${i}`, String(i))));
  const sizes: number[] = [];
  while (store.stored.length < 1_000) {
    await turn();
    sizes.push(store.running[0]?.names.length ?? 0);
    store.running[0]?.end();
  }
  await all;
  expect(sizes.filter((size) => size > 0)).toEqual([400, 400, 200]);
});
