import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import { mostPinned } from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { conversations } from '../../../schema/conversations.ts';
import { type ChatHarness, startChatHarness } from '../../../testing/chat-harness.ts';
import { connectSocket } from '../../../testing/test-socket.ts';

let harness: ChatHarness;
let database: Database;
beforeAll(async () => {
  harness = await startChatHarness();
  database = connectDatabase(harness.databaseUrl, createLog('silent'), 2);
});
afterAll(async () => {
  await database.close();
  await harness.close();
});

const listWith = (
  query: {
    view?: conversationsApi.ConversationView;
    search?: string;
    cursor?: string;
    pageSize?: number;
    platform?: 'webchat' | 'telegram';
  },
  token = harness.agent.token,
) => harness.call(conversationsApi.deskConversations, { query: { pageSize: 200, ...query } }, token);
const idsIn = async (query: Parameters<typeof listWith>[0] = {}) =>
  (await listWith(query)).list.map(({ id }) => id);
const change = (conversationId: string, body: Record<string, unknown>, token = harness.agent.token) =>
  harness.call(conversationsApi.triageConversation, { params: { conversationId }, body }, token);
const one = (conversationId: string) =>
  harness.call(conversationsApi.deskConversation, { params: { conversationId } }, harness.agent.token);
const counts = () => harness.call(conversationsApi.deskConversationCounts, {}, harness.agent.token);
const hourMs = 3_600_000;

