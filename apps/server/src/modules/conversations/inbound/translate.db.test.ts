import * as conversationsApi from '@parley/contract/conversations';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import * as visitorApi from '@parley/contract/visitor';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { type ChatRig, readsEnglish, startChatRig } from '../../../testing/chat-rig.ts';
import { until } from '../../../testing/until.ts';
import { findDiscrepancies } from '../../characters/index.ts';

/** Two minutes behind, so that what is due in a minute is due at once. */
const late = { ...systemClock, now: () => Date.now() - 120_000 };

let rig: ChatRig;
beforeAll(async () => {
  rig = await startChatRig({ clock: late });
});
afterEach(async () => {
  await rig.engine.setFault(undefined);
  rig.engine.setLatency(0);
});
afterAll(async () => {
  expect(await findDiscrepancies(rig.app.database)).toEqual([]);
  await rig.close();
});

const settled = (message: conversationsApi.Message) => message.translationState !== 'pending';
const putSettings = (
  conversationId: string,
  own: conversationsApi.TranslationSettings | null,
  pinned?: string,
) =>
  rig.call(
    conversationsApi.putConversationSettings,
    { params: { conversationId }, body: { own, pinnedLanguage: pinned ?? null } },
    rig.agent.token,
  );

describe('an inbound message', () => {
  it('an inbound message is there with its original at once, and with its translation and its price soon after', async () => {
    const before = await rig.remaining();
    const { conversationId } = await rig.meet('Hola, ¿dónde está mi pedido 4711?');
    const message = await rig.messageWhen(conversationId, 'the translation', settled);
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
    expect(await rig.remaining()).toBe(before - message.characters);
  });

  it('costs nothing in the agent’s own language, and nothing the second time', async () => {
    const english = await rig.meet('Good morning, where is my order please, it has not arrived yet');
    expect(await rig.messageWhen(english.conversationId, 'an end', settled)).toMatchObject({
      translationState: 'none',
      translation: null,
      originalLanguage: 'en',
      characters: 0,
    });
    const text = 'Buenos días, quiero comprar el coche rojo, muchas gracias por todo';
    const first = await rig.messageWhen((await rig.meet(text)).conversationId, 'paid', settled);
    const second = await rig.messageWhen((await rig.meet(text)).conversationId, 'free', settled);
    expect(first.characters).toBeGreaterThan(0);
    expect(second).toMatchObject({ translation: first.translation, characters: 0 });
  });

  it('shares its transaction with others, and each has its own number, text and price', async () => {
    const before = await rig.remaining();
    const { conversationId, visitor } = await rig.meet('Buenos días, quiero comprar algo');
    const texts = Array.from(
      { length: 8 },
      (_, i) => `Buenos días, quiero comprar la casa ${100 + i}, gracias`,
    );
    await Promise.all([...texts, ...texts].map((text) => rig.visitorSays(visitor, text)));
    const all = await until('all of them', async () => {
      const messages = await rig.messagesOf(conversationId);
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
    expect(await rig.remaining()).toBe(before - price);
  });

  it('an inbound message is read in the language that the agent has pinned', async () => {
    const { conversationId, visitor } = await rig.meet('ok');
    await putSettings(conversationId, null, 'es');
    await rig.visitorSays(visitor, 'casa');
    const message = await rig.messageWhen(
      conversationId,
      'casa',
      (it) => it.original === 'casa' && settled(it),
    );
    expect(message).toMatchObject({ originalLanguage: 'es', translation: 'house' });
    const item = await rig.call(
      conversationsApi.deskConversation,
      { params: { conversationId } },
      rig.agent.token,
    );
    expect(item).toMatchObject({ customerLanguage: 'es', customerLanguagePinned: true });
  });

  it('believes the language of an inbound message before the browser’s setting, so that the first answer is in it', async () => {
    const visitor = await rig.startVisitor(rig.site);
    const body = {
      id: crypto.randomUUID(),
      text: 'Buenos días, ¿dónde está mi pedido? Gracias por la ayuda',
    };
    await rig.send(visitorApi.visitorSend, { body }, visitor.token, { 'accept-language': 'en-US,en;q=0.9' });
    const chat = await until('the translation', async () =>
      (await rig.conversations()).find(
        ({ lastMessage }) => lastMessage?.original === body.text && lastMessage.translationState === 'done',
      ),
    );
    expect(chat.customerLanguage).toBe('es');
    await rig.says(chat.id, 'It will arrive tomorrow');
    await until('the answer', async () =>
      (await rig.visitorSees(visitor)).messages.some((it) => it.text === 'Llegará mañana'),
    );
  });
});

describe('when the engines fail', () => {
  it('shows the original, charges nothing, tries twice again on its own, and then the agent may', async () => {
    await rig.engine.setFault('error');
    const before = await rig.remaining();
    const asked = rig.engine.requests();
    const { conversationId } = await rig.meet('Por favor, ¿dónde está mi pedido, gracias?');
    const failed = await rig.messageWhen(conversationId, 'a failure', settled);
    expect(failed).toMatchObject({ translationState: 'failed', translationProblem: 'engines-failed' });
    const { database } = rig.app;
    await until('two more rounds', async () => {
      const { rows } = await database.pool.query('select 1 from graphile_worker.jobs');
      return rows.length === 0;
    });
    expect(rig.engine.requests() - asked).toBeGreaterThanOrEqual(1);
    expect(await rig.remaining()).toBe(before);
    expect((await rig.messagesOf(conversationId))[0]?.changedSeq, 'three rounds, each an event').toBe(4);
    await rig.engine.setFault(undefined);
    const again = () =>
      rig.call(conversationsApi.retryMessage, { params: { messageId: failed.id } }, rig.agent.token);
    const done = await until(
      'the breaker to let it through',
      async () => {
        const [message] = await rig.messagesOf(conversationId);
        if (message?.translationState === 'failed') await again();
        return message?.translationState === 'done' && message;
      },
      60_000,
    );
    expect(done.characters).toBeGreaterThan(0);
    await expect(again()).rejects.toMatchObject({ status: 409, error: 'message.not-failed' });
    expect(await rig.remaining()).toBe(before - done.characters);
  });
});

describe('when characters run short', () => {
  it('shows the original with the reason, and the retry works once there are enough', async () => {
    const poor = await rig.createSubAccount(rig.owner, { characters: 5 });
    await rig.call(conversationsApi.putDeskSettings, { body: { own: readsEnglish } }, poor.token);
    const visitor = await rig.startVisitor(await rig.addWebchat(rig.owner, poor.subAccountId));
    await rig.visitorSays(visitor, 'Quiero comprar la casa, gracias');
    const short = await until('the reason', async () => {
      const { list } = await rig.call(conversationsApi.deskConversations, { query: {} }, poor.token);
      return list[0]?.lastMessage?.translationState === 'failed' && list[0].lastMessage;
    });
    expect(short).toMatchObject({ translationProblem: 'characters-short', characters: 0 });
    const requestId = crypto.randomUUID();
    const body = { requestId, subAccountId: poor.subAccountId, amount: 100 };
    await rig.call(subAccountsApi.allocateCharacters, { body }, rig.owner.token);
    await rig.call(conversationsApi.retryMessage, { params: { messageId: short.id } }, poor.token);
    const done = await until('the translation', async () => {
      const { list } = await rig.call(conversationsApi.deskConversations, { query: {} }, poor.token);
      return list[0]?.lastMessage?.translationState === 'done' && list[0].lastMessage;
    });
    expect(done.translation).toContain('I want to buy the house');
    expect((await rig.call(subAccountsApi.deskSelf, {}, poor.token)).remaining).toBe(105 - done.characters);
  });
});
