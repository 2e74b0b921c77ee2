import { randomUUID } from 'node:crypto';
import { untranslatedLimit } from '@parley/contract/conversations';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemOrigin } from '../../../base/http/origin.ts';
import { auditEntries } from '../../../schema/audit.ts';
import { characterEntries } from '../../../schema/characters.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import { type ConversationsWorld, readsEnglish } from '../testing/conversations-world.ts';
import { quoteUntranslated, translateUntranslated } from './service.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
beforeAll(async () => {
  harness = await startConversationsHarness();
});
beforeEach(async () => {
  const translation = { ...readsEnglish, receiveTranslationEnable: false };
  world = await harness.openWorkspace({ agent: { translation } });
});
afterAll(() => harness.close());

const everything = { fromSeq: 0, toSeq: 1_000 };
/** Returns the prices of the messages that can be translated. */
async function pricesIn(conversationId: string) {
  const range = { conversationId, ...everything };
  const { quoted } = await quoteUntranslated(harness.deps, world.workspaceId, range);
  return quoted.map(({ characters }) => characters);
}
function translate(conversationId: string) {
  const { workspaceId } = world;
  const origin = { ...systemOrigin, actor: { ...systemOrigin.actor, workspaceId } };
  return translateUntranslated(harness.deps, workspaceId, { conversationId, ...everything }, origin);
}

describe('a translation of earlier messages', () => {
  it('costs the quoted price, once for two requests', async () => {
    const texts = ['¿Dónde está mi pedido?', 'https://shop.example', 'Muchas gracias por todo'];
    const { chatId, conversationId } = await world.meet(...texts);
    expect(await world.rowsOf(chatId)).toMatchObject(Array(3).fill({ translation: null }));
    const prices = await pricesIn(conversationId);
    expect(prices).toHaveLength(2);
    const begun = await Promise.all([translate(conversationId), translate(conversationId)]);
    expect(begun.toSorted()).toEqual([0, 2]);
    await harness.runJobs();
    const rows = await world.rowsOf(chatId);
    expect(rows.map(({ translationState }) => translationState)).toEqual(['done', 'none', 'done']);
    expect(rows.flatMap(({ characters }) => characters || [])).toEqual(prices);
    const ids = rows.map(({ id }) => id);
    const { db } = harness.database;
    const charges = await db.select().from(characterEntries).where(inArray(characterEntries.messageId, ids));
    expect(charges.map(({ amount }) => amount).sort()).toEqual(prices.toSorted());
    expect(await pricesIn(conversationId)).toEqual([]);
    const audited = await db.select().from(auditEntries).where(eq(auditEntries.objectId, conversationId));
    expect(audited).toMatchObject([{ action: 'chat-history.translated', details: { count: 2 } }]);
  });

  it('costs nothing if the workspace has had the same text translated', async () => {
    const line = 'Quiero comprar la casa, gracias';
    const first = await world.meet(line);
    await translate(first.conversationId);
    await harness.runJobs();
    expect(await pricesIn((await world.meet(line)).conversationId)).toEqual([0]);
  });

  it('skips messages whose texts the owner can’t read', async () => {
    await world.decide({ saveChatHistory: false }, world.agent);
    const { chatId, conversationId } = await world.meet('Buenos días, ¿dónde está mi pedido?');
    expect(await pricesIn(conversationId)).toEqual([]);
    expect(await translate(conversationId)).toBe(0);
    await harness.runJobs();
    expect(await world.rowsOf(chatId)).toMatchObject([{ translation: null }]);
  });

  it('covers no more messages at once than the limit, and none outside its range', async () => {
    const chatId = randomUUID();
    const lines = Array.from({ length: untranslatedLimit + 2 }, (_, n) => `Quiero la casa ${n}`);
    await world.receive(...lines.map((line) => world.inbound(chatId, line)));
    await harness.runJobs();
    const conversationId = await world.idOf(chatId);
    expect(await pricesIn(conversationId)).toHaveLength(untranslatedLimit);
    const range = { conversationId, fromSeq: 2, toSeq: 3 };
    expect((await quoteUntranslated(harness.deps, world.workspaceId, range)).quoted).toHaveLength(2);
  });
});
