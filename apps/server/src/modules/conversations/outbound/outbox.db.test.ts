import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createSignal } from '../../../base/signal.ts';
import type { MessageRow } from '../../../schema/conversations.ts';
import { rowsRead } from '../../../testing/rows-read.ts';
import type { Changes } from '../changes.ts';
import { findMessage } from '../store.ts';
import { createOutbox, type MessageOutbox, type Receipt } from './outbox.ts';
import { receiptTargets } from './store.ts';

let test: TestDatabase;
let database: Database;
let outbox: MessageOutbox;
const announced: string[] = [];
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }));
  const changes: Changes = {
    announce: (tx, _place, message) =>
      tx.afterCommit(() => announced.push(`${message.id} ${message.delivery}`)),
    changed: createSignal(),
    queued: createSignal(),
  };
  outbox = createOutbox({ database, changes });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

let workspaceId: WorkspaceId;
let account: string;
beforeEach(async () => {
  announced.length = 0;
  workspaceId = trustWorkspaceId(newId());
  account = newId();
  const subAccount = newId();
  await database.pool.query('insert into workspaces (id) values ($1)', [workspaceId]);
  await database.pool.query(
    `insert into sub_accounts (workspace_id, id, account_name, password_hash, remark) values ($1, $2, $3, '', '')`,
    [workspaceId, subAccount, subAccount],
  );
  await database.pool.query(
    `insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
     values ($1, $2, 'telegram', 'Bot', 'x', 'x', $3, '')`,
    [workspaceId, account, subAccount],
  );
});

async function openChat(chatId: string): Promise<string> {
  const id = newId();
  await database.pool.query(
    `insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title)
     select $1, $2, $3, sub_account_id, 'telegram', $4, 'private', '' from social_accounts where id = $3`,
    [workspaceId, id, account, chatId],
  );
  return id;
}

/** Adds an outbound message in a conversation, in a state. */
async function add(
  conversation: string,
  delivery: string,
  given: { text?: string; platformId?: string } = {},
) {
  const id = newId();
  await database.pool.query(
    `with c as (update conversations set last_seq = last_seq + 1 where workspace_id = $1 and id = $3 returning last_seq)
     insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
                           original, translation, translation_state, delivery, platform_message_id, sent_at)
     select $1, $2, $3, $4, last_seq, last_seq, 'out', 'text', 'written', $6, 'none', $5, $7, now() from c`,
    [workspaceId, id, conversation, account, delivery, given.text ?? null, given.platformId ?? null],
  );
  return id;
}
async function row(id: string): Promise<MessageRow> {
  const found = await findMessage(database, workspaceId, id);
  if (!found) throw new Error('no such message');
  return found;
}
const next = async (limit = 8) => (await outbox.next(workspaceId, account, limit)).map(({ id }) => id);

describe('what there is to send', () => {
  it('sends the earliest message of each conversation, and only that', async () => {
    const [a, b] = [await openChat('a'), await openChat('b')];
    const a1 = await add(a, 'queued', { text: 'traducido' });
    await add(a, 'queued');
    const b1 = await add(b, 'queued');
    expect((await next()).sort()).toEqual([a1, b1].sort());
    expect(await next(1)).toHaveLength(1);
    expect(await outbox.next(workspaceId, account, 8)).toContainEqual({
      id: a1,
      conversationId: a,
      chatId: 'a',
      text: 'traducido',
      kind: 'text',
      media: null,
      fileId: null,
      chatKind: 'private',
      replyTo: null,
      replyToPlatformId: null,
      mentions: [],
      writtenAt: (await row(a1)).createdAt.getTime(),
      delivery: 'queued',
      next_attempt_at: null,
      seq: 1,
    });
  });

  it('waits behind one that is being translated or sent, and not behind one that has failed', async () => {
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
    expect(await outbox.next(trustWorkspaceId(newId()), account, 8)).toEqual([]);
    expect(await outbox.next(workspaceId, newId(), 8)).toEqual([]);
  });
});

describe('sending', () => {
  it('gives a message to one of many claims', async () => {
    const id = await add(await openChat('a'), 'queued');
    const claims = await Promise.all(Array.from({ length: 10 }, () => outbox.claim(workspaceId, id)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    await outbox.sent(workspaceId, id, '17');
    expect(await row(id)).toMatchObject({ delivery: 'sent', platformMessageId: '17', changedSeq: 3 });
    expect(announced).toEqual([`${id} sending`, `${id} sent`]);
  });

  it('tries to send again when the time has come, and counts the tries', async () => {
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

  it('counts a try in the same moment as the message goes back: the next process sees that it isn’t the first', async () => {
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

  it('writes down whatever a platform says: what the database can’t hold, and more than anybody reads', async () => {
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
    await outbox.sent(workspaceId, c, mean);
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

  it('sends an interrupted message again where that delivers once, else leaves it to a person', async () => {
    const chat = await openChat('a');
    const id = await add(chat, 'sending');
    await outbox.recover([{ workspaceId, id: account, idempotentSend: true }]);
    expect(await row(id)).toMatchObject({ delivery: 'queued', attempts: 1 });
    await outbox.claim(workspaceId, id);
    await outbox.recover([{ workspaceId, id: account, idempotentSend: false }]);
    expect(await row(id)).toMatchObject({ delivery: 'unconfirmed', deliveryProblem: 'interrupted' });
  });

  it('ends the doubt when the process that was thought dead reports after all', async () => {
    const id = await add(await openChat('a'), 'sending');
    await outbox.recover([{ workspaceId, id: account, idempotentSend: false }]);
    await outbox.sent(workspaceId, id, '17');
    expect(await row(id)).toMatchObject({ delivery: 'sent', deliveryProblem: null, platformMessageId: '17' });
  });
});

describe('receipts', () => {
  const receipt = (
    chatId: string,
    it: { state: Receipt['state']; reason?: string } & ({ platformMessageId: string } | { upToSeq: number }),
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

  it('applies a receipt that arrives before the platform’s own answer, by our id', async () => {
    const id = await add(await openChat('a'), 'sending');
    await receipt('a', { platformMessageId: id, state: 'delivered' });
    expect((await row(id)).delivery).toBe('delivered');
    await outbox.sent(workspaceId, id, '17');
    expect(await row(id)).toMatchObject({ delivery: 'delivered', platformMessageId: '17' });
  });

  it('moves everything that the customer can see up to a place by a receipt, and nothing after it or unsent', async () => {
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

  it('receipts of another chat, of nothing, or of the customer’s own message change nothing', async () => {
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
    const movable = ['sending', 'sent', 'delivered', 'unconfirmed'];
    for (const which of [{ platformMessageId: '17' }, { platformMessageId: wanted }, { upToSeq: 4_000 }]) {
      const touched = await transaction(database, (tx) =>
        rowsRead(tx, 'messages', async () =>
          expect(await receiptTargets(tx, where, which, movable)).toEqual([wanted]),
        ),
      );
      expect(touched, JSON.stringify(which)).toBeLessThan(20);
    }
  });
});
