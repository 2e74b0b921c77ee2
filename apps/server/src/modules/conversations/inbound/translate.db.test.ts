import * as conversationsApi from '@parley/contract/conversations';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import * as visitorApi from '@parley/contract/visitor';
import { until } from '@parley/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { type ChatHarness, readsEnglish, startChatHarness } from '../../../testing/chat-harness.ts';
import { findDiscrepancies } from '../../characters/index.ts';

/** Two minutes slow, so that jobs scheduled a minute ahead are due at once. */
const late = { ...systemClock, now: () => Date.now() - 120_000 };

let harness: ChatHarness;
beforeAll(async () => {
  harness = await startChatHarness({ clock: late });
});
afterEach(async () => {
  await harness.engine.setFault(undefined);
  harness.engine.setLatency(0);
});
afterAll(async () => {
  expect(await findDiscrepancies(harness.app.database)).toEqual([]);
  await harness.close();
});

const settled = (message: conversationsApi.Message) => message.translationState !== 'pending';
const putSettings = (
  conversationId: string,
  own: conversationsApi.TranslationSettings | null,
  pinned?: string,
) =>
  harness.call(
    conversationsApi.putConversationSettings,
    { params: { conversationId }, body: { own, pinnedLanguage: pinned ?? null } },
    harness.agent.token,
  );

describe('an inbound message', () => {
  it('shows an inbound message’s original at once, and its translation and price soon after', async () => {
    const before = await harness.remaining();
    const { conversationId } = await harness.meet('Hola, ¿dónde está mi pedido 4711?');
    const message = await harness.messageWhen(conversationId, 'the translation', settled);
    expect(message).toMatchObject({
      direction: 'in',
      original: 'Hola, ¿dónde está mi pedido 4711?',
      originalLanguage: 'es',
      translation: 'Hello, ¿where is my order 4711?',
      translationLanguage: 'en',
      translationState: 'done',
      translationProblem: null,
      delivery: 'received',
    });
    expect(message.characters).toBe([...'Hola, ¿dónde está mi pedido ?'].length);
    expect(await harness.remaining()).toBe(before - message.characters);
  });

  it('costs nothing in the agent’s own language, and nothing the second time', async () => {
    const english = await harness.meet('Good morning, where is my order please, it has not arrived yet');
    expect(await harness.messageWhen(english.conversationId, 'an end', settled)).toMatchObject({
      translationState: 'none',
      translation: null,
      originalLanguage: 'en',
      characters: 0,
    });
    const text = 'Buenos días, quiero comprar el coche rojo, muchas gracias por todo';
    const first = await harness.messageWhen((await harness.meet(text)).conversationId, 'paid', settled);
    const second = await harness.messageWhen((await harness.meet(text)).conversationId, 'free', settled);
    expect(first.characters).toBeGreaterThan(0);
    expect(second).toMatchObject({ translation: first.translation, characters: 0 });
  });

  it('shares its transaction with others, and each has its own number, text and price', async () => {
    const before = await harness.remaining();
    const { conversationId, visitor } = await harness.meet('Buenos días, quiero comprar algo');
    const texts = Array.from(
      { length: 8 },
      (_, i) => `Buenos días, quiero comprar la casa ${100 + i}, gracias`,
    );
    await Promise.all([...texts, ...texts].map((text) => harness.visitorSays(visitor, text)));
    const all = await until('all of them', async () => {
      const messages = await harness.messagesOf(conversationId);
      return messages.length === 17 && messages.every(settled) && messages;
    });
    expect(all.map(({ translationState }) => translationState)).toEqual(all.map(() => 'done'));
    for (const { original, translation } of all.slice(1)) {
      expect(translation).toContain(original.match(/\d+/)?.[0]);
    }
    const numbers = all.map(({ changedSeq }) => changedSeq).sort((a, b) => a - b);
    expect(numbers.at(-1), 'each came and was translated: two numbers').toBe(34);
    expect(new Set(numbers).size).toBe(17);
    const price = all.reduce((sum, { characters }) => sum + characters, 0);
    expect(await harness.remaining()).toBe(before - price);
  });

  it('an inbound message is read in the language that the agent has pinned', async () => {
    const { conversationId, visitor } = await harness.meet('ok');
    await putSettings(conversationId, null, 'es');
    await harness.visitorSays(visitor, 'casa');
    const message = await harness.messageWhen(
      conversationId,
      'casa',
      (it) => it.original === 'casa' && settled(it),
    );
    expect(message).toMatchObject({ originalLanguage: 'es', translation: 'house' });
    const item = await harness.call(
      conversationsApi.deskConversation,
      { params: { conversationId } },
      harness.agent.token,
    );
    expect(item).toMatchObject({ customerLanguage: 'es', customerLanguagePinned: true });
  });

  it('prefers the language of an inbound message to the browser’s setting, so that the first answer is in it', async () => {
    const visitor = await harness.startVisitor(harness.site);
    const body = {
      id: crypto.randomUUID(),
      text: 'Buenos días, ¿dónde está mi pedido? Gracias por la ayuda',
    };
    await harness.send(visitorApi.visitorSend, { body }, visitor.token, {
      'accept-language': 'en-US,en;q=0.9',
    });
    const chat = await until('the translation', async () =>
      (await harness.conversations()).find(
        ({ lastMessage }) => lastMessage?.original === body.text && lastMessage.translationState === 'done',
      ),
    );
    expect(chat.customerLanguage).toBe('es');
    await harness.says(chat.id, 'It will arrive tomorrow');
    await until('the answer', async () =>
      (await harness.visitorSees(visitor)).messages.some((it) => it.text === 'Llegará mañana'),
    );
  });
});

