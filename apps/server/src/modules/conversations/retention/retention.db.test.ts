/** Erases texts that are no longer kept, and withholds from the owner what a sub-account doesn't keep. */
import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { countComparedRows } from '../../../base/db/testing/count-compared-rows.ts';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId } from '../../../base/ids.ts';
import { auditEntries } from '../../../schema/audit.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations, messages } from '../../../schema/conversations.ts';
import { sensitiveWordRecords } from '../../../schema/sensitive-words.ts';
import { translationCache } from '../../../schema/translation.ts';
import { retryMessage, sendOriginal } from '../outbound/service.ts';
import { presentForOwner } from '../presenter.ts';
import { readConversation, readEvents } from '../reading/queries.ts';
import { findMessages } from '../search/find-messages.ts';
import { indexWaiting } from '../search/service.ts';
import { moveConversations } from '../store.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import type { ConversationsWorld } from '../testing/conversations-world.ts';
import { changeRetention, eraseTexts, keptForMs, previewRetention } from './service.ts';
import { eraseSome } from './store.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
beforeAll(async () => {
  harness = await startConversationsHarness();
});
beforeEach(async () => {
  world = await harness.openWorkspace({ agent: { saveChatHistory: false } });
});
afterAll(() => harness.close());

const minute = 60_000;
const day = 86_400_000;
const signal = new AbortController().signal;
const erase = () => eraseTexts(harness.deps, signal);
const keepsTexts = (saveChatHistory: boolean) => world.decide({ saveChatHistory }, world.agent);
const textsOf = async (chatId: string) => (await world.rowsOf(chatId)).map(({ original }) => original);
/** Returns the texts of a chat as the owner reads them. */
const ownerReads = async (chatId: string) =>
  (await world.rowsOf(chatId)).map((row) => presentForOwner(row).original);
async function writes(chat: { chatId: string }, text: string) {
  await world.writes(chat, text);
  await harness.runJobs();
}
const says = (id: string, text: string) => world.says(id, text, { mode: 'original' });

describe('a sub-account that keeps no chat history', () => {
  it('keeps texts for a day, and then only what counters need', async () => {
    const chat = await world.meet('Buenos días, ¿dónde está mi pedido?');
    await says(chat.conversationId, 'Soon');
    await world.deliver();
    const before = await world.rowsOf(chat.chatId);
    harness.clock.advance(keptForMs - minute);
    await erase();
    expect(await world.rowsOf(chat.chatId), 'just before').toEqual(before);
    harness.clock.advance(2 * minute);
    await writes(chat, 'Hola otra vez');
    await erase();
    expect(await world.rowsOf(chat.chatId)).toMatchObject([
      { original: '', translation: null, translationState: 'none', characters: before[0]?.characters },
      { original: '', translation: null },
      { original: 'Hola otra vez', erasedAt: null },
    ]);
    const shown = await world.messagesOf(chat.conversationId);
    expect(shown.map(({ erased }) => erased)).toEqual([true, true, false]);
  });

  it('signals erased messages to the desk by their change numbers', async () => {
    const { conversationId } = await world.meet('Hola', 'Buenos días');
    const { lastSeq } = await world.conversation(conversationId);
    harness.clock.advance(keptForMs + minute);
    await erase();
    expect(harness.emitted).toContainEqual({
      to: `desk ${world.agent.subAccountId}`,
      name: 'erased',
      event: { conversationIds: [conversationId] },
    });
    const item = await readConversation(harness.database, world.workspaceId, conversationId);
    if (item === null) throw new Error('the conversation is gone');
    const { rows } = await readEvents(harness.database, item.row, { since: lastSeq, limit: 10 });
    expect(rows).toMatchObject(Array(2).fill({ original: '', erasedAt: expect.any(Date) }));
  });

  it('keeps the text of unsent messages, and offers no action on erased ones', async () => {
    const { chatId, conversationId } = await world.meet('Hola');
    const [waits, failed] = [await says(conversationId, 'one'), await says(conversationId, 'two')];
    const become = (id: string, delivery: 'failed' | 'sent') =>
      harness.database.db.update(messages).set({ delivery }).where(eq(messages.id, id));
    await become(failed.id, 'failed');
    harness.clock.advance(keptForMs + minute);
    await erase();
    expect(await textsOf(chatId)).toEqual(['', 'one', '']);
    for (const act of [retryMessage, sendOriginal])
      await expect(act(harness.deps, world.agent, failed.id)).rejects.toMatchObject({
        error: 'message.not-failed',
      });
    await become(waits.id, 'sent');
    await erase();
    expect(await textsOf(chatId)).toEqual(['', '', '']);
  });

  it('erases each text once across several processes', async () => {
    const chats = Array.from({ length: 30 }, () => randomUUID());
    await world.receive(
      ...chats.flatMap((chat) => [world.inbound(chat, 'Hola'), world.inbound(chat, 'Gracias')]),
    );
    await harness.runJobs();
    harness.clock.advance(keptForMs + minute);
    await Promise.all([erase(), erase(), erase()]);
    for (const chat of chats) {
      const rows = await world.rowsOf(chat);
      expect(rows).toMatchObject(Array(2).fill({ original: '', erasedAt: expect.any(Date) }));
      // Each came, was translated, and was erased: three numbers.
      const numbers = rows.map(({ changedSeq }) => changedSeq);
      expect(numbers.toSorted(), 'numbers that were given once').toEqual([5, 6]);
    }
  });

  it('shares no translations with others in its workspace', async () => {
    const cached = () =>
      harness.database.db.$count(translationCache, eq(translationCache.workspaceId, world.workspaceId));
    const line = 'Quiero comprar la casa, gracias por la ayuda';
    const price = async () => {
      const { chatId } = await world.meet(line);
      return (await world.rowsOf(chatId))[0]?.characters;
    };
    expect(await price()).toBeGreaterThan(0);
    expect(await cached()).toBe(0);
    await keepsTexts(true);
    expect(await price()).toBeGreaterThan(0);
    expect(await cached()).toBe(1);
  });
});

