import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import { createQuickReply, deleteQuickReplies } from '@parley/contract/quick-replies';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type Chat, type ChatHarness, startChatHarness } from '../../../testing/chat-harness.ts';
import { findDiscrepancies } from '../../characters/index.ts';
import { findPreview, insertPreview } from './store.ts';

let harness: ChatHarness;
let chat: Chat;
beforeAll(async () => {
  harness = await startChatHarness();
});
beforeEach(async () => {
  chat = await harness.meet('Hola, ¿dónde está mi pedido? Quiero comprar la casa');
  await harness.messageWhen(chat.conversationId, 'the translation', (it) => it.translationState === 'done');
});
afterEach(async () => {
  await harness.engine.setFault(undefined);
  harness.engine.setLatency(0);
});
afterAll(async () => {
  expect(await findDiscrepancies(harness.app.database)).toEqual([]);
  await harness.close();
});

const preview = (messageId: string, text: string, signal?: AbortSignal) =>
  signal
    ? fetch(`${harness.url}/api/desk/conversations/${chat.conversationId}/preview`, {
        method: 'POST',
        headers: { authorization: `Bearer ${harness.agent.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messageId, text }),
        signal,
      })
    : harness.call(
        conversationsApi.previewTranslation,
        { params: { conversationId: chat.conversationId }, body: { messageId, text } },
        harness.agent.token,
      );
const retry = (messageId: string) =>
  harness.call(conversationsApi.retryMessage, { params: { messageId } }, harness.agent.token);
const sendOriginal = (messageId: string) =>
  harness.call(conversationsApi.sendOriginal, { params: { messageId } }, harness.agent.token);
const arrived = (id: string) =>
  harness.messageWhen(chat.conversationId, 'to be sent', (it) => it.id === id && it.delivery === 'sent');
const failed = (id: string) =>
  harness.messageWhen(chat.conversationId, 'to fail', (it) => it.id === id && it.delivery === 'failed');
const seen = async () =>
  (await harness.visitorSees(chat.visitor)).messages
    .filter((it) => it.from === 'business')
    .map((it) => it.text);
async function chargesOf(messageId: string): Promise<number[]> {
  const { rows } = await harness.app.database.db.execute<{ amount: number }>(
    sql`select amount from character_entries where message_id = ${messageId}`,
  );
  return rows.map((row) => row.amount);
}

describe('a preview', () => {
  it('a preview is charged once, however often it is requested, and sending costs nothing more', async () => {
    const id = randomUUID();
    const text = `The red car, order ${randomUUID()}`;
    const first = await preview(id, text);
    expect(first).toMatchObject({ source: 'en', target: 'es' });
    expect(await preview(id, text)).toEqual(first);
    const message = await harness.says(chat.conversationId, text, { id });
    expect(message).toMatchObject({ delivery: 'queued', translationState: 'done' });
    await arrived(id);
    expect(await seen()).toEqual([text.replace('The red car, order', 'El coche rojo, pedido')]);
    expect(await chargesOf(id)).toEqual([message.characters]);
  });

  it('charges and counts each text once when a message is edited back and forth', async () => {
    const id = randomUUID();
    const [first, second] = [`The red car, order ${randomUUID()}`, `The house, order ${randomUUID()}`];
    await preview(id, first);
    await harness.says(chat.conversationId, first, { id });
    await arrived(id);
    for (const text of [second, first, second]) {
      const edit = { params: { messageId: id }, body: { text, mode: 'translate' } } as const;
      await harness.call(conversationsApi.editMessage, edit, harness.agent.token);
      const isMade = (it: conversationsApi.Message) => it.original === text && it.change === null;
      await harness.messageWhen(chat.conversationId, 'the edit', isMade);
    }
    const [one = 0, other = 0, ...more] = await chargesOf(id);
    expect(more).toEqual([]);
    expect((await harness.messagesOf(chat.conversationId)).at(-1)?.characters).toBe(one + other);
  });

  it('a preview of a quick reply shows the owner’s words, which are sent free of charge', async () => {
    const content = `Order {{fan|yours}} ${randomUUID()} ships today.`;
    const translations = [{ language: 'es', content: 'El pedido de {{fan|usted}} sale hoy.' }];
    const body = { name: randomUUID().slice(0, 8), title: 'Ships', content, language: 'en', translations };
    const { id: quickReplyId } = await harness.call(createQuickReply, { body }, harness.owner.token);
    const id = randomUUID();
    const text = content.replace('{{fan|yours}}', 'Marta');
    expect(await preview(id, text)).toEqual({
      source: 'en',
      target: 'es',
      translation: 'El pedido de Marta sale hoy.',
      characters: 0,
    });
    // The agent has seen it, so it is what is sent, whatever the owner changes meanwhile.
    await harness.call(deleteQuickReplies, { body: { ids: [quickReplyId] } }, harness.owner.token);
    const message = await harness.says(chat.conversationId, text, { id });
    expect(message).toMatchObject({ delivery: 'queued', translationState: 'done', characters: 0 });
    await arrived(id);
    expect(await seen()).toContain('El pedido de Marta sale hoy.');
    expect(await chargesOf(id)).toEqual([]);
  });

  it('a quick reply in the customer’s language is sent unchanged, and one without a preview in the owner’s words', async () => {
    const spanish = `¿En qué puedo ayudarle? ${randomUUID()}`;
    const english = `How can I help? ${randomUUID()}`;
    const texts = { title: 'Help', translations: [] };
    for (const body of [
      { ...texts, name: randomUUID().slice(0, 8), content: spanish, language: 'es' },
      {
        ...texts,
        name: randomUUID().slice(0, 8),
        content: english,
        language: 'en',
        translations: [{ language: 'es', content: '¿Cómo le ayudo?' }],
      },
    ]) {
      await harness.call(createQuickReply, { body }, harness.owner.token);
    }
    expect(await harness.says(chat.conversationId, spanish)).toMatchObject({
      originalLanguage: 'es',
      translationState: 'none',
      delivery: 'queued',
    });
    expect(await harness.says(chat.conversationId, english)).toMatchObject({
      translation: '¿Cómo le ayudo?',
      translationLanguage: 'es',
      characters: 0,
    });
  });

  it('a preview is charged once for ten concurrent requests', async () => {
    const id = randomUUID();
    const text = `Thank you ${'very much '.repeat(5)}`;
    harness.engine.setLatency(100);
    const answers = await Promise.all(Array.from({ length: 10 }, () => preview(id, text)));
    expect(new Set(answers.map((it) => JSON.stringify(it))).size).toBe(1);
    expect(await chargesOf(id)).toHaveLength(1);
  });

  it('a preview is the same for concurrent requests, regardless of the engine’s answer to each', async () => {
    const { rows } = await harness.app.database.pool.query<{ workspaceId: WorkspaceId }>(
      'select workspace_id as "workspaceId" from conversations where id = $1',
      [chat.conversationId],
    );
    const [place] = rows;
    if (!place) throw new Error('there is no conversation');
    const key = { ...place, messageId: randomUUID(), textHash: 'x', target: 'es' };
    const keep = (translation: string) =>
      transaction(harness.app.database, (tx) =>
        insertPreview(tx, { ...key, source: 'en', translation, characters: 3 }),
      );
    const kept = await Promise.all(['uno', 'dos', 'tres', 'cuatro'].map(keep));
    expect(new Set(kept.map((it) => it.translation)).size).toBe(1);
    expect(await findPreview(harness.app.database, key)).toMatchObject({ translation: kept[0]?.translation });
  });

  it('a preview is charged once when the message is sent while it is still being made', async () => {
    const id = randomUUID();
    const text = 'The house and the red car, please, and order';
    const asked = harness.engine.requests();
    harness.engine.hold();
    const previewing = preview(id, text);
    await until('the engine to be asked', () => harness.engine.requests() > asked);
    const message = await harness.says(chat.conversationId, text, { id });
    expect(message.delivery).toBe('translating');
    // The job requests its own translation: once the preview is stored, it would use that.
    await until('the engine to be asked for the message', () => harness.engine.requests() > asked + 1);
    harness.engine.release();
    await previewing;
    const sent = await arrived(id);
    expect(sent.translation).toBe('La casa y el coche rojo, por favor, y pedido');
    expect(await chargesOf(id)).toEqual([sent.characters]);
  });

  it('closes the engine’s request when its caller has left, and charges nothing', async () => {
    await harness.engine.setFault('hang');
    const before = await harness.remaining();
    const gone = new AbortController();
    const asked = harness.engine.inFlight();
    const answer = preview(randomUUID(), 'Good morning, nobody waits for this', gone.signal);
    const left = expect(answer).rejects.toThrow();
    await until('the engine to be asked', () => harness.engine.inFlight() > asked);
    gone.abort();
    await left;
    await until('the engine to be released', () => harness.engine.inFlight() === asked);
    expect(await harness.remaining()).toBe(before);
  });

  it('reports that there is nothing to translate, and that the engines failed', async () => {
    expect(await preview(randomUUID(), 'https://example.com')).toMatchObject({
      translation: null,
      characters: 0,
    });
    await harness.engine.setFault('garbage');
    await expect(preview(randomUUID(), 'Good morning to all')).rejects.toMatchObject({
      status: 502,
      error: 'translation.failed',
    });
    await harness.engine.setFault(undefined);
  });
});

describe('a message', () => {
  it('a message is translated on its way when there was no preview', async () => {
    const id = randomUUID();
    expect(await harness.says(chat.conversationId, 'It will arrive tomorrow', { id })).toMatchObject({
      delivery: 'translating',
      translationState: 'pending',
    });
    const sent = await arrived(id);
    expect(sent).toMatchObject({ translation: 'Llegará mañana', translationLanguage: 'es' });
    expect(await chargesOf(id)).toEqual([sent.characters]);
    expect(await seen()).toEqual(['Llegará mañana']);
  });

  it('answers the same to a repeated request, and refuses its id for anything else', async () => {
    const id = randomUUID();
    const first = await harness.says(chat.conversationId, 'Hello', { id });
    await Promise.all(Array.from({ length: 5 }, () => harness.says(chat.conversationId, 'Hello', { id })));
    await arrived(id);
    expect((await harness.says(chat.conversationId, 'Hello', { id })).seq).toBe(first.seq);
    expect(await seen()).toEqual(['Hola']);
    const taken = { status: 409, error: 'message.id-taken' };
    await expect(harness.says(chat.conversationId, 'Other', { id })).rejects.toMatchObject(taken);
    const asWritten = harness.says(chat.conversationId, 'Hello', { id, mode: 'original' });
    await expect(asWritten).rejects.toMatchObject(taken);
    const other = await harness.meet('Hola, gracias');
    await expect(harness.says(other.conversationId, 'Hello', { id })).rejects.toMatchObject(taken);
    const [inbound] = await harness.messagesOf(other.conversationId);
    await expect(
      harness.says(other.conversationId, 'Hola, gracias', { id: inbound?.id ?? '' }),
    ).rejects.toMatchObject(taken);
  });

  it('returns the present message when its first text is sent again after an edit', async () => {
    const id = randomUUID();
    await harness.says(chat.conversationId, 'Hello', { id, mode: 'original' });
    await arrived(id);
    const edit = { params: { messageId: id }, body: { text: 'Hello again', mode: 'original' } } as const;
    await harness.call(conversationsApi.editMessage, edit, harness.agent.token);
    const isMade = (it: conversationsApi.Message) => it.original === 'Hello again' && it.change === null;
    await harness.messageWhen(chat.conversationId, 'the edit', isMade);
    const again = harness.says(chat.conversationId, 'Hello', { id, mode: 'original' });
    await expect(again).resolves.toMatchObject({ id, original: 'Hello again' });
    const other = harness.says(chat.conversationId, 'Other', { id, mode: 'original' });
    await expect(other).rejects.toMatchObject({ error: 'message.id-taken' });
  });

  it('has a unique id, even when two conversations use the same one at once', async () => {
    const other = await harness.meet('Hola, gracias');
    for (let round = 0; round < 10; round += 1) {
      const id = randomUUID();
      const answers = await Promise.allSettled(
        [chat, other].map(({ conversationId }) =>
          harness.says(conversationId, 'Hello', { id, mode: 'original' }),
        ),
      );
      const refused = answers.filter((it) => it.status === 'rejected').map((it) => it.reason);
      expect(refused).toMatchObject([{ status: 409, error: 'message.id-taken' }]);
    }
  });

  it('a message is refused in another agent’s conversation and another workspace’s', async () => {
    const colleague = await harness.createSubAccount(harness.owner);
    const stranger = await harness.createSubAccount(await harness.registerOwner({ characters: 0 }));
    const [message] = await harness.messagesOf(chat.conversationId);
    for (const { token } of [colleague, stranger]) {
      const params = { conversationId: chat.conversationId };
      const body = { id: randomUUID(), text: 'Hello', mode: 'translate' } as const;
      const missing = { status: 404, error: 'conversation.not-found' };
      await expect(harness.call(conversationsApi.sendMessage, { params, body }, token)).rejects.toMatchObject(
        missing,
      );
      const asked = { params, body: { messageId: randomUUID(), text: 'Hello' } };
      await expect(harness.call(conversationsApi.previewTranslation, asked, token)).rejects.toMatchObject(
        missing,
      );
      const request = { params: { messageId: message?.id ?? '' } };
      const gone = { status: 404, error: 'message.not-found' };
      await expect(harness.call(conversationsApi.retryMessage, request, token)).rejects.toMatchObject(gone);
      await expect(harness.call(conversationsApi.sendOriginal, request, token)).rejects.toMatchObject(gone);
    }
  });
});

describe('a message whose translation fails', () => {
  it('a message whose translation fails is not sent; the agent may try again or send it as written', async () => {
    await harness.engine.setFault('error');
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) await harness.says(chat.conversationId, `Good morning ${id}`, { id });
    for (const id of ids) {
      expect(await failed(id)).toMatchObject({
        translationState: 'failed',
        translationProblem: 'engines-failed',
        characters: 0,
      });
    }
    expect(await seen()).toEqual([]);
    const [again = '', plain = ''] = ids;
    await sendOriginal(plain);
    expect(await arrived(plain)).toMatchObject({
      translation: null,
      translationState: 'none',
      characters: 0,
    });
    await expect(sendOriginal(plain)).rejects.toMatchObject({ error: 'message.not-failed' });
    await expect(retry(plain)).rejects.toMatchObject({ error: 'message.not-failed' });
    await harness.engine.setFault(undefined);
    const sent = await until('the retry to go through, once the engine has rested', async () => {
      const message = (await harness.messagesOf(chat.conversationId)).find((it) => it.id === again);
      if (message?.delivery === 'failed') await retry(again);
      return message?.delivery === 'sent' && message;
    });
    expect(sent.translation).toBe(`Buenos días ${again}`);
    expect(await chargesOf(again)).toEqual([sent.characters]);
    expect(await seen()).toEqual([`Good morning ${plain}`, `Buenos días ${again}`]);
  });
});

describe('order', () => {
  it('sends messages in the order of writing, though the first takes longer to translate', async () => {
    harness.engine.setLatency(300);
    const first = await harness.says(chat.conversationId, `Where is my order ${randomUUID()}`);
    const second = await harness.says(chat.conversationId, 'Thank you', { mode: 'original' });
    await arrived(second.id);
    await arrived(first.id);
    expect(await seen()).toEqual([expect.stringContaining('Dónde está mi pedido'), 'Thank you']);
  });

  it('sends thirty concurrent messages in order', async () => {
    const texts = Array.from({ length: 30 }, (_, i) => `House ${i}`);
    const sent: conversationsApi.Message[] = [];
    for (const text of texts) sent.push(await harness.says(chat.conversationId, text));
    await arrived(sent.at(-1)?.id ?? '');
    expect(await seen()).toEqual(texts.map((text) => text.replace('House', 'Casa')));
  });
});

describe('to a customer whose language is unknown', () => {
  const text = 'The red car';
  async function meetStranger(): Promise<string> {
    const visitor = await harness.startVisitor(chat.visitor.socialAccountId, 'zz');
    const said = await harness.visitorSays(visitor, '👍');
    const { list } = await harness.call(
      conversationsApi.deskConversations,
      { query: {} },
      harness.agent.token,
    );
    const met = list.find((it) => it.lastMessage?.original === said.text && it.customerLanguage === null);
    if (!met) throw new Error('the stranger’s conversation is not in the list');
    return met.id;
  }

  it('a preview is refused with its reason', async () => {
    const params = { conversationId: await meetStranger() };
    const body = { messageId: randomUUID(), text };
    const answer = await harness.send(
      conversationsApi.previewTranslation,
      { params, body },
      harness.agent.token,
    );
    expect(answer).toMatchObject({
      status: 502,
      body: { data: { error: 'translation.failed', details: { problem: 'language-unsupported' } } },
    });
  });
});