describe('triage', () => {
  it('pins in order above later messages, numbered, and once despite repeated requests', async () => {
    const [a, b, c] = [await harness.meet('a'), await harness.meet('b'), await harness.meet('c')];
    const before = await one(a.conversationId);
    const pinned = await change(a.conversationId, { pinned: true });
    expect(pinned.lastSeq).toBe(before.lastSeq + 1);
    expect(await change(a.conversationId, { pinned: true })).toEqual(pinned);
    await change(b.conversationId, { pinned: true });
    expect((await idsIn()).slice(0, 3)).toEqual([a, b, c].map((chat) => chat.conversationId));
    // Undone and repeated, the pin returns to its place.
    await change(a.conversationId, { pinned: false });
    expect((await idsIn())[0]).toBe(b.conversationId);
    await change(a.conversationId, { pinned: true, ...(pinned.pinnedAt && { pinnedAt: pinned.pinnedAt }) });
    expect((await idsIn()).slice(0, 2)).toEqual([a.conversationId, b.conversationId]);
    await Promise.all([a, b].map((chat) => change(chat.conversationId, { pinned: false })));
  });

  it('closes until the customer writes, and never over a message that the agent hasn’t seen', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    const { lastSeq } = await one(conversationId);
    await harness.visitorSays(visitor, 'dos');
    await expect(change(conversationId, { closed: true, seenSeq: lastSeq })).rejects.toMatchObject({
      error: 'conversation.written-meanwhile',
    });
    const seen = await one(conversationId);
    await change(conversationId, { closed: true, seenSeq: seen.lastSeq });
    expect(await idsIn()).not.toContain(conversationId);
    expect(await idsIn({ view: 'waiting' })).not.toContain(conversationId);
    expect((await idsIn({ view: 'closed' }))[0]).toBe(conversationId);
    expect(await idsIn({ search: seen.title })).toEqual([conversationId]);
    await harness.visitorSays(visitor, 'tres');
    expect((await idsIn())[0]).toBe(conversationId);
    expect(await idsIn({ view: 'closed' })).not.toContain(conversationId);
  });

  it('keeps a conversation archived until an agent opens it, without an alert for the customer’s messages', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    const unread = async () =>
      (await harness.call(channelsApi.deskSocialAccounts, {}, harness.agent.token)).reduce(
        (sum, account) => sum + account.unreadConversations,
        0,
      );
    const { lastSeq } = await one(conversationId);
    const before = await unread();
    expect(await change(conversationId, { archived: true, seenSeq: lastSeq })).toMatchObject({
      closedAt: expect.any(Number),
      archivedAt: expect.any(Number),
    });
    expect(await unread()).toBe(before - 1);
    const { socket, heard } = await connectSocket(harness.url, harness.agent.token);
    await harness.visitorSays(visitor, 'dos');
    const [, event] = await until('the message', () =>
      heard.find(([name, event]) => name === 'changed' && Object(event).conversationId === conversationId),
    );
    socket.disconnect();
    expect(event).toMatchObject({ archived: true, message: { original: 'dos' } });
    const views = ['open', 'waiting', 'snoozed', 'closed', 'archived'] as const;
    const found = await Promise.all(
      views.map(async (view) => (await idsIn({ view })).includes(conversationId)),
    );
    expect(found).toEqual([false, false, false, false, true]);
    expect(await idsIn({ search: (await one(conversationId)).title })).toEqual([conversationId]);
    expect(await unread()).toBe(before - 1);
    await change(conversationId, { closed: false });
    expect((await idsIn())[0]).toBe(conversationId);
    expect(await idsIn({ view: 'waiting' })).toContain(conversationId);
    expect(await idsIn({ view: 'archived' })).not.toContain(conversationId);
  });

  it('ends the archive of a conversation in which an agent writes, whose answer opens it', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    await change(conversationId, { archived: true });
    await harness.says(conversationId, 'Still there?');
    expect(await one(conversationId)).toMatchObject({ archivedAt: null, closedAt: expect.any(Number) });
    await harness.visitorSays(visitor, 'dos');
    expect((await idsIn())[0]).toBe(conversationId);
  });

  it('wakes a snoozed conversation at its time, on top and by an event', async () => {
    const [a, b] = [await harness.meet('a'), await harness.meet('b')];
    const before = await counts();
    const snoozedUntil = Date.now() + 1_000;
    await change(a.conversationId, { snoozedUntil: snoozedUntil + hourMs });
    expect((await change(a.conversationId, { snoozedUntil })).snoozedUntil).toBe(snoozedUntil);
    expect(await counts()).toEqual({ waiting: before.waiting - 1, snoozed: before.snoozed + 1 });
    expect(await idsIn()).not.toContain(a.conversationId);
    const woken = await until('the end of the snooze', async () => {
      const now = await one(a.conversationId);
      return now.snoozedUntil === null ? now : undefined;
    });
    expect(woken).toMatchObject({ wokenAt: snoozedUntil });
    expect((await idsIn()).slice(0, 2)).toEqual([a.conversationId, b.conversationId]);
  });

  it('wakes a snoozed conversation when its customer writes', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    await change(conversationId, { snoozedUntil: Date.now() + hourMs });
    expect(await idsIn({ view: 'snoozed' })).toEqual([conversationId]);
    await harness.visitorSays(visitor, 'dos');
    expect(await one(conversationId)).toMatchObject({ snoozedUntil: null, wokenAt: null });
    expect((await idsIn())[0]).toBe(conversationId);
  });

  it('counts the wait from the first unanswered message to the agent’s answer', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    const { waitingSince } = await one(conversationId);
    expect(waitingSince).not.toBeNull();
    await harness.visitorSays(visitor, 'dos');
    expect((await one(conversationId)).waitingSince).toBe(waitingSince);
    expect((await idsIn({ view: 'waiting' })).at(-1)).toBe(conversationId);
    await harness.says(conversationId, 'sí', { mode: 'original' });
    expect((await one(conversationId)).waitingSince).toBeNull();
    expect(await idsIn({ view: 'waiting' })).not.toContain(conversationId);
  });

  it('refuses other sub-accounts', async () => {
    const { conversationId } = await harness.meet('uno');
    const other = await harness.createSubAccount(harness.owner);
    await expect(change(conversationId, { pinned: true }, other.token)).rejects.toMatchObject({
      error: 'conversation.not-found',
    });
    expect((await listWith({ view: 'waiting' }, other.token)).list).toEqual([]);
  });
});

