import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, type Tx, transaction } from '../../../../base/db/database.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import { countReadRows } from '../../../../testing/count-read-rows.ts';
import type { MessageOutbox } from '../outbox.ts';
import {
  createOutboxAccount,
  createOutboxBench,
  type OutboxAccount,
  type OutboxBench,
} from '../testing/outbox-account.ts';
import type { Receipt } from './service.ts';
import { receiptTargets, settleUpTo } from './store.ts';

let bench: OutboxBench;
let database: Database;
let outbox: MessageOutbox;
let announced: string[];
const askedAt = Date.parse('2026-11-26T10:00:00Z');
beforeAll(async () => {
  bench = await createOutboxBench();
  ({ database, outbox, announced } = bench);
});
afterAll(() => bench.close());

let workspaceId: WorkspaceId;
let account: string;
let openChat: OutboxAccount['openChat'];
let add: OutboxAccount['add'];
let row: OutboxAccount['row'];
beforeEach(async () => {
  announced.length = 0;
  ({ workspaceId, account, openChat, add, row } = await createOutboxAccount(database));
});

describe('receipts', () => {
  const receipt = (
    chatId: string,
    it:
      | Omit<Extract<Receipt, { platformMessageId: string }>, 'workspaceId' | 'socialAccountId' | 'chatId'>
      | { state: 'delivered' | 'read'; upToSeq: number }
      | { state: 'delivered' | 'read'; upToTime: number },
  ) => outbox.receipt({ workspaceId, socialAccountId: account, chatId, ...it });

  it('moves a message only forward by receipts', async () => {
    const chat = await openChat('a');
    const id = await add(chat, 'sent', { platformId: '17' });
    for (const [state, becomes] of [
      ['delivered', 'delivered'],
      ['read', 'read'],
      ['delivered', 'read'],
      ['failed', 'read'],
    ] as const) {
      await receipt('a', { platformMessageId: '17', state });
      expect((await row(id)).delivery).toBe(becomes);
    }
    expect((await row(id)).changedSeq).toBe(3);
  });

  it('applies a receipt that arrives before the platform’s own answer, by Parley’s id', async () => {
    const id = await add(await openChat('a'), 'sending');
    await receipt('a', { platformMessageId: id, state: 'delivered' });
    expect((await row(id)).delivery).toBe('delivered');
    await outbox.sent(workspaceId, id, { platformMessageId: '17', askedAt });
    expect(await row(id)).toMatchObject({ delivery: 'delivered', platformMessageId: '17' });
  });

  it('applies receipts that arrive before the platform’s own answer is stored, by the platform’s id or by time', async () => {
    const chat = await openChat('a');
    const ids = [await add(chat, 'queued'), await add(chat, 'queued'), await add(chat, 'queued')];
    for (const id of ids) await outbox.claim(workspaceId, id);
    const [one = '', two = '', three = ''] = ids;
    await receipt('a', { platformMessageId: 'p1', state: 'delivered' });
    await receipt('a', { platformMessageId: 'p2', state: 'read', upTo: true });
    await receipt('b', { platformMessageId: 'p3', state: 'read' });
    await outbox.sent(workspaceId, one, { platformMessageId: 'p1', askedAt });
    expect((await row(one)).delivery).toBe('delivered');
    await outbox.sent(workspaceId, two, { platformMessageId: 'p2', askedAt });
    expect((await row(one)).delivery).toBe('read');
    expect((await row(two)).delivery).toBe('read');
    await receipt('a', { upToTime: askedAt + 1, state: 'read' });
    await outbox.sent(workspaceId, three, { platformMessageId: 'p3', askedAt });
    expect((await row(three)).delivery).toBe('read');
  });

  it('applies a receipt of a part that arrives before the answer for the whole is stored', async () => {
    const id = await add(await openChat('a'), 'queued');
    await outbox.claim(workspaceId, id);
    await receipt('a', { platformMessageId: 'p2', state: 'read' });
    await outbox.sent(workspaceId, id, { platformMessageId: 'p1', parts: ['p1', 'p2'], askedAt });
    expect((await row(id)).delivery).toBe('read');
  });

  it('advances everything up to a place by a receipt, and nothing after it or unsent', async () => {
    const chat = await openChat('a');
    const states = ['sent', 'delivered', 'failed', 'sending', 'sent', 'sent'];
    const ids: string[] = [];
    for (const state of states) ids.push(await add(chat, state));
    await receipt('a', { upToSeq: 5, state: 'read' });
    const now = await Promise.all(ids.map(async (id) => (await row(id)).delivery));
    expect(now).toEqual(['read', 'read', 'failed', 'sending', 'read', 'sent']);
  });

  it('settles an unconfirmed message by a receipt', async () => {
    const id = await add(await openChat('a'), 'unconfirmed', { platformId: '17' });
    await receipt('a', { platformMessageId: '17', state: 'delivered' });
    expect(await row(id)).toMatchObject({ delivery: 'delivered', deliveryProblem: null });
  });

  it('stores the platform’s reason when a message bounced', async () => {
    const id = await add(await openChat('a'), 'sent', { platformId: '17' });
    await receipt('a', { platformMessageId: '17', state: 'failed', reason: 'no such user' });
    expect(await row(id)).toMatchObject({ delivery: 'failed', deliveryProblem: 'no such user' });
  });

  it('ignores receipts of another chat, of unknown messages, or of the customer’s own', async () => {
    const id = await add(await openChat('a'), 'sent', { platformId: '17' });
    await openChat('b');
    await receipt('b', { platformMessageId: '17', state: 'read' });
    await receipt('a', { platformMessageId: '18', state: 'read' });
    await receipt('nowhere', { upToSeq: 99, state: 'read' });
    expect((await row(id)).delivery).toBe('sent');
    expect(announced).toEqual([]);
    await database.db.execute(sql`update messages set direction = 'in' where id = ${id}`);
    await receipt('a', { upToSeq: 99, state: 'read' });
    expect((await row(id)).delivery).toBe('sent');
  });

  it('applies receipts at the same cost in a long conversation as in a short one', async () => {
    const chat = await openChat('a');
    const wanted = await add(chat, 'sent', { platformId: '17' });
    await database.pool.query(
      `insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
                             original, translation_state, delivery, platform_message_id, sent_at)
       select $1, gen_random_uuid(), $2, $3, i, i, 'out', 'text', '', 'none', 'read', 'p' || i, now()
       from generate_series(2, 4000) i`,
      [workspaceId, chat, account],
    );
    await database.pool.query('analyze messages, conversations');
    const where = { workspaceId, socialAccountId: account, chatId: 'a' };
    const reads: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => receiptTargets(tx, where, '17').then(([target]) => expect(target?.id).toBe(wanted)),
      (tx) => receiptTargets(tx, where, wanted).then(([target]) => expect(target?.id).toBe(wanted)),
      (tx) => settleUpTo(tx, where, { upToSeq: 4_000, state: 'read' }),
      (tx) => settleUpTo(tx, where, { upToTime: Date.now(), state: 'read' }),
    ];
    for (const [index, read] of reads.entries()) {
      const touched = await transaction(database, (tx) => countReadRows(tx, 'messages', () => read(tx)));
      expect(touched, String(index)).toBeLessThan(20);
    }
  });

  it('settles everything before a message by a receipt up to it, and nothing after it or unsent', async () => {
    const chat = await openChat('a');
    const ids: string[] = [];
    for (const state of ['sent', 'delivered', 'failed', 'unconfirmed', 'sending', 'sent'])
      ids.push(await add(chat, state, { platformId: `p${ids.length}` }));
    const states = () => Promise.all(ids.map(async (id) => (await row(id)).delivery));
    await receipt('a', { platformMessageId: 'p4', state: 'read', upTo: true });
    expect(await states()).toEqual(['read', 'read', 'failed', 'unconfirmed', 'read', 'sent']);
    // Out of order: one that reaches less far, and one with a lower state.
    const before = await Promise.all(ids.map(async (id) => (await row(id)).changedSeq));
    await receipt('a', { platformMessageId: 'p1', state: 'read', upTo: true });
    await receipt('a', { platformMessageId: 'p4', state: 'delivered', upTo: true });
    expect(await states()).toEqual(['read', 'read', 'failed', 'unconfirmed', 'read', 'sent']);
    expect(await Promise.all(ids.map(async (id) => (await row(id)).changedSeq))).toEqual(before);
    expect(new Set(before).size).toBe(before.length);
    expect(announced).toEqual([0, 1, 4].map((n) => `${ids[n]} read`));
  });

  it('settles what the platform was asked to send up to a time, regardless of when it was written', async () => {
    const chat = await openChat('a');
    const ids = [await add(chat, 'sending'), await add(chat, 'sending'), await add(chat, 'queued')];
    await outbox.sent(workspaceId, ids[0] ?? '', { platformMessageId: 'p0', askedAt });
    await outbox.sent(workspaceId, ids[1] ?? '', { platformMessageId: 'p1', askedAt: askedAt + 5_000 });
    for (const upToTime of [Number.NaN, -1, askedAt - 1]) await receipt('a', { upToTime, state: 'read' });
    expect((await row(ids[0] ?? '')).delivery).toBe('sent');
    await receipt('a', { upToTime: askedAt + 4_999, state: 'read' });
    const states = await Promise.all(ids.map(async (id) => (await row(id)).delivery));
    expect(states).toEqual(['read', 'sent', 'queued']);
    await receipt('a', { upToTime: Number.POSITIVE_INFINITY, state: 'delivered' });
    expect((await row(ids[1] ?? '')).delivery).toBe('delivered');
    expect((await row(ids[0] ?? '')).delivery).toBe('read');
  });
});

