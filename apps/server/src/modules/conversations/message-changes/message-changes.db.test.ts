import type { Message } from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { presentForOwner } from '../presenter.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import type { ConversationsWorld } from '../testing/conversations-world.ts';
import type { ChangeOutcome } from './outbox.ts';
import type { ReceivedChange } from './received.ts';
import { discardChange, editMessage, reactToMessage, retryChange, takeBackMessage } from './request.ts';
import { readVersions } from './store.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
beforeAll(async () => {
  harness = await startConversationsHarness();
  world = await harness.openWorkspace();
});
afterAll(() => harness.close());

type Chat = Awaited<ReturnType<ConversationsWorld['meet']>>;
const { signal } = new AbortController();

const lastRow = async ({ chatId }: Chat) => {
  const row = (await world.rowsOf(chatId)).at(-1);
  if (row === undefined) throw new Error('the chat has no messages');
  return row;
};
const last = async ({ conversationId }: Chat): Promise<Message | undefined> =>
  (await world.messagesOf(conversationId)).at(-1);
const versionsOf = (messageId: string) => readVersions(harness.database, world.workspaceId, messageId);

/** Reports a change of the customer's last message, as a connector does. */
async function customerEdits(chat: Chat, text: string): Promise<void> {
  const { platformMessageId } = await lastRow(chat);
  const change: ReceivedChange = {
    account: world.site,
    chatId: chat.chatId,
    target: platformMessageId ?? '',
    by: chat.chatId,
    at: harness.clock.now(),
    kind: 'edited',
    text,
  };
  expect(await harness.conversations.change(change)).toBe(true);
}

/** Runs all jobs, delayed ones too. */
async function workOff(): Promise<void> {
  await harness.runJobs();
  harness.clock.advance(60_000);
  await harness.runJobs();
}

/** Applies the queued change of an agent with this outcome, as a connector does. Returns what it was asked to do. */
async function apply(outcome: ChangeOutcome = { ok: true }) {
  const { changeOutbox } = harness.conversations;
  const [change, ...others] = await changeOutbox.next(world.workspaceId, world.site.id, 10);
  if (change === undefined) throw new Error('there is nothing to change');
  expect(others).toEqual([]);
  await changeOutbox.done(world.workspaceId, change, outcome);
  return change;
}

/** Sends a message of the agent. */
async function send({ conversationId }: Chat, text: string, mode: 'translate' | 'original' = 'original') {
  const { id } = await world.says(conversationId, text, { mode });
  await harness.runJobs();
  await world.deliver();
  return id;
}

describe('a customer’s edit', () => {
  it('causes another translation and charge, and the owner keeps both texts', async () => {
    const chat = await world.meet('Hola, ¿dónde está mi pedido? Gracias');
    const before = await last(chat);
    const text = 'Buenos días, quiero comprar el coche rojo, muchas gracias por todo';
    await customerEdits(chat, text);
    await workOff();
    const after = await last(chat);
    expect(after).toMatchObject({
      id: before?.id,
      seq: before?.seq,
      original: text,
      translation: expect.stringContaining('car'),
      translationState: 'done',
      editedAt: expect.any(Number),
    });
    expect(after?.characters).toBeGreaterThan(before?.characters ?? 0);
    expect(await versionsOf(after?.id ?? '')).toMatchObject([
      { original: before?.original, translation: before?.translation },
    ]);
    expect((await world.conversation(chat.conversationId)).unread).toBe(1);
  });

  it('costs one translation after many edits, of the last text', async () => {
    const text = (index: number) => `Buenos días, quiero comprar la casa ${index}, muchas gracias`;
    const chatId = 'ivo';
    await world.receive(world.inbound(chatId, text(0)));
    const chat = { chatId, conversationId: await world.idOf(chatId) };
    const before = harness.engine.requests();
    harness.engine.hold();
    const running = harness.runJobs();
    await until('the engine to be asked', () => harness.engine.requests() > before);
    for (let index = 1; index <= 20; index += 1) await customerEdits(chat, text(index));
    harness.engine.release();
    await running;
    expect(await last(chat), 'the first translation is given up').toMatchObject({
      original: text(20),
      translationState: 'pending',
    });
    await workOff();
    expect(await last(chat)).toMatchObject({ original: text(20), translationState: 'done' });
    expect(harness.engine.requests() - before, 'the first text and the last').toBe(2);
  });
});

