/** Sends hostile text through the main flow in both directions: it arrives unchanged, or is refused with a code. */
import { randomUUID } from 'node:crypto';
import type * as conversationsApi from '@parley/contract/conversations';
import * as valuesApi from '@parley/contract/values';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Chat, type ChatHarness, startChatHarness } from '../../testing/chat-harness.ts';
import { findDiscrepancies } from '../characters/index.ts';

/** The chat shows 200 messages at once. */
const numRuns = Math.min(inject('fuzz').cases, 80);

let harness: ChatHarness;
let chat: Chat;
beforeAll(async () => {
  harness = await startChatHarness();
  chat = await harness.meet('Hola, ¿dónde está mi pedido? Quiero comprar la casa');
  await harness.messageWhen(chat.conversationId, 'the translation', (it) => it.translationState === 'done');
});
afterAll(async () => {
  expect(await findDiscrepancies(harness.app.database)).toEqual([]);
  await harness.close();
});

const nasty = fc.oneof(
  fc.constantFrom(
    '\0',
    '\u0007',
    '\u001b[31m',
    '\ud800',
    '\udfff',
    '\ufffe',
    '\u202e',
    '\u2066',
    '\u200b',
    'e\u0301\u0302\u0303',
    '👩‍👩‍👧‍👦',
    '<script>alert(1)</script>',
    '<span translate="no">',
    '&lt;&amp;',
    '{{0}}',
    "'; drop table messages; --",
    '\\u0000',
    '%s%n',
    '$1',
    'hola',
    'la casa',
    'https://example.com/?a=%00',
    'a@b.example',
    '@name',
    '\n',
    '\r\n',
    '\t',
    '\u2028',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const hostile = fc
  .array(nasty, { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join(' '))
  .filter((text) => text.replaceAll('\0', '\ufffd').trim() !== '');

const asStored = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');
const over = (message: conversationsApi.Message) =>
  message.translationState !== 'pending' && !['translating', 'queued', 'sending'].includes(message.delivery);

describe('hostile text', () => {
  it('reaches the desk from a visitor as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const id = randomUUID();
        const seen = await harness.visitorSays(chat.visitor, text, id);
        expect(seen.text).toBe(asStored(text));
        const again = await harness.visitorSays(chat.visitor, text, id);
        expect(again).toMatchObject({ id, seq: seen.seq, text: seen.text });
        const message = await harness.messageWhen(
          chat.conversationId,
          'it',
          (it) => it.seq === seen.seq && over(it),
        );
        expect(message.original).toBe(asStored(text));
        expect(message.translation ?? '').toSatisfy((it: string) => it.isWellFormed());
      }),
      { numRuns },
    );
  });

  it('reaches the visitor from an agent, translated or as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom('translate', 'original'), async (text, mode) => {
        const id = randomUUID();
        await harness.says(chat.conversationId, text, { id, mode });
        expect((await harness.says(chat.conversationId, text, { id, mode })).id).toBe(id);
        const message = await harness.messageWhen(
          chat.conversationId,
          'it',
          (it) => it.id === id && over(it),
        );
        expect(message.original).toBe(asStored(text));
        if (message.delivery !== 'sent') {
          expect(message).toMatchObject({ delivery: 'failed', translationState: 'failed', characters: 0 });
          return;
        }
        const { messages } = await harness.visitorSees(chat.visitor, message.changedSeq - 1);
        expect(messages.find((it) => it.id === id)?.text).toBe(message.translation ?? asStored(text));
      }),
      { numRuns },
    );
  });

  it('hostile text of ten thousand emoji goes through, and one more is refused', async () => {
    const longest = '👩'.repeat(valuesApi.messageLimit);
    expect((await harness.visitorSays(chat.visitor, longest)).text).toBe(longest);
    const sent = await harness.says(chat.conversationId, longest);
    const message = await harness.messageWhen(
      chat.conversationId,
      'it',
      (it) => it.id === sent.id && over(it),
    );
    expect(message).toMatchObject({ delivery: 'sent', original: longest, characters: 0 });
    const tooLong = { status: 400, error: 'request.invalid' };
    await expect(harness.visitorSays(chat.visitor, `${longest}👩`)).rejects.toMatchObject(tooLong);
    await expect(harness.says(chat.conversationId, `${longest}👩`)).rejects.toMatchObject(tooLong);
  });

  it('hostile text of one megabyte is refused before it is read whole, with a code', async () => {
    const megabyte = '😀'.repeat(262_144);
    const tooLarge = { status: 413, error: 'request.too-large' };
    await expect(harness.visitorSays(chat.visitor, megabyte)).rejects.toMatchObject(tooLarge);
    await expect(harness.says(chat.conversationId, megabyte)).rejects.toMatchObject(tooLarge);
  });

  it('hostile text of nothing is refused', async () => {
    for (const text of ['', ' ', '\n\t', '\u2003']) {
      await expect(harness.visitorSays(chat.visitor, text)).rejects.toMatchObject({ status: 400 });
      await expect(harness.says(chat.conversationId, text)).rejects.toMatchObject({ status: 400 });
    }
  });
});