describe('an agent’s search of messages', () => {
  const find = (text: string, token = harness.agent.token) =>
    harness.call(conversationsApi.deskSearchMessages, { query: { text } }, token);
  const found = (text: string, token?: string) =>
    until(`“${text}” to be found`, async () => {
      const { list } = await find(text, token);
      return list.length > 0 ? list : undefined;
    });

  it('finds words in either language with their positions, only in the agent’s sub-account', async () => {
    const { conversationId } = await harness.meet('¿Dónde está mi sombrero?');
    const [hit] = await found('sombrero');
    expect(hit).toMatchObject({ conversationId, direction: 'in', alias: null });
    expect(hit?.original.hits.map(([from, to]) => hit.original.text.slice(from, to))).toEqual(['sombrero']);
    const onPlatform = async (platform: 'webchat' | 'telegram') =>
      (
        await harness.call(
          conversationsApi.deskSearchMessages,
          { query: { text: 'sombrero', platform } },
          harness.agent.token,
        )
      ).list.length;
    expect([await onPlatform('webchat'), await onPlatform('telegram')]).toEqual([1, 0]);
    const other = await harness.createSubAccount(harness.owner);
    await harness.addWebchat(harness.owner, other.subAccountId);
    expect((await find('sombrero', other.token)).list).toEqual([]);
  });

  it('finds nothing that was deleted by its author or erased', async () => {
    const { conversationId } = await harness.meet('paraguas');
    const [hit] = await found('paraguas');
    const changed = (change: ReturnType<typeof sql>) =>
      database.db.execute(sql`update messages set ${change} where id = ${hit?.id}`);
    await changed(sql`deleted_at = now()`);
    expect((await find('paraguas')).list).toEqual([]);
    await changed(sql`deleted_at = null, erased_at = now()`);
    expect((await find('paraguas')).list).toEqual([]);
    await changed(sql`erased_at = null`);
    expect((await find('paraguas')).list).toMatchObject([{ conversationId }]);
  });
});

/** Conversations of the agent without messages, a second apart: the first of `count` is the oldest. */
async function seed(count: number, facts: (n: number) => Partial<typeof conversations.$inferInsert>) {
  const { socialAccountId, workspaceId } = await place();
  const rows = Array.from({ length: count }, (_, n) => ({
    workspaceId,
    id: newId(),
    socialAccountId,
    subAccountId: harness.agent.subAccountId,
    platform: 'telegram' as const,
    chatId: newId(),
    kind: 'private' as const,
    title: `Seeded ${n}`,
    lastMessageAt: new Date(1_700_000_000_000 + n * 1000),
    ...facts(n),
  }));
  await database.db.insert(conversations).values(rows);
  return rows.map(({ id }) => id);
}

async function place() {
  const { conversationId } = await harness.meet('here');
  const [row] = await database.db.select().from(conversations).where(sql`id = ${conversationId}`);
  if (row === undefined) throw new Error('no conversation');
  return { socialAccountId: row.socialAccountId, workspaceId: row.workspaceId };
}

describe('a view of the list', () => {
  it.each<
    [conversationsApi.ConversationView, (at: Date) => Partial<typeof conversations.$inferInsert>, boolean]
  >([
    ['open', () => ({}), true],
    ['waiting', (waitingSince) => ({ waitingSince }), false],
    ['snoozed', (snoozedUntil) => ({ snoozedUntil }), false],
    ['closed', (closedAt) => ({ closedAt }), true],
  ])('reads the view %s in its order, page by page', async (view, facts, latestFirst) => {
    // Two share each time, so that a page ends between them.
    const ids = await seed(9, (n) => facts(new Date(1_700_000_000_000 + Math.floor(n / 2) * 1000)));
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof listWith>> = await listWith({
        view,
        platform: 'telegram',
        pageSize: 2,
        ...(cursor === '' ? {} : { cursor }),
      });
      found.push(...page.list.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    const own = found.filter((id) => ids.includes(id));
    expect(own).toEqual(latestFirst ? ids.toReversed() : ids);
  });

  it('limits the number of pins', async () => {
    await seed(mostPinned, () => ({ pinnedAt: new Date() }));
    const { conversationId } = await harness.meet('uno');
    await expect(change(conversationId, { pinned: true })).rejects.toMatchObject({
      error: 'conversation.pins-full',
    });
    const { list } = await listWith({ view: 'open', pageSize: 10 });
    expect(list.filter(({ pinnedAt }) => pinnedAt !== null)).toHaveLength(mostPinned);
    expect(list).toHaveLength(mostPinned + 10);
  });
});