describe('messages in parts', () => {
  const parts = ['a1', 'a2', 'a3'];
  const report = (state: 'delivered' | 'read', platformMessageId: string, upTo?: true) =>
    outbox.receipt({
      workspaceId,
      socialAccountId: account,
      chatId: 'a',
      platformMessageId,
      state,
      ...(upTo ? { upTo } : {}),
    });
  async function sent() {
    const id = await add(await openChat('a'), 'sending');
    await outbox.sent(workspaceId, id, { platformMessageId: 'a1', parts, askedAt });
    return id;
  }

  it('marks a message in parts as delivered once all parts are, and as read with the last', async () => {
    const id = await sent();
    expect((await row(id)).platformMessageId).toBe('a1');
    const seen: string[] = [];
    for (const [state, part] of [
      ['delivered', 'a1'],
      ['delivered', 'a3'],
      ['read', 'a2'],
      ['read', 'a1'],
      ['read', 'a3'],
      ['delivered', 'a3'],
    ] as const) {
      await report(state, part);
      seen.push((await row(id)).delivery);
    }
    expect(seen).toEqual(['sent', 'sent', 'delivered', 'delivered', 'read', 'read']);
  });

  it('settles a message in parts by a receipt up to its last part, and not by one up to another', async () => {
    const id = await sent();
    await report('delivered', 'a2', true);
    expect((await row(id)).delivery).toBe('sent');
    await report('delivered', 'a3');
    expect((await row(id)).delivery).toBe('delivered');
    await report('read', 'a3', true);
    expect((await row(id)).delivery).toBe('read');
  });

  it('marks a message as failed if any of its parts fails', async () => {
    const id = await sent();
    await outbox.receipt({
      workspaceId,
      socialAccountId: account,
      chatId: 'a',
      platformMessageId: 'a2',
      state: 'failed',
      reason: 'blocked',
    });
    expect(await row(id)).toMatchObject({ delivery: 'failed', deliveryProblem: 'blocked' });
  });

  it('waits for unsent parts, and continues with these after a crash', async () => {
    const id = await add(await openChat('a'), 'queued');
    expect(await outbox.claim(workspaceId, id)).toEqual({ attempts: 0, sentParts: [], replyHandle: null });
    await outbox.partSent(workspaceId, id, 0, 'a1');
    await outbox.partSent(workspaceId, id, 0, 'a1');
    await report('read', 'a1');
    expect((await row(id)).delivery).toBe('sending');
    await outbox.recover([{ workspaceId, id: account, idempotentSend: true }]);
    expect(await outbox.claim(workspaceId, id)).toEqual({
      attempts: 1,
      sentParts: ['a1'],
      replyHandle: null,
    });
    await outbox.partSent(workspaceId, id, 1, 'a2');
    await report('delivered', 'a2');
    await outbox.sent(workspaceId, id, { platformMessageId: 'a1', parts: ['a1', 'a2'], askedAt });
    // All receipts have arrived already.
    expect((await row(id)).delivery).toBe('delivered');
  });
});
