import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InboundHarness, startInboundHarness } from '../../../testing/inbound-harness.ts';

let harness: InboundHarness;
beforeAll(async () => {
  harness = await startInboundHarness();
});
afterAll(() => harness.close());

const everything = { fromSeq: 0, toSeq: 1_000 };
const own = (given: Partial<conversationsApi.TranslationSettings>) => ({
  translationMode: null,
  receiveTranslationEnable: null,
  receiveSourceLanguage: null,
  receiveTargetLanguage: 'en',
  sendTranslationEnable: null,
  sendTargetLanguage: null,
  ...given,
});
const receiving = async (on: boolean) =>
  harness.call(
    conversationsApi.putDeskSettings,
    { body: { own: own({ receiveTranslationEnable: on }) } },
    await harness.deskToken(),
  );
const quote = async (conversationId: string) =>
  harness.call(
    conversationsApi.quoteUntranslatedMessages,
    { params: { conversationId }, query: everything },
    await harness.ownerToken(),
  );
const translate = async (conversationId: string) =>
  harness.call(
    conversationsApi.translateMessages,
    { params: { conversationId }, body: everything },
    await harness.ownerToken(),
  );

async function untranslated(...texts: string[]) {
  await receiving(false);
  const chat = randomUUID();
  await harness.tell(...texts.map((text) => harness.inbound(chat, text)));
  const rows = await harness.quiet(chat);
  expect(rows.every((row) => row.translation === null)).toBe(true);
  return { chat, conversationId: rows[0]?.conversation_id ?? '' };
}

describe('a translation of earlier messages', () => {
  it('costs the quoted price, once for two requests', async () => {
    const line = `¿Dónde está mi pedido ${randomUUID().slice(0, 4)}?`;
    const { chat, conversationId } = await untranslated(
      line,
      'https://shop.example',
      'Muchas gracias por todo',
    );
    const price = await quote(conversationId);
    expect(price.messages).toBe(2);
    const begun = await Promise.all([translate(conversationId), translate(conversationId)]);
    expect(begun.map(({ messages }) => messages).sort()).toEqual([0, 2]);
    const rows = await harness.quiet(chat);
    expect(rows.map(({ translation_state: state }) => state)).toEqual(['done', 'none', 'done']);
    expect(rows.reduce((sum, { characters }) => sum + characters, 0)).toBe(price.characters);
    const { rows: charges } = await harness.database.db.execute(sql`
      select sum(amount)::int as amount from character_entries
      where kind = 'usage' and message_id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`);
    expect(charges).toEqual([{ amount: price.characters }]);
    expect(await quote(conversationId)).toEqual({ messages: 0, characters: 0 });
    const { rows: audited } = await harness.database.db.execute(sql`
      select details from audit_entries where action = 'chat-history.translated' and object_id = ${conversationId}`);
    expect(audited).toEqual([{ details: { count: 2 } }]);
  });

  it('costs nothing if the workspace has had the same text translated', async () => {
    const line = `Quiero comprar la casa ${randomUUID().slice(0, 4)}, gracias`;
    const first = await untranslated(line);
    await translate(first.conversationId);
    await harness.quiet(first.chat);
    const second = await untranslated(line);
    expect(await quote(second.conversationId)).toEqual({ messages: 1, characters: 0 });
  });

  it('skips messages whose texts the owner can’t read', async () => {
    await harness.decide({ save_chat_history: false });
    const { chat, conversationId } = await untranslated('Buenos días, ¿dónde está mi pedido?');
    expect(await quote(conversationId)).toEqual({ messages: 0, characters: 0 });
    expect(await translate(conversationId)).toEqual({ messages: 0 });
    expect((await harness.messagesOf(chat))[0]?.translation).toBeNull();
    await harness.decide({ save_chat_history: true });
  });
});
