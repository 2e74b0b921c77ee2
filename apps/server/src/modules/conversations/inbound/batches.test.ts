import { expect, it } from 'vitest';
import { trustWorkspaceId } from '../../../base/ids.ts';
import { createBatches } from './batches.ts';
import type { Inbound } from './service.ts';

const account = {
  workspaceId: trustWorkspaceId('0197a000-0000-7000-8000-000000000001'),
  id: '0197a000-0000-7000-8000-000000000002',
  platform: 'webchat',
  subAccountId: '0197a000-0000-7000-8000-000000000003',
  dedupeScope: 'workspace',
} as const;

function message(chatId: string, platformMessageId: string): Inbound {
  const from = { id: chatId, displayName: null, language: null };
  const kind = { kind: 'text', chatKind: 'private', history: false } as const;
  return { account, chatId, platformMessageId, from, text: platformMessageId, sentAt: 1, ...kind };
}
const named = (batch: readonly Inbound[]) => batch.map((it) => it.platformMessageId);
const never = () => false;

/** A store whose transactions end when the test says so. */
function slowStore() {
  const running: { names: string[]; end(): void }[] = [];
  const stored: string[] = [];
  const run = (batch: readonly Inbound[]) =>
    new Promise<void>((resolve) => {
      const names = named(batch);
      const end = () => {
        running.splice(running.indexOf(entry), 1);
        stored.push(...names);
        resolve();
      };
      const entry = { names, end };
      running.push(entry);
    });
  return { run, running, stored };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('stores a single message at once when nothing else is running', () => {
  const store = slowStore();
  const { accept } = createBatches({ run: store.run, failsAll: never });
  void accept([message('a', '1')]);
  expect(store.running.map(({ names }) => names)).toEqual([['1']]);
});

it('makes one batch of what arrives meanwhile', async () => {
  const store = slowStore();
  const { accept } = createBatches({ run: store.run, failsAll: never, lanes: 1 });
  const all = ['1', '2', '3', '4'].map((id) => accept([message(id, id)]));
  expect(store.running.map(({ names }) => names)).toEqual([['1']]);
  store.running[0]?.end();
  await turn();
  expect(store.running.map(({ names }) => names)).toEqual([['2', '3', '4']]);
  store.running[0]?.end();
  await Promise.all(all);
});

it('keeps a chat’s order: never in two batches at a time, the later ones wait', async () => {
  const store = slowStore();
  const { accept } = createBatches({ run: store.run, failsAll: never, lanes: 2 });
  const all = [
    ['a', '1'],
    ['a', '2'],
    ['b', '3'],
    ['a', '4'],
  ].map(([chat = '', id = '']) => accept([message(chat, id)]));
  expect(store.running.map(({ names }) => names)).toEqual([['1'], ['3']]);
  store.running[1]?.end();
  await turn();
  expect(
    store.running.map(({ names }) => names),
    'chat a is still being stored',
  ).toEqual([['1']]);
  store.running[0]?.end();
  await turn();
  expect(store.running.map(({ names }) => names)).toEqual([['2', '4']]);
  store.running[0]?.end();
  await Promise.all(all);
  expect(store.stored).toEqual(['3', '1', '2', '4']);
});

it('resolves only when the message is durable, and all of one call together', async () => {
  const store = slowStore();
  const { accept } = createBatches({ run: store.run, failsAll: never, lanes: 1 });
  let done = false;
  const call = accept([message('a', '1'), message('a', '2'), message('b', '3')]).then(() => {
    done = true;
  });
  await turn();
  expect(done).toBe(false);
  expect(store.running.map(({ names }) => names)).toEqual([['1', '2', '3']]);
  store.running[0]?.end();
  await call;
});

it('does not let one message that can’t be stored keep its neighbours out', async () => {
  const stored: string[] = [];
  const run = async (batch: readonly Inbound[]) => {
    if (named(batch).includes('bad')) throw new Error('can’t be stored');
    stored.push(...named(batch));
  };
  const { accept } = createBatches({ run, failsAll: never, lanes: 1 });
  const first = accept([message('z', '0')]);
  const rest = ['1', 'bad', '2'].map((id) => accept([message('a', id)]));
  await first;
  const outcomes = await Promise.allSettled(rest);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(stored).toEqual(['0', '1', '2']);
});

it('fails a whole batch at once when the next message would fail as well', async () => {
  let runs = 0;
  const gone = new Error('no database');
  const run = async () => {
    runs += 1;
    throw gone;
  };
  const { accept } = createBatches({ run, failsAll: (error) => error === gone, lanes: 1 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) => accept([message(`chat ${i}`, String(i))])),
  );
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(runs).toBe(2);
});

it('goes on after a failure', async () => {
  let fails = true;
  const { accept } = createBatches({
    run: async () => {
      if (fails) throw new Error('once');
    },
    failsAll: never,
  });
  await expect(accept([message('a', '1')])).rejects.toThrow('once');
  fails = false;
  await accept([message('a', '1')]);
});

it('takes at most 400 into one transaction', async () => {
  const store = slowStore();
  const { accept } = createBatches({ run: store.run, failsAll: never, lanes: 1 });
  const all = accept(Array.from({ length: 1_000 }, (_, i) => message(`chat ${i}`, String(i))));
  const sizes: number[] = [];
  while (store.stored.length < 1_000) {
    sizes.push(store.running[0]?.names.length ?? 0);
    store.running[0]?.end();
    await turn();
  }
  await all;
  expect(sizes).toEqual([400, 400, 200]);
});