describe('when the engines fail', () => {
  it('shows the original, charges nothing, retries twice automatically, and then lets the agent retry', async () => {
    await harness.engine.setFault('error');
    const before = await harness.remaining();
    const asked = harness.engine.requests();
    const { conversationId } = await harness.meet('Por favor, ¿dónde está mi pedido, gracias?');
    const failed = await harness.messageWhen(conversationId, 'a failure', settled);
    expect(failed).toMatchObject({ translationState: 'failed', translationProblem: 'engines-failed' });
    const { database } = harness.app;
    await until('two more rounds', async () => {
      const { rows } = await database.pool.query('select 1 from graphile_worker.jobs');
      return rows.length === 0;
    });
    expect(harness.engine.requests() - asked).toBeGreaterThanOrEqual(1);
    expect(await harness.remaining()).toBe(before);
    expect((await harness.messagesOf(conversationId))[0]?.changedSeq, 'three rounds, each an event').toBe(4);
    await harness.engine.setFault(undefined);
    const again = () =>
      harness.call(conversationsApi.retryMessage, { params: { messageId: failed.id } }, harness.agent.token);
    const done = await until(
      'the breaker to let it through',
      async () => {
        const [message] = await harness.messagesOf(conversationId);
        if (message?.translationState === 'failed') await again();
        return message?.translationState === 'done' && message;
      },
      60_000,
    );
    expect(done.characters).toBeGreaterThan(0);
    await expect(again()).rejects.toMatchObject({ status: 409, error: 'message.not-failed' });
    expect(await harness.remaining()).toBe(before - done.characters);
  });
});

describe('when characters run short', () => {
  it('shows the original with the reason, and succeeds on retry once there are enough', async () => {
    const poor = await harness.createSubAccount(harness.owner, { characters: 5 });
    await harness.call(conversationsApi.putDeskSettings, { body: { own: readsEnglish } }, poor.token);
    const visitor = await harness.startVisitor(await harness.addWebchat(harness.owner, poor.subAccountId));
    await harness.visitorSays(visitor, 'Quiero comprar la casa, gracias');
    const short = await until('the reason', async () => {
      const { list } = await harness.call(conversationsApi.deskConversations, { query: {} }, poor.token);
      return list[0]?.lastMessage?.translationState === 'failed' && list[0].lastMessage;
    });
    expect(short).toMatchObject({ translationProblem: 'characters-short', characters: 0 });
    const requestId = crypto.randomUUID();
    const body = { requestId, subAccountId: poor.subAccountId, amount: 100 };
    await harness.call(subAccountsApi.allocateCharacters, { body }, harness.owner.token);
    await harness.call(conversationsApi.retryMessage, { params: { messageId: short.id } }, poor.token);
    const done = await until('the translation', async () => {
      const { list } = await harness.call(conversationsApi.deskConversations, { query: {} }, poor.token);
      return list[0]?.lastMessage?.translationState === 'done' && list[0].lastMessage;
    });
    expect(done.translation).toContain('I want to buy the house');
    expect((await harness.call(subAccountsApi.deskSelf, {}, poor.token)).remaining).toBe(
      105 - done.characters,
    );
  });
});
