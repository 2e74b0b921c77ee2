/** Translation of inbound messages: what it costs, in which language a line is read, and what follows a failure. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { conversations, messages } from '../../../schema/conversations.ts';
import { findDiscrepancies } from '../../characters/index.ts';
import { retryMessage } from '../outbound/service.ts';
import { setCustomerLanguage } from '../store.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import type { ConversationsWorld } from '../testing/conversations-world.ts';
import type { MessageToTranslate } from './recent-message-cache.ts';
import { findUntranslated } from './store.ts';
import { createInboundTranslator } from './translate.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
beforeAll(async () => {
  harness = await startConversationsHarness();
});
beforeEach(async () => {
  world = await harness.openWorkspace();
});
afterEach(async () => {
  await harness.engine.setFault(undefined);
  expect(await findDiscrepancies(harness.database)).toEqual([]);
});
afterAll(() => harness.close());

/** Receives the only line of a new chat. Returns the message once it is translated. */
async function line(text: string) {
  const { conversationId } = await world.meet(text);
  const [message] = await world.messagesOf(conversationId);
  if (message === undefined) throw new Error('the message was not stored');
  return message;
}

describe('an inbound message', () => {
  it('has its translation and price once its job has run', async () => {
    const before = await world.remaining();
    const [chatId, original] = [randomUUID(), 'Hola, ¿dónde está mi pedido 4711?'];
    await world.receive(world.inbound(chatId, original));
    const id = await world.idOf(chatId);
    expect(await world.messagesOf(id)).toMatchObject([
      { original, translation: null, translationState: 'pending' },
    ]);
    await harness.runJobs();
    const characters = [...'Hola, ¿dónde está mi pedido ?'].length;
    expect(await world.messagesOf(id)).toMatchObject([
      {
        direction: 'in',
        original,
        originalLanguage: 'es',
        translation: 'Hello, ¿where is my order 4711?',
        translationLanguage: 'en',
        translationState: 'done',
        translationProblem: null,
        delivery: 'received',
        characters,
      },
    ]);
    expect(await world.remaining()).toBe(before - characters);
  });

  it('has its language from the beginning, and so has its conversation', async () => {
    const chatId = randomUUID();
    await world.receive(world.inbound(chatId, 'Hola, ¿dónde está mi pedido?'));
    const id = await world.idOf(chatId);
    expect(await world.messagesOf(id)).toMatchObject([
      { originalLanguage: 'es', translationState: 'pending' },
    ]);
    const evidence = async () => {
      const { customerLanguage, languagePrior } = conversations;
      const rows = harness.database.db.select({ customerLanguage, languagePrior }).from(conversations);
      return (await rows.where(eq(conversations.id, id)))[0];
    };
    const before = await evidence();
    expect(before).toMatchObject({ customerLanguage: 'es', languagePrior: { language: 'es' } });
    await harness.runJobs();
    expect(await evidence(), 'its job weighs it no more').toEqual(before);
  });

  it('costs nothing in the agent’s own language, and nothing the second time', async () => {
    expect(await line('Good morning, where is my order please, it has not arrived yet')).toMatchObject({
      translationState: 'none',
      translation: null,
      originalLanguage: 'en',
      characters: 0,
    });
    const text = 'Buenos días, quiero comprar el coche rojo, muchas gracias por todo';
    const first = await line(text);
    expect(first.characters).toBeGreaterThan(0);
    expect(await line(text)).toMatchObject({ translation: first.translation, characters: 0 });
  });

  it('has its own number, text and price although it shares its transactions with others', async () => {
    const before = await world.remaining();
    const chat = await world.meet('Buenos días, quiero comprar algo');
    const texts = Array.from(
      { length: 8 },
      (_, n) => `Buenos días, quiero comprar la casa ${100 + n}, gracias`,
    );
    await Promise.all([...texts, ...texts].map((text) => world.writes(chat, text)));
    await harness.runJobs();
    const all = await world.messagesOf(chat.conversationId);
    expect(all.map(({ translationState }) => translationState)).toEqual(Array(17).fill('done'));
    for (const { original, translation } of all.slice(1))
      expect(translation).toContain(original.match(/\d+/)?.[0]);
    const numbers = all.map(({ changedSeq }) => changedSeq).sort((a, b) => a - b);
    expect(numbers.at(-1), 'each came and was translated: two numbers').toBe(34);
    expect(new Set(numbers).size).toBe(17);
    const price = all.reduce((sum, { characters }) => sum + characters, 0);
    expect(await world.remaining()).toBe(before - price);
  });

  it('has the language that the agent has pinned', async () => {
    const chat = await world.meet('ok');
    const pinned = { customerLanguage: 'es', customerLanguagePinned: true };
    await transaction(harness.database, (tx) =>
      setCustomerLanguage(tx, world.workspaceId, chat.conversationId, pinned),
    );
    await world.writes(chat, 'casa');
    await harness.runJobs();
    const messagesNow = await world.messagesOf(chat.conversationId);
    expect(messagesNow.at(-1)).toMatchObject({ originalLanguage: 'es', translation: 'house' });
    expect(await world.conversation(chat.conversationId)).toMatchObject({
      customerLanguage: 'es',
      customerLanguagePinned: true,
    });
  });

  it('shows its language although the browser is set to another, so that the first answer is in it', async () => {
    const chatId = randomUUID();
    const text = 'Buenos días, ¿dónde está mi pedido? Gracias por la ayuda';
    await world.receive(
      world.inbound(chatId, text, { from: { id: chatId, displayName: null, language: 'en-US' } }),
    );
    await harness.runJobs();
    const id = await world.idOf(chatId);
    expect((await world.conversation(id)).customerLanguage).toBe('es');
    await world.says(id, 'It will arrive tomorrow');
    await harness.runJobs();
    expect(await world.deliver()).toEqual(['Llegará mañana']);
  });
});