describe('a workspace that keeps texts for some days', () => {
  const set = (days: number | null, replaces: number | null) => {
    const { workspaceId } = world;
    const origin = { ...systemOrigin, actor: { ...systemOrigin.actor, workspaceId } };
    return changeRetention(harness.database, workspaceId, { days, replaces }, origin);
  };
  const preview = (days: number) => previewRetention(harness.deps, world.workspaceId, days);

  /** Adds sensitive-word records of two messages, and of two refused ones; returns a function that lists those left. */
  async function recordFinds(conversationId: string, [old, fresh]: readonly { id: string }[]) {
    const finds = [
      ['old', old?.id, 0],
      ['new', fresh?.id, 0],
      ['refused', null, 31],
      ['refused lately', null, 29],
    ] as const;
    const { db } = harness.database;
    await db.insert(sensitiveWordRecords).values(
      finds.map(([excerpt, messageId, days]) => ({
        ...world.agent,
        id: newId(),
        ruleId: newId(),
        ruleTitle: '',
        action: 'log' as const,
        direction: 'in' as const,
        foundIn: 'original' as const,
        finds: [],
        excerpt,
        conversationId,
        messageId: messageId ?? null,
        unseen: false,
        createdAt: new Date(harness.clock.now() - days * day),
      })),
    );
    return async () => {
      const { workspaceId } = sensitiveWordRecords;
      const left = await db.select().from(sensitiveWordRecords).where(eq(workspaceId, world.workspaceId));
      return left.map(({ excerpt }) => excerpt).sort();
    };
  }

  it('erases as many older texts as were shown before, and removes them from search and records', async () => {
    await keepsTexts(true);
    const [chat, wordless] = [randomUUID(), randomUUID()];
    const sentAt = harness.clock.now() - 40 * day;
    await world.receive(world.inbound(chat, 'Hola vieja', { sentAt }));
    await world.receive(world.inbound(chat, 'Hola nueva'));
    const attachment = { type: 'contact' as const, name: 'Marta', phones: ['+34 600'] };
    await world.receive(world.inbound(wordless, '', { kind: 'contact', attachment, sentAt }));
    await harness.runJobs();
    const before = await world.rowsOf(chat);
    await indexWaiting(harness.deps, signal, 0);
    const records = await recordFinds(await world.idOf(chat), before);
    expect(await preview(30)).toEqual({ messages: 2, more: false });
    expect(await preview(60)).toEqual({ messages: 0, more: false });
    await set(30, null);
    await Promise.all([erase(), erase()]);
    expect(await world.rowsOf(chat)).toMatchObject([
      { original: '', translation: null, characters: before[0]?.characters, erasedAt: expect.any(Date) },
      { original: 'Hola nueva', erasedAt: null },
    ]);
    expect(await records()).toEqual(['new', 'refused lately']);
    expect(await world.rowsOf(wordless)).toMatchObject([{ attachment: null, erasedAt: expect.any(Date) }]);
    const query = { text: 'hola', pageSize: 9 };
    const { list } = await findMessages(harness.database, world.workspaceId, query);
    expect(list.map(({ original }) => original)).toEqual(['Hola nueva']);
    expect(await preview(30)).toEqual({ messages: 0, more: false });
  });

  it('erases nothing more once the setting is removed', async () => {
    await keepsTexts(true);
    const { chatId } = await world.meet('Hola');
    await set(30, null);
    await set(null, 30);
    harness.clock.advance(400 * day);
    await erase();
    expect(await textsOf(chatId)).toEqual(['Hola']);
  });

  it('refuses a setting that replaces another than the present one, and records the others', async () => {
    await set(30, null);
    await expect(set(60, 90)).rejects.toMatchObject({ error: 'resource.stale' });
    await set(null, 30);
    const rows = await harness.database.db
      .select({ details: auditEntries.details })
      .from(auditEntries)
      .where(eq(auditEntries.workspaceId, world.workspaceId))
      .orderBy(asc(auditEntries.createdAt));
    expect(rows).toEqual([
      { details: { 'chatRetentionDays.before': null, 'chatRetentionDays.after': 30 } },
      { details: { 'chatRetentionDays.before': 30, 'chatRetentionDays.after': null } },
    ]);
  });
});

