import type { Connection, OutboundMessage, SendResult } from '@parley/connectors';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { trustWorkspaceId } from '../../base/ids.ts';
import { createMetrics } from '../../base/metrics.ts';
import type { MessageOutbox } from '../conversations/index.ts';
import { channelsMetrics } from './metrics.ts';
import { createSender } from './sender.ts';

const account = {
  workspaceId: trustWorkspaceId('0197a000-0000-7000-8000-000000000001'),
  id: 'account',
  platform: 'telegram',
};
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
async function turns(count = 20): Promise<void> {
  for (let i = 0; i < count; i += 1) await turn();
}

type Row = {
  id: string;
  chatId: string;
  delivery: string;
  attempts: number;
  retryAt: number;
  reason?: string;
};

/** Returns the oldest message of each chat that has not left yet: later ones wait for it. */
function firstOfEachChat(rows: readonly Row[]): Row[] {
  const firsts = new Map<string, Row>();
  for (const row of rows) {
    if (!firsts.has(row.chatId) && ['queued', 'sending'].includes(row.delivery)) firsts.set(row.chatId, row);
  }
  return [...firsts.values()];
}

const textAlone = {
  chatKind: 'private' as const,
  kind: 'text' as const,
  media: null,
  fileId: null,
  replyTo: null,
  replyToPlatformId: null,
  mentions: [],
};

const asToSend = ({ id, chatId }: Row) => ({
  ...textAlone,
  id,
  conversationId: chatId,
  chatId,
  text: id,
  writtenAt: 0,
});

/** An outbox in memory with the rules of the real one; `away` makes its next calls fail. */
function fakeOutbox(clock: { now(): number }) {
  const rows: Row[] = [];
  const state = { away: 0, answersLost: 0 };
  const touch = async (name: string) => {
    await turn();
    if (state.away > 0) {
      state.away -= 1;
      throw new Error(`no database for ${name}`);
    }
  };
  const set = async (id: string, from: string, change: Partial<Row>): Promise<Row | null> => {
    const row = rows.find((it) => it.id === id && it.delivery === from);
    return row ? Object.assign(row, change) : null;
  };
  const outbox: MessageOutbox = {
    due: async () => [],
    async next(_workspace, _account, limit) {
      await touch('next');
      return firstOfEachChat(rows)
        .filter((row) => row.delivery === 'queued' && row.retryAt <= clock.now())
        .slice(0, limit)
        .map(asToSend);
    },
    async claim(_workspace, id) {
      await touch('claim');
      const claimed = await set(id, 'queued', { delivery: 'sending' });
      if (state.answersLost > 0) {
        state.answersLost -= 1;
        throw new Error('the answer to the commit was lost');
      }
      return claimed;
    },
    async sent(_workspace, id) {
      await touch('sent');
      await set(id, 'sending', { delivery: 'sent' });
    },
    async notSent(_workspace, id, { reason, retryAt }) {
      await touch('notSent');
      const row = rows.find((it) => it.id === id);
      const change = retryAt === null ? { delivery: 'failed' } : { delivery: 'queued', retryAt };
      await set(id, 'sending', { ...change, reason, attempts: (row?.attempts ?? 0) + 1 });
    },
    async unconfirmed(_workspace, id, reason) {
      await touch('unconfirmed');
      await set(id, 'sending', { delivery: 'unconfirmed', reason });
    },
    recover: async () => undefined,
    receipt: async () => undefined,
  };
  const add = (...ids: string[]) => {
    for (const id of ids) {
      rows.push({ id, chatId: id[0] ?? '', delivery: 'queued', attempts: 0, retryAt: 0 });
    }
  };
  const states = () => Object.fromEntries(rows.map((row) => [row.id, row.delivery]));
  return { outbox, rows, state, add, states };
}