describe('an agent', () => {
  it('edits a message, translated, and deletes it, while the owner sees its texts', async () => {
    const chat = await world.meet('Hola, buenos días, ¿dónde está mi pedido?');
    const id = await send(chat, 'It will arrive tomorrow', 'translate');
    const request = { text: 'house', mode: 'translate' } as const;
    const queued = await editMessage(harness.deps, world.agent, id, request, signal);
    expect(queued).toMatchObject({
      original: 'It will arrive tomorrow',
      change: { kind: 'edit', text: 'house' },
    });
    expect(await apply()).toMatchObject({ kind: 'edit', text: 'casa' });
    expect(await last(chat)).toMatchObject({ original: 'house', translation: 'casa', change: null });
    await takeBackMessage(harness.deps, world.agent, id);
    expect(await apply()).toMatchObject({ kind: 'delete' });
    expect(await last(chat)).toMatchObject({ original: '', translation: null, erased: true });
    expect(presentForOwner(await lastRow(chat))).toMatchObject({
      original: 'house',
      translation: 'casa',
      erased: false,
    });
    expect((await versionsOf(id)).map(({ original }) => original)).toEqual(['It will arrive tomorrow']);
    const again = editMessage(harness.deps, world.agent, id, request, signal);
    await expect(again).rejects.toMatchObject({ error: 'message.unchangeable' });
  });

  it('sees why the platform refuses a change, and retries it or gives it up', async () => {
    const chat = await world.meet('Hola');
    const id = await send(chat, 'one');
    const refusal = { ok: false, reason: "message can't be deleted", retryAt: null } as const;
    const failed = { change: { kind: 'delete', state: 'failed', problem: refusal.reason } };
    await takeBackMessage(harness.deps, world.agent, id);
    await apply(refusal);
    expect(await last(chat)).toMatchObject(failed);
    await retryChange(harness.deps, world.agent, id);
    expect(await last(chat)).toMatchObject({ change: { kind: 'delete', problem: null } });
    await apply(refusal);
    expect(await last(chat)).toMatchObject(failed);
    await discardChange(harness.deps, world.agent, id);
    expect(await last(chat)).toMatchObject({ change: null, deletedAt: null, original: 'one' });
  });

  it('changes no message of another sub-account', async () => {
    const chat = await world.meet('Hola');
    const sent = await send(chat, 'one');
    const [received] = await world.rowsOf(chat.chatId);
    const other = await world.addAgent();
    const { deps } = harness;
    const requests = [
      () => reactToMessage(deps, other, received?.id ?? '', '👍'),
      () => takeBackMessage(deps, other, sent),
      () => editMessage(deps, other, sent, { text: 'x', mode: 'original' }, signal),
      () => retryChange(deps, other, sent),
      () => discardChange(deps, other, sent),
    ];
    for (const request of requests)
      await expect(request()).rejects.toMatchObject({ error: 'message.not-found' });
    expect(await world.messagesOf(chat.conversationId)).toMatchObject([
      { reactions: [], change: null },
      { change: null, deletedAt: null },
    ]);
  });

  it('replaces a reaction, and takes it away', async () => {
    const chat = await world.meet('Hola');
    const { id } = await lastRow(chat);
    for (const emoji of ['👍', '🎉', null]) {
      await reactToMessage(harness.deps, world.agent, id, emoji);
      expect(await apply()).toMatchObject({ kind: 'react', emoji });
      const reactions = emoji === null ? [] : [{ emoji, count: 1, own: true }];
      expect(await last(chat)).toMatchObject({ reactions, change: null });
    }
  });
});