describe('a translation that fails', () => {
  it('costs nothing, is retried twice, and then whenever the agent asks', async () => {
    await harness.engine.setFault('error');
    const before = await world.remaining();
    const failed = await line('Por favor, ¿dónde está mi pedido, gracias?');
    expect(failed).toMatchObject({ translationState: 'failed', translationProblem: 'engines-failed' });
    const numberOf = async () => (await world.messagesOf(failed.conversationId))[0]?.changedSeq;
    expect(await numberOf()).toBe(2);
    for (let hours = 0; hours < 5; hours += 1) {
      harness.clock.advance(3_600_000);
      await harness.runJobs();
    }
    expect(await numberOf(), 'three rounds, each an event').toBe(4);
    expect(await world.remaining()).toBe(before);
    await harness.engine.setFault(undefined);
    harness.clock.advance(3_600_000);
    await retryMessage(harness.deps, world.agent, failed.id);
    await harness.runJobs();
    const [done] = await world.messagesOf(failed.conversationId);
    expect(done?.characters).toBeGreaterThan(0);
    expect(await world.remaining()).toBe(before - (done?.characters ?? 0));
    const again = retryMessage(harness.deps, world.agent, failed.id);
    await expect(again).rejects.toMatchObject({ error: 'message.not-failed' });
  });

  it('fails with its reason when characters run short, and succeeds once there are enough', async () => {
    world = await harness.openWorkspace({ characters: 5 });
    const short = await line('Quiero comprar la casa, gracias');
    expect(short).toMatchObject({
      translationState: 'failed',
      translationProblem: 'characters-short',
      characters: 0,
    });
    const { subAccountId } = world.agent;
    const allocation = { key: randomUUID(), subAccountId, amount: 100, remark: null };
    await transaction(harness.database, (tx) =>
      harness.deps.characters.allocate(tx, world.workspaceId, allocation),
    );
    await retryMessage(harness.deps, world.agent, short.id);
    await harness.runJobs();
    const [done] = await world.messagesOf(short.conversationId);
    expect(done?.translation).toContain('I want to buy the house');
    expect(await world.remaining()).toBe(105 - (done?.characters ?? 0));
  });
});

describe('a message that this process has just stored', () => {
  /** Stores a message, translates it, and resets it to waiting, as the in-memory copy still has it. */
  async function keptOf(text: string): Promise<MessageToTranslate> {
    const { database, deps } = harness;
    const { id: messageId } = await line(text);
    const waits = { translationState: 'pending', originalLanguage: null, translation: null } as const;
    await database.db.update(messages).set(waits).where(eq(messages.id, messageId));
    const name = { workspaceId: world.workspaceId, messageId };
    const [waiting] = await findUntranslated(database, [name]);
    if (!waiting) throw new Error('the message does not wait');
    const settingsAt = await deps.translation.settingsOfMessages(database, [name]);
    const { conversation } = waiting;
    return { ...waiting, settings: settingsAt({ ...conversation, conversationId: conversation.id }) };
  }
  /** Runs a translation job in a process with `kept` in its memory. */
  function translate(kept: MessageToTranslate, fresh: boolean): Promise<void> {
    const run = createInboundTranslator({ ...harness.deps, recentMessages: { take: () => kept } });
    const { workspaceId, id: messageId } = kept.message;
    return run({
      workspaceId,
      messageId,
      round: 0,
      asked: false,
      fresh,
      signal: new AbortController().signal,
    });
  }
  const now = ({ conversation }: MessageToTranslate) => world.messagesOf(conversation.id);

  it('leaves an edit that another process has stored meanwhile to the job of the edit', async () => {
    const kept = await keptOf('Gracias');
    const edit = { original: 'la casa', edits: 1 };
    await harness.database.db.update(messages).set(edit).where(eq(messages.id, kept.message.id));
    await translate(kept, true);
    expect(await now(kept)).toMatchObject([{ translationState: 'pending' }]);
    await translate(kept, false);
    expect(await now(kept)).toMatchObject([{ translationState: 'done', translation: 'the house' }]);
  });

  it('takes the language that a line stored with it has revealed meanwhile', async () => {
    const { conversation, ...kept } = await keptOf('ok');
    await harness.database.db
      .update(conversations)
      .set({ customerLanguage: 'es', languagePrior: { language: 'es', support: 100, challenger: null } })
      .where(eq(conversations.id, conversation.id));
    const stale = { ...conversation, customerLanguage: null, languagePrior: null };
    await translate({ ...kept, conversation: stale }, true);
    expect(await world.messagesOf(conversation.id)).toMatchObject([
      { originalLanguage: 'es', translation: 'ok' },
    ]);
  });
});