function harness() {
  let now = 0;
  const clock = { now: () => now, sleep: async () => turn() };
  const box = fakeOutbox(clock);
  const asked: OutboundMessage[] = [];
  let answer: (message: OutboundMessage) => Promise<SendResult> = async ({ id }) => ({
    ok: true,
    platformMessageId: `p ${id}`,
  });
  let connection: Connection | null = {
    send: (message) => {
      asked.push(message);
      return answer(message);
    },
    close: async () => undefined,
  };
  const deps = {
    outbox: box.outbox,
    clock,
    openMessageFile: () => Promise.reject(new Error('no message here has a file')),
    log: pino({ level: 'silent' }),
    metrics: channelsMetrics(createMetrics()),
  };
  return {
    ...box,
    asked,
    sender: createSender(deps, account, () => connection),
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    disconnect: () => {
      connection = null;
    },
    passTo: (at: number) => {
      now = at;
    },
    ids: () => asked.map(({ id }) => id),
  };
}

it('sends each conversation in order and conversations side by side', async () => {
  const { add, sender, ids, states } = harness();
  add('a1', 'a2', 'b1', 'a3', 'b2');
  sender.nudge();
  await turns();
  expect(ids().filter((id) => id.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
  expect(ids().filter((id) => id.startsWith('b'))).toEqual(['b1', 'b2']);
  expect(new Set(Object.values(states()))).toEqual(new Set(['sent']));
});

it('lets no conversation wait for another whose platform call hangs', async () => {
  const { add, sender, ids, answerWith } = harness();
  answerWith(({ id }) =>
    id === 'a1'
      ? new Promise<SendResult>(() => undefined)
      : Promise.resolve({ ok: true, platformMessageId: id }),
  );
  add('a1', 'b1', 'b2', 'b3');
  sender.nudge();
  await turns(40);
  expect(ids()).toEqual(['a1', 'b1', 'b2', 'b3']);
});

it('never has more than eight under way', async () => {
  const { add, sender, ids, answerWith } = harness();
  const ends: (() => void)[] = [];
  answerWith(
    ({ id }) => new Promise((resolve) => ends.push(() => resolve({ ok: true, platformMessageId: id }))),
  );
  add(...'abcdefghijkl');
  sender.nudge();
  await turns();
  expect(ids()).toHaveLength(8);
  ends[0]?.();
  await turns();
  expect(ids()).toHaveLength(9);
});

it('tries again what the platform could not take now, with growing pauses, and keeps the order', async () => {
  const { add, sender, ids, rows, answerWith, passTo, states, asked } = harness();
  answerWith(async () => ({ ok: false, outcome: 'transient', reason: 'busy' }));
  add('a1', 'a2');
  const pauses: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    sender.nudge();
    await turns();
    pauses.push(rows[0]?.retryAt ?? 0);
    passTo(rows[0]?.retryAt ?? 0);
  }
  expect(pauses.map((at, i) => at - (pauses[i - 1] ?? 0))).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(ids()).toEqual(['a1', 'a1', 'a1', 'a1']);
  expect(asked.map((it) => it.firstAttempt)).toEqual([true, false, false, false]);
  answerWith(async ({ id }) => ({ ok: true, platformMessageId: id }));
  sender.nudge();
  await turns();
  expect(states()).toEqual({ a1: 'sent', a2: 'sent' });
});

it('keeps a message waiting that was postponed during its own query', async () => {
  const { add, sender, ids, outbox, rows, answerWith } = harness();
  const answered = Promise.withResolvers<SendResult>();
  answerWith(() => answered.promise);
  add('a1');
  sender.nudge();
  await turns();
  const read = Promise.withResolvers<void>();
  const { next } = outbox;
  outbox.next = async () => {
    outbox.next = next;
    await read.promise;
    return [{ ...textAlone, id: 'a1', conversationId: 'a', chatId: 'a', text: 'a1', writtenAt: 0 }];
  };
  sender.nudge();
  answered.resolve({ ok: false, outcome: 'transient', reason: 'busy' });
  await turns();
  expect(rows[0]).toMatchObject({ delivery: 'queued', retryAt: 1_000 });
  read.resolve();
  await turns();
  expect(ids()).toEqual(['a1']);
});

it('sees a try that another process made after its query', async () => {
  const { add, sender, asked, outbox, rows } = harness();
  add('a1');
  const { claim } = outbox;
  outbox.claim = (...of) => {
    Object.assign(rows[0] ?? {}, { attempts: 1 });
    return claim(...of);
  };
  sender.nudge();
  await turns();
  expect(asked.map((it) => it.firstAttempt)).toEqual([false]);
});

it('waits as long as the platform asks', async () => {
  const { add, sender, rows, answerWith } = harness();
  answerWith(async () => ({ ok: false, outcome: 'transient', reason: 'flood', retryAfterMs: 33_000 }));
  add('a1');
  sender.nudge();
  await turns();
  expect(rows[0]).toMatchObject({ delivery: 'queued', retryAt: 33_000, reason: 'flood' });
});

it('pauses every conversation when the platform takes nothing from the account', async () => {
  const { add, sender, ids, answerWith, passTo, states } = harness();
  answerWith(async () => ({
    ok: false,
    outcome: 'transient',
    reason: 'flood',
    retryAfterMs: 33_000,
    pausesAccount: true,
  }));
  add('a1');
  sender.nudge();
  await turns();
  add('b1', 'c1');
  passTo(32_999);
  sender.nudge();
  await turns();
  expect(ids()).toEqual(['a1']);
  answerWith(async ({ id }) => ({ ok: true, platformMessageId: id }));
  passTo(33_000);
  sender.nudge();
  await turns();
  expect(states()).toEqual({ a1: 'sent', b1: 'sent', c1: 'sent' });
});

it('gives a message up for good after 25 tries, or when the platform says never', async () => {
  const { add, sender, rows, answerWith, states } = harness();
  answerWith(async ({ id }) => ({
    ok: false,
    outcome: id === 'a1' ? 'permanent' : 'transient',
    reason: 'no',
  }));
  add('a1', 'b1');
  Object.assign(rows[1] ?? {}, { attempts: 24 });
  sender.nudge();
  await turns();
  expect(states()).toEqual({ a1: 'failed', b1: 'failed' });
});

it('shows a person what it doesn’t know: neither sent nor not', async () => {
  const { add, sender, rows, answerWith } = harness();
  answerWith(() => Promise.reject(new Error('the connection broke')));
  add('a1', 'a2');
  sender.nudge();
  await turns();
  expect(rows[0]).toMatchObject({ delivery: 'unconfirmed', reason: 'send-interrupted' });
  expect(rows[1]?.delivery).toBe('unconfirmed');
});

it('sends nothing without a connection', async () => {
  const { add, sender, ids, disconnect } = harness();
  disconnect();
  add('a1');
  sender.nudge();
  await turns();
  expect(ids()).toEqual([]);
});

it('does not forget the platform’s answer while the database is away', async () => {
  const { add, sender, state, states, ids, answerWith } = harness();
  answerWith(async ({ id }) => {
    state.away = 7;
    return { ok: true, platformMessageId: id };
  });
  add('a1');
  sender.nudge();
  await turns(60);
  expect(ids()).toEqual(['a1']);
  expect(states()).toEqual({ a1: 'sent' });
});

it('takes a claim back when its outcome is unknown, and sends once', async () => {
  const { add, sender, state, states, ids, passTo } = harness();
  state.answersLost = 1;
  add('a1');
  sender.nudge();
  await turns();
  passTo(1);
  sender.nudge();
  await turns();
  expect(ids()).toEqual(['a1']);
  expect(states()).toEqual({ a1: 'sent' });
});

it('lets what is being sent end when it closes, and begins nothing new', async () => {
  const { add, sender, ids, states, answerWith } = harness();
  let end: () => void = () => undefined;
  answerWith(
    ({ id }) => new Promise((resolve) => (end = () => resolve({ ok: true, platformMessageId: id }))),
  );
  add('a1', 'a2');
  sender.nudge();
  await turns();
  const closed = sender.close();
  end();
  await closed;
  await turns();
  expect(ids()).toEqual(['a1']);
  expect(states()).toEqual({ a1: 'sent', a2: 'queued' });
});

it('leaves in doubt what it could not write down before it had to close', async () => {
  const { add, sender, state, states, answerWith } = harness();
  answerWith(async ({ id }) => {
    state.away = Number.POSITIVE_INFINITY;
    return { ok: true, platformMessageId: id };
  });
  add('a1');
  sender.nudge();
  await turns();
  await sender.close();
  expect(states()).toEqual({ a1: 'sending' });
});