describe('the owner', () => {
  it('reads no text that arrived while its sub-account kept none, even if the setting changes', async () => {
    const chat = await world.meet('Buenos días, ¿dónde está mi pedido?');
    const [hidden] = await world.rowsOf(chat.chatId);
    expect(hidden && presentForOwner(hidden)).toMatchObject({
      erased: true,
      original: '',
      translation: null,
    });
    await keepsTexts(true);
    await writes(chat, 'Hola otra vez');
    expect(await ownerReads(chat.chatId)).toEqual(['', 'Hola otra vez']);
    await keepsTexts(false);
    expect(await ownerReads(chat.chatId)).toEqual(['', 'Hola otra vez']);
    await keepsTexts(true);
    harness.clock.advance(keptForMs + minute);
    await erase();
    expect(await textsOf(chat.chatId)).toEqual(['', 'Hola otra vez']);
  });

  it('reads no withheld text after an account has moved, and loses none it could read', async () => {
    const keeping = await world.addAgent({ saveChatHistory: true });
    const move = async ({ subAccountId }: { subAccountId: string }) => {
      const { database } = harness;
      const { id: socialAccountId } = world.site;
      await database.db
        .update(socialAccounts)
        .set({ subAccountId })
        .where(eq(socialAccounts.id, socialAccountId));
      const place = { socialAccountId, subAccountId };
      await transaction(database, (tx) => moveConversations(tx, world.workspaceId, place, 100));
    };
    const chat = await world.meet('secreto');
    await move(keeping);
    await writes(chat, 'guardado');
    expect(await ownerReads(chat.chatId)).toEqual(['', 'guardado']);
    await move(world.agent);
    await writes(chat, 'otro secreto');
    expect(await ownerReads(chat.chatId)).toEqual(['', 'guardado', '']);
    await move(keeping);
    harness.clock.advance(keptForMs + minute);
    await erase();
    expect(await textsOf(chat.chatId)).toEqual(['', 'guardado', '']);
  });

  it('receives no text in an event, while its desk does', async () => {
    const told = harness.emitted.length;
    await world.meet('un secreto');
    const events = harness.emitted.slice(told);
    const toConsole = events.filter(({ to }) => to === `console ${world.workspaceId}`);
    expect(toConsole.map(({ name }) => name)).toContain('moved');
    const others = events.filter(({ to }) => to !== `desk ${world.agent.subAccountId}`);
    expect(JSON.stringify(others)).not.toContain('secret');
    expect(JSON.stringify(events)).toContain('un secreto');
  });

  it('keeps reading the texts of sub-accounts that keep them, however old', async () => {
    await keepsTexts(true);
    const { chatId } = await world.meet('Buenos días');
    harness.clock.advance(3 * keptForMs);
    await erase();
    expect(await world.rowsOf(chatId)).toMatchObject([{ original: 'Buenos días', erasedAt: null }]);
  });
});

it('doesn’t compare erased texts pairwise', async () => {
  const { workspaceId } = world;
  const { database } = harness;
  // With other workspaces' rows: in a small table the planner would read all of the workspace's instead of using keys.
  await database.db.execute(sql`
    insert into ${conversations} (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title, last_seq)
    select a.workspace_id, gen_random_uuid(), a.id, a.sub_account_id, a.platform, 'erased ' || n, 'private', '', 2
    from (select * from ${socialAccounts} where workspace_id = ${workspaceId} limit 1) a, generate_series(1, 2000) n`);
  await database.db.execute(sql`
    insert into ${messages} (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, original,
      translation_state, delivery, sent_at, created_at)
    select c.workspace_id, gen_random_uuid(), c.id, c.social_account_id, n, n, 'in', 'text', 'Hola', 'none', 'received',
      '2020-01-01', '2020-01-01'
    from ${conversations} c, generate_series(1, 2) n where c.chat_id like 'erased %'`);
  await database.db.execute(sql`analyze ${messages}, ${conversations}`);
  const { rows: chats } = await database.db.execute<{ id: string }>(sql`
    select id from ${conversations} where chat_id like 'erased %' limit 400`);
  const texts = { kind: 'aged', before: new Date('2021-01-01') } as const;
  const ids = chats.map(({ id }) => id);
  const compared = await transaction(database, (tx) =>
    countComparedRows(tx, (explaining) =>
      eraseSome(explaining, workspaceId, ids, { texts, now: new Date() }),
    ),
  );
  const { rows: numbered } = await database.db.execute(sql`
    select c.last_seq, array_agg(m.changed_seq::int order by m.seq) as changes, bool_and(m.original = '') as erased
    from ${messages} m join ${conversations} c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
    where c.id = any(${sql.param(ids)}::uuid[]) group by c.id, c.last_seq`);
  expect(numbered).toEqual(
    Array.from({ length: 400 }, () => ({ last_seq: 4, changes: [3, 4], erased: true })),
  );
  expect(compared).toBeLessThan(800);
});
