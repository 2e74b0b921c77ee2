import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { unidentified } from '../inbound/customer-language.ts';
import { insertInbound, linkAnswers, type NewInbound } from '../inbound/store.ts';
import { createChangeOutbox } from '../message-changes/outbox.ts';
import { findTarget } from '../message-changes/store.ts';
import { type OutboundDeps, retryMessage } from '../outbound/service.ts';
import {
  createOutboxAccount,
  createOutboxBench,
  type OutboxAccount,
  type OutboxBench,
} from '../outbound/testing/outbox-account.ts';
import { readParts } from './store.ts';

let bench: OutboxBench;
let own: OutboxAccount;
let chat: string;
/** A message that was sent as a1, a2 and a3. */
let sent: string;
beforeAll(async () => {
  bench = await createOutboxBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  own = await createOutboxAccount(bench.database);
  chat = await own.openChat('a');
  sent = await own.add(chat, 'sending');
  const named = { platformMessageId: 'a1', parts: ['a1', 'a2', 'a3'], askedAt: 0 };
  await bench.outbox.sent(own.workspaceId, sent, named);
});

const inbound = (given: Partial<NewInbound>): NewInbound => ({
  ...unidentified,
  ord: 0,
  id: newId(),
  workspaceId: own.workspaceId,
  conversationId: chat,
  socialAccountId: own.account,
  kind: 'text',
  direction: 'in',
  sentAsId: null,
  platformMessageId: newId(),
  referenceId: null,
  original: 'hola',
  attachment: null,
  fileId: null,
  translationState: 'none',
  sentAt: 0,
  memberId: null,
  memberName: null,
  mentions: null,
  ...given,
});
const add = (given: Partial<NewInbound>) =>
  transaction(bench.database, (tx) => insertInbound(tx, [inbound(given)], 0));

describe('a message in parts', () => {
  it('finds the message by any of its parts, only in its own account', async () => {
    const { workspaceId, account } = own;
    for (const target of ['a1', 'a2', 'a3']) {
      const place = { workspaceId, socialAccountId: account, chatId: 'a', target };
      expect(await findTarget(bench.database, place)).toMatchObject({ id: sent });
    }
    const other = await createOutboxAccount(bench.database);
    const elsewhere = {
      workspaceId: other.workspaceId,
      socialAccountId: account,
      chatId: null,
      target: 'a2',
    };
    expect(await findTarget(bench.database, elsewhere)).toBeNull();
  });

  it('links an answer to one of its parts', async () => {
    const [answer] = await add({});
    const { workspaceId } = own;
    const linked = await transaction(bench.database, (tx) =>
      linkAnswers(tx, [{ workspaceId, id: answer?.id ?? '', replyTo: 'a3' }]),
    );
    expect(linked).toMatchObject([{ replyToId: sent, replyToSeq: 1 }]);
  });

  it('doesn’t take an echo of one of its parts for a message from another device', async () => {
    expect(await add({ direction: 'out', platformMessageId: 'a2' })).toEqual([]);
    expect(await add({ direction: 'out', platformMessageId: 'a4' })).toHaveLength(1);
  });

  it('resends from the part that has bounced, or the whole if no part is known to have arrived', async () => {
    const { workspaceId, account } = own;
    const receipt = (platformMessageId: string, state: 'delivered' | 'failed') =>
      bench.outbox.receipt({ workspaceId, socialAccountId: account, chatId: 'a', platformMessageId, state });
    const { rows } = await bench.database.pool.query(
      'select sub_account_id as id from conversations where id = $1',
      [chat],
    );
    const fakes = {
      database: bench.database,
      sendRulesOf: () => ({ window: null, templates: null }),
      clock: { now: () => 0 },
      changes: { announce: () => undefined },
      sensitiveWords: {
        versionsOf: async () => new Map(),
        search: async () => [],
        record: async () => undefined,
      },
    };
    // Retrying a text calls nothing else of these.
    const deps = fakes as unknown as OutboundDeps;
    const retry = () => retryMessage(deps, { workspaceId, subAccountId: rows[0].id }, sent);
    await receipt('a1', 'delivered');
    await receipt('a3', 'delivered');
    await receipt('a2', 'failed');
    expect(await retry()).toMatchObject({ delivery: 'queued' });
    expect(await bench.outbox.claim(workspaceId, sent)).toMatchObject({ sentParts: ['a1'] });
    const again = { platformMessageId: 'a1', parts: ['a1', 'b2', 'b3'], askedAt: 0 };
    await bench.outbox.sent(workspaceId, sent, again);
    expect(await readParts(bench.database, workspaceId, sent)).toEqual(['a1', 'b2', 'b3']);
    sent = await own.add(chat, 'sending');
    await bench.outbox.sent(workspaceId, sent, { platformMessageId: 'c1', parts: ['c1', 'c2'], askedAt: 0 });
    await receipt('c2', 'failed');
    await retry();
    expect(await bench.outbox.claim(workspaceId, sent)).toMatchObject({ sentParts: [] });
  });

  it('names all parts in a change, and forgets those that an edit has deleted', async () => {
    const { workspaceId, account } = own;
    const unused = { announce: () => undefined };
    // The outbox announces changes, and calls nothing else.
    const changes = unused as unknown as Parameters<typeof createChangeOutbox>[0]['changes'];
    const changeOutbox = createChangeOutbox({ database: bench.database, changes, now: () => 0 });
    const queue = (id: string) =>
      bench.database.pool.query('update messages set change = $2 where id = $1', [
        sent,
        { id, kind: 'delete', state: 'queued', attempts: 0, problem: null, nextAttemptAt: null },
      ]);
    await queue('one');
    const [change] = await changeOutbox.next(workspaceId, account, 8);
    expect(change).toMatchObject({ target: 'a1', parts: ['a1', 'a2', 'a3'] });
    const made = { messageId: sent, changeId: 'one' };
    await changeOutbox.done(workspaceId, made, { ok: true, parts: ['a1', 'a2'] });
    expect(await readParts(bench.database, workspaceId, sent)).toEqual(['a1', 'a2']);
    await queue('two');
    await changeOutbox.done(workspaceId, { ...made, changeId: 'two' }, { ok: true, parts: ['a1'] });
    expect(await readParts(bench.database, workspaceId, sent)).toEqual([]);
    expect((await own.row(sent)).platformMessageId).toBe('a1');
  });
});
