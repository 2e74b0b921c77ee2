import type { SendResult } from '@parley/connectors';
import { expect, it } from 'vitest';
import { senderHarness, textAlone, turns } from './testing/sender-harness.ts';

const template = {
  id: 't',
  platformId: 'sale/es',
  name: 'sale',
  language: 'es',
  values: { 'body.1': 'Luz' },
  translation: 'Hi',
  translationLanguage: 'en',
};

it('sends each conversation in order and conversations in parallel', async () => {
  const { add, sender, ids, states } = senderHarness();
  add('a1', 'a2', 'b1', 'a3', 'b2');
  sender.nudge();
  await turns();
  expect(ids().filter((id) => id.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
  expect(ids().filter((id) => id.startsWith('b'))).toEqual(['b1', 'b2']);
  expect(new Set(Object.values(states()))).toEqual(new Set(['sent']));
});

it('lets no conversation wait for another whose platform call hangs', async () => {
  const { add, sender, ids, answerWith } = senderHarness();
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

it('never has more than eight sends in flight', async () => {
  const { add, sender, ids, answerWith } = senderHarness();
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

it('retries what the platform could not accept, with growing backoff, and keeps the order', async () => {
  const { add, sender, ids, rows, answerWith, passTo, states, asked } = senderHarness();
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

it('holds a message back that was postponed during its own query', async () => {
  const { add, sender, ids, outbox, rows, answerWith } = senderHarness();
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

it('sees an attempt that another process made after its query', async () => {
  const { add, sender, asked, outbox, rows } = senderHarness();
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

it('puts a claimed message back when the account is lost during the claim', async () => {
  const { add, sender, ids, outbox, disconnect, states } = senderHarness();
  add('a1');
  const { claim } = outbox;
  outbox.claim = async (...of) => {
    const claimed = await claim(...of);
    disconnect();
    return claimed;
  };
  sender.nudge();
  await turns();
  expect(ids()).toEqual([]);
  expect(states()).toEqual({ a1: 'queued' });
});

it('waits as long as the platform asks', async () => {
  const { add, sender, rows, answerWith } = senderHarness();
  answerWith(async () => ({ ok: false, outcome: 'transient', reason: 'flood', retryAfterMs: 33_000 }));
  add('a1');
  sender.nudge();
  await turns();
  expect(rows[0]).toMatchObject({ delivery: 'queued', retryAt: 33_000, reason: 'flood' });
});

it('pauses every conversation when the platform accepts nothing from the account', async () => {
  const { add, sender, ids, answerWith, passTo, states } = senderHarness();
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

it('gives a message up after 25 attempts, or at the platform’s permanent refusal', async () => {
  const { add, sender, rows, answerWith, states } = senderHarness();
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

it('marks a message as in doubt when the outcome is unknown', async () => {
  const { add, sender, rows, answerWith } = senderHarness();
  answerWith(() => Promise.reject(new Error('the connection broke')));
  add('a1', 'a2');
  sender.nudge();
  await turns();
  expect(rows[0]).toMatchObject({ delivery: 'unconfirmed', reason: 'send-interrupted' });
  expect(rows[1]?.delivery).toBe('unconfirmed');
});

it('sends nothing without a connection', async () => {
  const { add, sender, ids, disconnect } = senderHarness();
  disconnect();
  add('a1');
  sender.nudge();
  await turns();
  expect(ids()).toEqual([]);
});

it('keeps the platform’s answer while the database is down', async () => {
  const { add, sender, state, states, ids, answerWith } = senderHarness();
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
  const { add, sender, state, states, ids, passTo } = senderHarness();
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

it('finishes sends in flight when it closes, and starts no new ones', async () => {
  const { add, sender, ids, states, answerWith } = senderHarness();
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

it('stores each part before the next is sent, and continues with the missing one', async () => {
  const { add, sender, rows, asked, answerWith, passTo } = senderHarness();
  answerWith(async ({ partSent }) => {
    passTo(100);
    await partSent?.('p1');
    passTo(200);
    await partSent?.('p2');
    return { ok: false, outcome: 'transient', reason: 'busy: 2/3', retryAfterMs: 1_000 };
  });
  add('a1');
  sender.nudge();
  await turns();
  expect(rows[0]).toMatchObject({ delivery: 'queued', parts: ['p1', 'p2'] });
  answerWith(async ({ sentParts = [], partSent }) => {
    await partSent?.('p3');
    passTo(5_000);
    return { ok: true, platformMessageId: 'p1', parts: [...sentParts, 'p3', 'p4'] };
  });
  passTo(1_200);
  sender.nudge();
  await turns();
  expect(asked.map(({ sentParts }) => sentParts)).toEqual([[], ['p1', 'p2']]);
  expect(rows[0]).toMatchObject({ delivery: 'sent', parts: ['p1', 'p2', 'p3'], askedAt: 1_200 });
});

it('sends no part after one that it could not store before closing', async () => {
  const { add, sender, state, states, asked, answerWith } = senderHarness();
  const sent: string[] = [];
  answerWith(async ({ partSent }) => {
    sent.push('p1');
    state.away = Number.POSITIVE_INFINITY;
    await partSent?.('p1');
    sent.push('p2');
    return { ok: true, platformMessageId: 'p1', parts: ['p1', 'p2'] };
  });
  add('a1');
  sender.nudge();
  await turns();
  await sender.close();
  expect(asked).toHaveLength(1);
  expect(sent).toEqual(['p1']);
  expect(states()).toEqual({ a1: 'sending' });
});

it('fails a message that waited beyond the reply window without asking the platform', async () => {
  const { add, sender, ids, rows, passTo } = senderHarness({ window: { hours: 24 } });
  passTo(24 * 3_600_000 - 1);
  add('a1');
  sender.nudge();
  await turns();
  passTo(24 * 3_600_000);
  add('a2');
  sender.nudge();
  await turns();
  expect(ids()).toEqual(['a1']);
  expect(rows[1]).toMatchObject({ delivery: 'failed', reason: 'message-too-late' });
});

it.each([
  ['paid', {}, 'message-priced'],
  ['paid', { acceptsPrice: true }, null],
  ['paid', { template }, 'message-template-early'],
  ['after', { acceptsPrice: true }, 'message-template-only'],
  ['after', { template }, 'message-priced'],
  ['after', { template, acceptsPrice: true }, null],
] as const)('refuses by the window (%s) a message with %o: %s', async (at, given, reason) => {
  const { add, sender, ids, rows, passTo } = senderHarness({
    window: { hours: 24, paidUntilHours: 48, afterwards: 'templates' },
    templates: { anyTime: false, priced: true },
  });
  passTo((at === 'paid' ? 24 : 48) * 3_600_000);
  add('a1');
  Object.assign(rows[0] ?? {}, { given });
  sender.nudge();
  await turns();
  expect(ids()).toEqual(reason === null ? ['a1'] : []);
  expect(rows[0]?.reason ?? null).toBe(reason);
});

it.each([
  [{ required: false }, ['h1'], ['h1', undefined], ['sent', 'sent']],
  [{ required: true }, ['h1'], ['h1'], ['sent', 'failed']],
  [undefined, ['h1'], [undefined, undefined], ['sent', 'sent']],
])('uses the available reply handles (%o)', async (replyHandles, handles, asked, states) => {
  const harness = senderHarness({ ...(replyHandles ? { replyHandles } : {}), handles });
  harness.add('a1', 'a2');
  harness.sender.nudge();
  await turns(60);
  expect(harness.asked.map(({ replyHandle }) => replyHandle)).toEqual(asked);
  expect(Object.values(harness.states())).toEqual(states);
  if (replyHandles?.required) expect(harness.rows[1]?.reason).toBe('message-unanswerable');
});

it('spends no use of a handle on a message that the platform doesn’t accept', async () => {
  const { add, sender, asked, rows, passTo } = senderHarness({
    replyHandles: { required: false },
    handles: ['h1'],
    window: { hours: 24 },
  });
  passTo(48 * 3_600_000);
  add('a1', 'b1', 'c1');
  const customerWroteAt = 47 * 3_600_000;
  const media = { name: 'film.mp4', contentType: 'video/mp4', size: 1 };
  Object.assign(rows[1] ?? {}, { given: { customerWroteAt, kind: 'video', media } });
  Object.assign(rows[2] ?? {}, { given: { customerWroteAt } });
  sender.nudge();
  await turns(60);
  expect(rows.map(({ reason }) => reason)).toEqual(['message-too-late', 'media-lost', undefined]);
  expect(asked.map(({ replyHandle }) => replyHandle)).toEqual(['h1']);
});

it('sends a template by the platform’s id', async () => {
  const { add, sender, asked, rows } = senderHarness();
  add('a1');
  Object.assign(rows[0] ?? {}, { given: { template } });
  sender.nudge();
  await turns();
  const { platformId: id, name, language, values } = template;
  expect(asked[0]?.template).toEqual({ id, name, language, values });
});

it('leaves in doubt what it could not store before closing', async () => {
  const { add, sender, state, states, answerWith } = senderHarness();
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
