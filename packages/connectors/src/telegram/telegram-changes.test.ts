/** Tests Telegram-specific edits, deletions and reactions; `telegram.test.ts` tests the common contract. */
import { until } from '@parley/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textOf } from '../kit/words.ts';
import type { Connection, SendResult } from '../spec.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { maria, messageTo as message, type StartedShop, startShop } from './fixtures/shop.ts';

let shop: StartedShop['shop'];
let online: StartedShop['online'];
let close: StartedShop['close'];
beforeEach(async () => {
  ({ shop, online, close } = await startShop());
});
afterEach(() => close());

describe('telegram: what customers change', () => {
  it('reports an edit of an unknown message as a message, and a live location not as an edit', async () => {
    const unseen = shop.write(maria, 'two pieces');
    const place = shop.post(maria, { location: { latitude: 40.4, longitude: -3.7 } });
    shop.bot.queue.length = 0;
    const host = createTestHost();
    await online(host);
    shop.edit(unseen, 'three pieces');
    await until('the message', () => host.messages.length === 1);
    shop.update({ edited_message: place });
    shop.write(maria, 'here I am');
    await until('the next', () => host.messages.length === 2);
    expect(host.messages.map(textOf)).toEqual(['three pieces', 'here I am']);
    expect(host.changes).toEqual([]);
  });

  it('reports that a caption was removed', async () => {
    const host = createTestHost();
    await online(host);
    const photo = [{ file_id: 'a', file_unique_id: 'a', width: 9, height: 9 }];
    const { caption: _, ...plain } = shop.post(maria, { photo, caption: 'only 5 €' });
    await until('the picture', () => host.messages.length === 1);
    shop.update({ edited_message: plain });
    await until('the edit', () => host.changes.length === 1);
    expect(host.changes).toMatchObject([{ kind: 'edited', text: '' }]);
  });
});

describe('telegram: what the business changes', () => {
  let host: TestHost;
  let connection: Connection;
  beforeEach(async () => {
    host = createTestHost();
    connection = await online(host);
    shop.write(maria, 'hola');
    await until('the greeting', () => host.messages.length === 1);
  });

  it('edits a caption and its text parts, refuses an additional part, and deletes all parts', async () => {
    const blob = new Blob(['x'], { type: 'image/png' });
    const media = {
      kind: 'image',
      name: 'a.png',
      contentType: 'image/png',
      size: 1,
      blob: async () => blob,
    } as const;
    const captioned = await connection.send({ ...message('red'), media });
    const long = await connection.send(message('long '.repeat(1_000)));
    const edit = async (sent: SendResult, text: string, caption = false) =>
      connection.change?.({
        kind: 'edit',
        chatId: '501',
        ...namesOf(sent),
        text,
        caption,
      });
    expect(await edit(captioned, 'blue', true)).toEqual({ ok: true });
    expect(shop.bot.sent[0]?.text).toBe('blue');
    const inParts = { ok: false, outcome: 'permanent', reason: 'message-in-parts' };
    expect(await edit(captioned, 'b'.repeat(1_025), true)).toEqual(inParts);
    expect(await edit(long, 'long '.repeat(2_000))).toEqual(inParts);
    expect(shop.bot.sent).toHaveLength(3);
    const { target, parts } = namesOf(long);
    expect(parts).toEqual([target, `501:${shop.bot.sent[2]?.messageId}`]);
    expect(await edit(long, `${'long '.repeat(819)}end`)).toEqual({ ok: true });
    expect(shop.bot.sent[2]?.text).toBe('end');
    expect(await edit(long, 'short')).toEqual({ ok: true, parts: [target] });
    expect(shop.bot.sent.map(({ text }) => text)).toEqual(['blue', 'short']);
    const again = await connection.send(message('long '.repeat(1_000)));
    const taken = await connection.change?.({ kind: 'delete', chatId: '501', ...namesOf(again) });
    expect(taken).toEqual({ ok: true });
    expect(shop.bot.sent.map(({ text }) => text)).toEqual(['blue', 'short']);
  });

  it('changes parts that an earlier version stored under one name', async () => {
    const sent = namesOf(await connection.send(message('long '.repeat(1_000))));
    const [first = '', second = ''] = (sent.parts ?? []).map((name) => name.slice('501:'.length));
    const target = `501:${first}+${second}`;
    const edit = { kind: 'edit', chatId: '501', target, text: 'short', caption: false } as const;
    expect(await connection.change?.(edit)).toEqual({ ok: true, parts: [`501:${first}`] });
    expect(shop.bot.sent.map(({ text }) => text)).toEqual(['short']);
  });

  it('reports a message as too old to delete, or as missing', async () => {
    const sent = await connection.send(message('hello'));
    const target = sent.ok ? sent.platformMessageId : '';
    const [kept] = shop.bot.sent;
    if (kept !== undefined) kept.date -= 48 * 3600 + 60;
    const refusedFor = (reason: string) => ({ ok: false, outcome: 'permanent', reason });
    const remove = { kind: 'delete', chatId: '501', target } as const;
    expect(await connection.change?.(remove)).toEqual(refusedFor('message-too-old'));
    shop.bot.sent = [];
    const edit = { kind: 'edit', chatId: '501', target, text: 'hi', caption: false } as const;
    expect(await connection.change?.(edit)).toEqual(refusedFor('message-not-found'));
  });

  it('passes on the reason of a refused change, and whether it is transient', async () => {
    const target = '501:1';
    const react = { kind: 'react', chatId: '501', target, emoji: '🦄' } as const;
    expect(await connection.change?.(react)).toMatchObject({
      outcome: 'permanent',
      reason: 'Bad Request: REACTION_INVALID',
    });
    shop.fail({ method: 'deleteMessages', kind: 'answer', answer: busy });
    const remove = { kind: 'delete', chatId: '501', target } as const;
    expect(await connection.change?.(remove)).toMatchObject({ outcome: 'transient', retryAfterMs: 7_000 });
    shop.fail({ method: 'deleteMessages', kind: 'lose' });
    expect(await connection.change?.(remove)).toMatchObject({ outcome: 'transient' });
    expect(await connection.change?.({ ...remove, target: 'x' })).toMatchObject({ outcome: 'permanent' });
  });
});

function namesOf(sent: SendResult): { target: string; parts?: readonly string[] } {
  if (!sent.ok) throw new Error(sent.reason);
  return { target: sent.platformMessageId, ...(sent.parts ? { parts: sent.parts } : {}) };
}

const busy = {
  ok: false,
  error_code: 429,
  description: 'Too Many Requests: retry after 7',
  parameters: { retry_after: 7 },
} as const;
