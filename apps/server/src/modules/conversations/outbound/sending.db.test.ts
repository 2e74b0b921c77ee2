/** Agents' messages from the preview to the connector, and what they cost. */
import { randomUUID } from 'node:crypto';
import type { Message } from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { characterEntries } from '../../../schema/characters.ts';
import { conversations } from '../../../schema/conversations.ts';
import { quickReplies, quickReplyTranslations } from '../../../schema/quick-replies.ts';
import { findDiscrepancies } from '../../characters/index.ts';
import { editMessage } from '../message-changes/request.ts';
import { presentMessage } from '../presenter.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import type { ConversationsWorld } from '../testing/conversations-world.ts';
import { retryMessage, sendOriginal } from './service.ts';
import { findPreview, insertPreview } from './store.ts';
import { preview, translateOutbound } from './translate.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
/** The conversation of a customer who writes Spanish. */
let chat: string;
beforeAll(async () => {
  harness = await startConversationsHarness();
});
beforeEach(async () => {
  world = await harness.openWorkspace();
  chat = (await world.meet('Hola, ¿dónde está mi pedido? Quiero comprar la casa')).conversationId;
});
afterEach(async () => {
  await harness.engine.setFault(undefined);
  expect(await findDiscrepancies(harness.database)).toEqual([]);
});
afterAll(() => harness.close());

const signal = new AbortController().signal;
const previewOf = (messageId: string, text: string, until = signal, conversationId = chat) =>
  preview(harness.deps, world.agent, conversationId, { messageId, text }, until);
const says = (text: string, given: Parameters<typeof world.says>[2] = {}) => world.says(chat, text, given);
const messageOf = async (id: string): Promise<Message> => {
  const found = (await world.messagesOf(chat)).find((it) => it.id === id);
  if (found === undefined) throw new Error('there is no such message');
  return found;
};
const chargesOf = async (messageId: string) => {
  const { db } = harness.database;
  const rows = await db.select().from(characterEntries).where(eq(characterEntries.messageId, messageId));
  return rows.map(({ amount }) => amount);
};
/** Translates what waits for it, then sends what is queued. Returns the texts that were sent. */
async function workOff(): Promise<string[]> {
  await harness.runJobs();
  return world.deliver();
}
/** Edits a sent message, and lets the platform make the change. */
async function edit(messageId: string, text: string, mode: 'translate' | 'original' = 'translate') {
  await editMessage(harness.deps, world.agent, messageId, { text, mode }, signal);
  const { changeOutbox } = harness.conversations;
  const [change] = await changeOutbox.next(world.workspaceId, world.site.id, 10);
  if (change === undefined) throw new Error('there is nothing to change');
  await changeOutbox.done(world.workspaceId, change, { ok: true });
}
async function addQuickReply(content: string, language: string, spanish?: string) {
  const { workspaceId } = world;
  const { db } = harness.database;
  const id = newId();
  const head = content.split('{{')[0] ?? '';
  const row = { workspaceId, id, name: id, title: '', content, head, language, updatedAt: new Date() };
  await db.insert(quickReplies).values(row);
  if (spanish !== undefined)
    await db
      .insert(quickReplyTranslations)
      .values({ workspaceId, quickReplyId: id, language: 'es', content: spanish });
}

