import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../base/db/database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import type { MessageOutbox } from './outbox.ts';
import {
  createOutboxAccount,
  createOutboxBench,
  type OutboxAccount,
  type OutboxBench,
} from './testing/outbox-account.ts';

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
const next = async (limit = 8) => (await outbox.next(workspaceId, account, limit, [])).map(({ id }) => id);

describe('what there is to send', () => {
  it('sends the earliest message of each conversation, and only that', async () => {
    const [a, b] = [await openChat('a'), await openChat('b')];
    const a1 = await add(a, 'queued', { text: 'traducido' });
    await add(a, 'queued');
    const b1 = await add(b, 'queued');
    expect((await next()).sort()).toEqual([a1, b1].sort());
    expect(await next(1)).toHaveLength(1);
    const others = await outbox.next(workspaceId, account, 8, [a]);
    expect(others.map(({ id }) => id)).toEqual([b1]);
    expect(await outbox.next(workspaceId, account, 8, [])).toContainEqual({
      id: a1,
      conversationId: a,
      chatId: 'a',
      chatKind: 'private',
      customerWroteAt: null,
      text: 'traducido',
      kind: 'text',
      media: null,
      fileId: null,
      replyTo: null,
      replyToPlatformId: null,
      mentions: [],
      template: null,
      acceptsPrice: false,
      writtenAt: (await row(a1)).createdAt.getTime(),
      delivery: 'queued',
      next_attempt_at: null,
      seq: 1,
    });
  });

  it('waits for an earlier message being translated or sent, but not for a failed one', async () => {
    for (const [state, waits] of [
      ['translating', true],
      ['sending', true],
      ['failed', false],
      ['unconfirmed', false],
      ['sent', false],
    ] as const) {
      const chat = await openChat(state);
      await add(chat, state);
      const second = await add(chat, 'queued');
      expect((await next()).includes(second), state).toBe(!waits);
    }
  });

  it('finds among many accounts those with something to send whose time has come', async () => {
    const chat = await openChat('a');
    const others = [newId(), newId()];
    expect(await outbox.due([account, ...others])).toEqual([]);
    expect(await outbox.due([])).toEqual([]);
    for (const state of ['translating', 'sending', 'sent', 'failed']) await add(chat, state);
    expect(await outbox.due([account, ...others])).toEqual([]);
    const id = await add(chat, 'queued');
    await add(chat, 'queued');
    expect(await outbox.due([account, ...others])).toEqual([account]);
    expect(await outbox.due(others)).toEqual([]);
    await database.pool.query('delete from messages where conversation_id = $1 and id <> $2', [chat, id]);
    const dueIn = (interval: string) =>
      database.pool.query('update messages set next_attempt_at = now() + $2::interval where id = $1', [
        id,
        interval,
      ]);
    await dueIn('1 minute');
    expect(await outbox.due([account])).toEqual([]);
    await dueIn('-1 second');
    expect(await outbox.due([account])).toEqual([account]);
  });

  it('shows the messages to send to no other account', async () => {
    await add(await openChat('a'), 'queued');
    expect(await outbox.next(trustWorkspaceId(newId()), account, 8, [])).toEqual([]);
    expect(await outbox.next(workspaceId, newId(), 8, [])).toEqual([]);
  });
});

