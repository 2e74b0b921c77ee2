import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { newId } from '../../base/ids.ts';
import { unidentified } from './inbound/customer-language.ts';
import { insertInbound } from './inbound/store.ts';
import { replyAutomatically } from './outbound/automatic.ts';
import { type OutboundDeps, retryMessage, sendMessage, sendOriginal } from './outbound/service.ts';
import {
  createOutboxAccount,
  createOutboxBench,
  type OutboxAccount,
  type OutboxBench,
} from './outbound/testing/outbox-account.ts';
import { findConversation } from './store.ts';

const hour = 3_600_000;
let bench: OutboxBench;
let own: OutboxAccount;
let chat: string;
let now: number;
beforeAll(async () => {
  bench = await createOutboxBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  own = await createOutboxAccount(bench.database);
  chat = await own.openChat('a');
  now = 100 * hour;
});

const conversation = async () => {
  const found = await findConversation(bench.database, own.workspaceId, chat);
  if (!found) throw new Error('no such conversation');
  return found;
};

/** Receives a message of the customer, or of the business from another program. */
const arrive = (sentAt: number, direction: 'in' | 'out' = 'in') =>
  transaction(bench.database, (tx) =>
    insertInbound(
      tx,
      [
        {
          ...unidentified,
          ord: 0,
          id: newId(),
          workspaceId: own.workspaceId,
          conversationId: chat,
          socialAccountId: own.account,
          kind: 'text',
          direction,
          sentAsId: null,
          platformMessageId: newId(),
          referenceId: null,
          original: 'hola',
          attachment: null,
          fileId: null,
          translationState: 'none',
          memberId: null,
          memberName: null,
          mentions: null,
          sentAt,
        },
      ],
      now,
    ),
  );

it('keeps the latest time at which the customer wrote, in whichever order messages arrive', async () => {
  expect((await conversation()).customerWroteAt).toBeNull();
  await arrive(5 * hour);
  await arrive(3 * hour);
  await arrive(9 * hour, 'out');
  expect((await conversation()).customerWroteAt?.getTime()).toBe(5 * hour);
});

it('replaces a future time of a platform by now, as it would keep the window open for longer', async () => {
  await arrive(now + 20 * hour);
  expect((await conversation()).customerWroteAt?.getTime()).toBe(now);
});

describe('a platform with a window of 24 hours', () => {
  // A refusal is decided before any of these is called.
  const deps = () =>
    ({
      database: bench.database,
      clock: { now: () => now },
      sendRulesOf: () => ({ window: { hours: 24 }, templates: null }),
    }) as unknown as OutboundDeps;
  const author = async () => ({
    workspaceId: own.workspaceId,
    subAccountId: (await conversation()).subAccountId,
  });
  const refused = { error: 'message.too-late' };

  it('refuses an agent’s messages once it is closed, new ones and failed ones', async () => {
    await arrive(now - 24 * hour);
    const message = { id: newId(), text: 'hello', mode: 'original' as const };
    const failed = await own.add(chat, 'failed');
    await expect(sendMessage(deps(), await author(), chat, message)).rejects.toMatchObject(refused);
    await expect(retryMessage(deps(), await author(), failed)).rejects.toMatchObject(refused);
    await expect(sendOriginal(deps(), await author(), failed)).rejects.toMatchObject(refused);
    expect((await own.row(failed)).delivery).toBe('failed');
  });

  it('adds no automatic reply once it is closed', async () => {
    await arrive(now - 24 * hour);
    const before = await conversation();
    const reply = {
      conversation: before,
      triggeredBy: newId(),
      name: 'welcome',
      parts: [{ text: 'Hi', file: null }],
      mode: 'original' as const,
    };
    const after = await transaction(bench.database, (tx) => replyAutomatically(tx, deps(), reply));
    expect(after).toEqual(before);
    expect(await conversation()).toEqual(before);
  });

  it('passes the time to the sender, which refuses what has waited too long', async () => {
    await arrive(5 * hour);
    await own.add(chat, 'queued');
    const [waiting] = await bench.outbox.next(own.workspaceId, own.account, 1, []);
    expect(waiting).toMatchObject({ chatKind: 'private', customerWroteAt: 5 * hour });
  });
});

describe('a platform that charges after 24 hours and takes templates after 48', () => {
  const deps = () =>
    ({
      database: bench.database,
      clock: { now: () => now },
      sendRulesOf: () => ({
        window: { hours: 24, paidUntilHours: 48, afterwards: 'templates' },
        templates: { anyTime: false, priced: true },
      }),
      changes: { announce: () => undefined },
      sensitiveWords: { check: async () => [], record: async () => undefined },
    }) as unknown as OutboundDeps; // resending calls nothing else of them
  const author = async () => ({
    workspaceId: own.workspaceId,
    subAccountId: (await conversation()).subAccountId,
  });

  it('refuses a charged message until its writer agrees, and remembers that', async () => {
    await arrive(now - 24 * hour);
    const message = { id: newId(), text: 'hello', mode: 'original' as const };
    const priced = { error: 'message.priced' };
    await expect(sendMessage(deps(), await author(), chat, message)).rejects.toMatchObject(priced);
    const failed = await own.add(chat, 'failed');
    await bench.database.pool.query(`update messages set triggered_by = id where id = $1`, [failed]);
    await expect(retryMessage(deps(), await author(), failed)).rejects.toMatchObject(priced);
    await retryMessage(deps(), await author(), failed, { acceptsPrice: true });
    expect(await own.row(failed)).toMatchObject({ delivery: 'queued', acceptsPrice: true });
    const [waiting] = await bench.outbox.next(own.workspaceId, own.account, 1, []);
    expect(waiting).toMatchObject({ acceptsPrice: true, template: null });
  });

  it('refuses texts while it accepts only templates, whatever they may cost', async () => {
    await arrive(now - 48 * hour);
    const message = { id: newId(), text: 'hello', mode: 'original' as const, acceptsPrice: true };
    await expect(sendMessage(deps(), await author(), chat, message)).rejects.toMatchObject({
      error: 'message.template-only',
    });
  });

  it('adds no automatic reply that would cost', async () => {
    await arrive(now - 24 * hour);
    const before = await conversation();
    const parts = [{ text: 'Hi', file: null }];
    const reply = {
      conversation: before,
      triggeredBy: newId(),
      name: 'welcome',
      parts,
      mode: 'original' as const,
    };
    const after = await transaction(bench.database, (tx) => replyAutomatically(tx, deps(), reply));
    expect(after).toEqual(before);
  });
});