describe('a preview', () => {
  it('costs once, however often it is requested, and sending costs nothing more', async () => {
    const id = randomUUID();
    const first = await previewOf(id, 'The red car, order 7');
    expect(first).toMatchObject({ source: 'en', target: 'es', translation: 'El coche rojo, pedido 7' });
    expect(await previewOf(id, 'The red car, order 7')).toEqual(first);
    const message = await says('The red car, order 7', { id });
    expect(message).toMatchObject({ delivery: 'queued', translationState: 'done' });
    expect(await workOff()).toEqual(['El coche rojo, pedido 7']);
    expect(message.characters).toBeGreaterThan(0);
    expect(await chargesOf(id)).toEqual([message.characters]);
  });

  it('asks the engine once, even for a sub-account whose translations aren’t remembered', async () => {
    await world.decide({ saveChatHistory: false }, world.agent);
    const id = randomUUID();
    const first = await previewOf(id, 'The red car, order 7');
    const asked = harness.engine.requests();
    expect(await previewOf(id, 'The red car, order 7')).toEqual(first);
    expect(harness.engine.requests()).toBe(asked);
  });

  it('costs once for each text when the message is edited back and forth', async () => {
    const id = randomUUID();
    const [first, second] = ['The red car, order 7', 'The house, order 12'];
    await previewOf(id, first);
    await says(first, { id });
    await workOff();
    for (const text of [second, first, second]) await edit(id, text);
    const [one = 0, other = 0, ...more] = await chargesOf(id);
    expect(more).toEqual([]);
    expect(await messageOf(id)).toMatchObject({ original: second, change: null, characters: one + other });
  });

  it('shows the owner’s words for a quick reply, which are sent free of charge even if they are gone', async () => {
    await harness.database.db.update(conversations).set({ title: 'Marta' }).where(eq(conversations.id, chat));
    await addQuickReply('Order {{fan|yours}} ships today.', 'en', 'El pedido de {{fan|usted}} sale hoy.');
    const id = randomUUID();
    const text = 'Order Marta ships today.';
    const words = 'El pedido de Marta sale hoy.';
    expect(await previewOf(id, text)).toEqual({
      source: 'en',
      target: 'es',
      translation: words,
      characters: 0,
    });
    // The agent has seen it, so it is what is sent, whatever the owner changes meanwhile.
    await harness.database.db
      .delete(quickReplyTranslations)
      .where(eq(quickReplyTranslations.workspaceId, world.workspaceId));
    await harness.database.db.delete(quickReplies).where(eq(quickReplies.workspaceId, world.workspaceId));
    expect(await says(text, { id })).toMatchObject({
      delivery: 'queued',
      translationState: 'done',
      characters: 0,
    });
    expect(await workOff()).toEqual([words]);
    expect(await chargesOf(id)).toEqual([]);
  });

  it('costs once for ten concurrent requests, which all return the same', async () => {
    const id = randomUUID();
    harness.engine.hold();
    const asking = Array.from({ length: 10 }, () => previewOf(id, 'Thank you very much, please'));
    await until('all requests to be with the engine', () => harness.engine.inFlight() === 10);
    harness.engine.release();
    const answers = await Promise.all(asking);
    expect(new Set(answers.map((it) => JSON.stringify(it))).size).toBe(1);
    expect(await chargesOf(id)).toHaveLength(1);
  });

  it('keeps one of several translations that are stored at once', async () => {
    const { workspaceId } = world;
    const key = { workspaceId, messageId: randomUUID(), textHash: 'x', target: 'es' };
    const keep = (translation: string) =>
      transaction(harness.database, (tx) =>
        insertPreview(tx, { ...key, source: 'en', translation, characters: 3 }),
      );
    const kept = await Promise.all(['uno', 'dos', 'tres', 'cuatro'].map(keep));
    expect(new Set(kept.map(({ translation }) => translation)).size).toBe(1);
    expect(await findPreview(harness.database, key)).toMatchObject({ translation: kept[0]?.translation });
  });

  it('costs once when the message is sent while it is still being made', async () => {
    const id = randomUUID();
    const text = 'The house and the red car, please, and order';
    harness.engine.hold();
    const previewing = previewOf(id, text);
    await until('the engine to be asked', () => harness.engine.inFlight() === 1);
    expect((await says(text, { id })).delivery).toBe('translating');
    // The job requests its own translation: once the preview is stored, it would use that.
    const translating = harness.runJobs();
    await until('the engine to be asked for the message', () => harness.engine.inFlight() === 2);
    harness.engine.release();
    await Promise.all([previewing, translating]);
    expect(await world.deliver()).toEqual(['La casa y el coche rojo, por favor, y pedido']);
    expect(await chargesOf(id)).toEqual([(await messageOf(id)).characters]);
  });

  it('ends the engine’s request when its caller has left, and costs nothing', async () => {
    await harness.engine.setFault('hang');
    const before = await world.remaining();
    const gone = new AbortController();
    const left = previewOf(randomUUID(), 'Good morning, nobody waits for this', gone.signal);
    const refused = expect(left).rejects.toMatchObject({ error: 'translation.failed' });
    await until('the engine to be asked', () => harness.engine.inFlight() === 1);
    gone.abort();
    await refused;
    await until('the engine to be released', () => harness.engine.inFlight() === 0);
    expect(await world.remaining()).toBe(before);
  });

  it('reports that there is nothing to translate, and that the engines failed', async () => {
    const nothing = await previewOf(randomUUID(), 'https://example.com');
    expect(nothing).toMatchObject({ translation: null, characters: 0 });
    await harness.engine.setFault('garbage');
    await expect(previewOf(randomUUID(), 'Good morning to all')).rejects.toMatchObject({
      error: 'translation.failed',
      details: { problem: 'engines-failed' },
    });
  });

  it('reports that the customer’s language is unknown', async () => {
    const stranger = randomUUID();
    const from = { id: stranger, displayName: null, language: 'zz' };
    await world.receive(world.inbound(stranger, '👍', { from }));
    const id = await world.idOf(stranger);
    await expect(previewOf(randomUUID(), 'The red car', signal, id)).rejects.toMatchObject({
      error: 'translation.failed',
      details: { problem: 'language-unsupported' },
    });
  });
});