describe('sending', () => {
  it('grants a message to one of many concurrent claims', async () => {
    const id = await add(await openChat('a'), 'queued');
    const claims = await Promise.all(Array.from({ length: 10 }, () => outbox.claim(workspaceId, id)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    await outbox.sent(workspaceId, id, { platformMessageId: '17', askedAt });
    expect(await row(id)).toMatchObject({ delivery: 'sent', platformMessageId: '17', changedSeq: 3 });
    expect(announced).toEqual([`${id} sending`, `${id} sent`]);
  });

  it('retries at the given time, and counts the attempts', async () => {
    const id = await add(await openChat('a'), 'queued');
    await outbox.claim(workspaceId, id);
    await outbox.notSent(workspaceId, id, { reason: 'busy', retryAt: Date.now() + 60_000 });
    expect(await row(id)).toMatchObject({ delivery: 'queued', deliveryProblem: 'busy', attempts: 1 });
    expect(await next()).toEqual([]);
    await database.pool.query('update messages set next_attempt_at = now() where id = $1', [id]);
    expect(await next()).toEqual([id]);
    await outbox.claim(workspaceId, id);
    await outbox.notSent(workspaceId, id, { reason: 'never', retryAt: null });
    expect(await row(id)).toMatchObject({ delivery: 'failed', deliveryProblem: 'never' });
  });

  it('counts an attempt atomically with requeueing the message, so that the next process sees a retry', async () => {
    const id = await add(await openChat('a'), 'queued');
    await outbox.claim(workspaceId, id);
    await database.db.execute(sql`
      create function refuse_attempts() returns trigger language plpgsql as
      $$ begin raise exception 'no attempts today'; end $$`);
    await database.db.execute(sql`
      create trigger refuse before update of attempts on messages for each row
      when (old.attempts is distinct from new.attempts) execute function refuse_attempts()`);
    const going = outbox.notSent(workspaceId, id, { reason: 'busy', retryAt: Date.now() });
    await expect(going).rejects.toThrow();
    await database.db.execute(sql`drop function refuse_attempts cascade`);
    expect(await row(id)).toMatchObject({ delivery: 'sending', attempts: 0 });
    expect(announced).toEqual([`${id} sending`]);
  });

  it('stores any error text of a platform, even unstorable or excessively long', async () => {
    const chat = await openChat('a');
    const mean = `\0 \ud800 ${'no '.repeat(5_000)}`;
    const [a, b, c, d] = [
      await add(chat, 'sending'),
      await add(chat, 'sending'),
      await add(chat, 'sending'),
      await add(chat, 'sent', { platformId: '17' }),
    ];
    await outbox.notSent(workspaceId, a, { reason: mean, retryAt: null });
    await outbox.unconfirmed(workspaceId, b, mean);
    await outbox.sent(workspaceId, c, { platformMessageId: mean, askedAt });
    await outbox.receipt({
      workspaceId,
      socialAccountId: account,
      chatId: 'a',
      platformMessageId: '17',
      state: 'failed',
      reason: mean,
    });
    for (const id of [a, b, d]) {
      const { deliveryProblem } = await row(id);
      expect(deliveryProblem).toMatch(/^\uFFFD \uFFFD no no /u);
      expect(deliveryProblem).toHaveLength(1_000);
    }
    expect((await row(c)).delivery).toBe('sent');
    await outbox.receipt({
      workspaceId,
      socialAccountId: account,
      chatId: 'a',
      platformMessageId: mean,
      state: 'read',
    });
    expect((await row(c)).delivery).toBe('read');
  });

  it('resends an interrupted message if the platform deduplicates it, else leaves it to a person', async () => {
    const chat = await openChat('a');
    const id = await add(chat, 'sending');
    await outbox.recover([{ workspaceId, id: account, idempotentSend: true }]);
    expect(await row(id)).toMatchObject({ delivery: 'queued', attempts: 1 });
    await outbox.claim(workspaceId, id);
    await outbox.recover([{ workspaceId, id: account, idempotentSend: false }]);
    expect(await row(id)).toMatchObject({ delivery: 'unconfirmed', deliveryProblem: 'interrupted' });
  });

  it('confirms the message when the process that was thought dead reports after all', async () => {
    const id = await add(await openChat('a'), 'sending');
    await outbox.recover([{ workspaceId, id: account, idempotentSend: false }]);
    await outbox.sent(workspaceId, id, { platformMessageId: '17', askedAt });
    expect(await row(id)).toMatchObject({ delivery: 'sent', deliveryProblem: null, platformMessageId: '17' });
  });
});
