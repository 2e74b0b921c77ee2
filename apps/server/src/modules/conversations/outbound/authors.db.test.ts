import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { presentForOwner } from '../presenter.ts';
import { moveConversations } from '../store.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import type { ConversationsWorld } from '../testing/conversations-world.ts';
import type { NewMessage } from './service.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
let chat: Awaited<ReturnType<ConversationsWorld['meet']>>;
beforeAll(async () => {
  harness = await startConversationsHarness();
});
beforeEach(async () => {
  world = await harness.openWorkspace();
  chat = await world.meet('Hola');
});
afterAll(() => harness.close());

const send = (text: string, given: Partial<NewMessage> = {}) =>
  world.says(chat.conversationId, text, { mode: 'original', ...given });
const lastSeq = async () => (await world.conversation(chat.conversationId)).lastSeq;

describe('an author', () => {
  it('appears by the name that the person gave, to the desk and to the owner', async () => {
    const { subAccountId } = world.agent;
    expect((await send('From Ana', { authorName: 'Ana 李娜' })).author).toEqual({
      subAccountId,
      name: 'Ana 李娜',
    });
    expect((await send('From somebody')).author).toEqual({ subAccountId, name: null });
    const rows = await world.rowsOf(chat.chatId);
    expect(rows.map((row) => presentForOwner(row).author?.name)).toEqual([undefined, 'Ana 李娜', null]);
  });

  it('remains the same when the social account is moved, and is shown to the new sub-account', async () => {
    await send('Before', { authorName: 'Ana' });
    const other = await world.addAgent();
    const place = { socialAccountId: world.site.id, subAccountId: other.subAccountId };
    await transaction(harness.database, (tx) => moveConversations(tx, world.workspaceId, place, 100));
    const { lastMessage } = await world.conversation(chat.conversationId, other);
    expect(lastMessage?.author).toEqual({ subAccountId: world.agent.subAccountId, name: 'Ana' });
  });
});

describe('a text begun before a colleague’s answer', () => {
  it('requires a second try without the guard, and doesn’t count a repeated request as an answer', async () => {
    const seenSeq = await lastSeq();
    const first = { id: randomUUID(), seenSeq };
    await send('The colleague’s', first);
    await send('The colleague’s', first);
    await expect(send('Mine', { seenSeq })).rejects.toMatchObject({ error: 'message.answered-meanwhile' });
    expect((await world.messagesOf(chat.conversationId)).map(({ original }) => original)).not.toContain(
      'Mine',
    );
    expect(await send('Mine')).toMatchObject({ original: 'Mine' });
    const seen = await lastSeq();
    await world.writes(chat, 'Gracias');
    expect(await send('You are welcome', { seenSeq: seen })).toMatchObject({ delivery: 'queued' });
  });

  it('succeeds for one of three colleagues who send at once', async () => {
    const seenSeq = await lastSeq();
    const outcomes = await Promise.allSettled(['A', 'B', 'C'].map((text) => send(text, { seenSeq })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const sent = (await world.messagesOf(chat.conversationId)).filter(({ direction }) => direction === 'out');
    expect(sent).toHaveLength(1);
  });
});