describe('a message', () => {
  it('waits for its translation when there was no preview, and costs once', async () => {
    const { id, ...accepted } = await says('It will arrive tomorrow');
    expect(accepted).toMatchObject({ delivery: 'translating', translationState: 'pending' });
    expect(await world.deliver()).toEqual([]);
    expect(await workOff()).toEqual(['Llegará mañana']);
    const sent = await messageOf(id);
    expect(sent).toMatchObject({
      delivery: 'sent',
      translation: 'Llegará mañana',
      translationLanguage: 'es',
    });
    expect(await chargesOf(id)).toEqual([sent.characters]);
  });

  it('costs once when two runs of its job translate it, after a takeover, and neither fails', async () => {
    const { id, delivery } = await says('It will arrive tomorrow');
    expect(delivery).toBe('translating');
    harness.engine.hold();
    const runs = [1, 2].map(() => translateOutbound(harness.deps, world.workspaceId, id, signal));
    await until('both to be with the engine', () => harness.engine.inFlight() === 2);
    harness.engine.release();
    await Promise.all(runs);
    expect(await workOff()).toEqual(['Llegará mañana']);
    expect(await chargesOf(id)).toEqual([(await messageOf(id)).characters]);
  });

  it('uses the owner’s words of a quick reply without a preview, and none in the customer’s language', async () => {
    await addQuickReply('¿En qué puedo ayudarle?', 'es');
    await addQuickReply('How can I help?', 'en', '¿Cómo le ayudo?');
    expect(await says('¿En qué puedo ayudarle?')).toMatchObject({
      originalLanguage: 'es',
      translationState: 'none',
      delivery: 'queued',
    });
    expect(await says('How can I help?')).toMatchObject({
      translation: '¿Cómo le ayudo?',
      translationLanguage: 'es',
      characters: 0,
    });
  });

  it('returns the same for a repeated request, and refuses its id for anything else', async () => {
    const id = randomUUID();
    const first = await says('Hello', { id });
    await Promise.all(Array.from({ length: 5 }, () => says('Hello', { id })));
    expect(await workOff()).toEqual(['Hola']);
    expect((await says('Hello', { id })).seq).toBe(first.seq);
    expect(await workOff()).toEqual([]);
    const taken = { error: 'message.id-taken' };
    await expect(says('Other', { id })).rejects.toMatchObject(taken);
    await expect(says('Hello', { id, mode: 'original' })).rejects.toMatchObject(taken);
    const { conversationId: other } = await world.meet('Hola, gracias');
    await expect(world.says(other, 'Hello', { id })).rejects.toMatchObject(taken);
    const [inbound] = await world.messagesOf(other);
    const ofCustomer = world.says(other, 'Hola, gracias', { id: inbound?.id ?? '' });
    await expect(ofCustomer).rejects.toMatchObject(taken);
  });

  it('returns the present message when its first text is sent again after an edit', async () => {
    const [id, original] = [randomUUID(), { mode: 'original' } as const];
    await says('Hello', { id, ...original });
    await workOff();
    await edit(id, 'Hello again', 'original');
    expect(await says('Hello', { id, ...original })).toMatchObject({ id, original: 'Hello again' });
    await expect(says('Other', { id, ...original })).rejects.toMatchObject({ error: 'message.id-taken' });
  });

  it('keeps an id that two conversations use at once for one of them', async () => {
    const { conversationId: other } = await world.meet('Hola, gracias');
    for (let round = 0; round < 10; round += 1) {
      const given = { id: randomUUID(), mode: 'original' } as const;
      const answers = await Promise.allSettled([chat, other].map((it) => world.says(it, 'Hello', given)));
      const refused = answers.filter(({ status }) => status === 'rejected');
      expect(refused).toMatchObject([{ reason: { error: 'message.id-taken' } }]);
    }
  });

  it('refuses another agent, in the same workspace and in another', async () => {
    const [message] = await world.messagesOf(chat);
    const { id = '' } = message ?? {};
    const stranger = (await harness.openWorkspace()).agent;
    const draft = { messageId: randomUUID(), text: 'Hello' };
    for (const caller of [await world.addAgent(), stranger]) {
      const missing = { error: 'conversation.not-found' };
      await expect(world.says(chat, 'Hello', {}, caller)).rejects.toMatchObject(missing);
      await expect(preview(harness.deps, caller, chat, draft, signal)).rejects.toMatchObject(missing);
      const gone = { error: 'message.not-found' };
      await expect(retryMessage(harness.deps, caller, id)).rejects.toMatchObject(gone);
      await expect(sendOriginal(harness.deps, caller, id)).rejects.toMatchObject(gone);
    }
  });

  it('stays unsent when its translation fails, until the agent retries it or sends it as written', async () => {
    await harness.engine.setFault('error');
    const { id: again } = await says('Good morning, one');
    const { id: plain } = await says('Good morning, two');
    expect(await workOff()).toEqual([]);
    for (const id of [again, plain])
      expect(await messageOf(id)).toMatchObject({
        delivery: 'failed',
        translationState: 'failed',
        translationProblem: 'engines-failed',
        characters: 0,
      });
    const sent = presentMessage(await sendOriginal(harness.deps, world.agent, plain));
    expect(sent).toMatchObject({ translation: null, translationState: 'none', characters: 0 });
    expect(await workOff()).toEqual(['Good morning, two']);
    for (const act of [sendOriginal, retryMessage])
      await expect(act(harness.deps, world.agent, plain)).rejects.toMatchObject({
        error: 'message.not-failed',
      });
    await harness.engine.setFault(undefined);
    // The engine is asked again after a pause.
    harness.clock.advance(60_000);
    await retryMessage(harness.deps, world.agent, again);
    expect(await workOff()).toEqual(['Buenos días, one']);
    expect(await chargesOf(again)).toEqual([(await messageOf(again)).characters]);
  });
});

describe('order', () => {
  it('keeps a message back while an earlier one of its conversation is being translated', async () => {
    await says('Where is my order 7');
    await says('Thank you', { mode: 'original' });
    expect(await world.deliver()).toEqual([]);
    expect(await workOff()).toEqual(['Dónde está mi pedido 7', 'Thank you']);
  });

  it('sends thirty messages whose translations end in any order as they were written', async () => {
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    for (const n of numbers) await says(`House ${n}`);
    expect(await workOff()).toEqual(numbers.map((n) => `Casa ${n}`));
  });
});
