/** Pins, snoozes, closes and archives conversations, and the views of the desk's list that show them. */
import { type ConversationView, maxPinned } from '@parley/contract/conversations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { conversations } from '../../../schema/conversations.ts';
import { countViews, type DeskListQuery, readUnread } from '../desk-list/queries.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import type { ConversationsWorld } from '../testing/conversations-world.ts';
import { endSnooze, type SeenTriageRequest, triageConversation } from './service.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
beforeAll(async () => {
  harness = await startConversationsHarness();
});
beforeEach(async () => {
  world = await harness.openWorkspace();
});
afterAll(() => harness.close());

const hourMs = 3_600_000;
const idsIn = async (query: Partial<DeskListQuery> = {}) =>
  (await world.list(query)).list.map(({ row }) => row.id);
const one = (id: string) => world.conversation(id);
async function change(id: string, request: SeenTriageRequest, caller = world.agent) {
  await transaction(harness.database, (tx) => triageConversation(tx, harness.deps, caller, id, request));
  return one(id);
}
const counts = () => countViews(harness.database, world.workspaceId, world.agent.subAccountId);
async function unread() {
  const { subAccountId } = world.agent;
  const bySite = await readUnread(harness.database, world.workspaceId, subAccountId, [world.site.id]);
  return bySite.get(world.site.id)?.conversations ?? 0;
}
/** Returns the views that list a conversation. */
async function viewsOf(id: string): Promise<ConversationView[]> {
  const listing: ConversationView[] = [];
  for (const view of ['open', 'waiting', 'snoozed', 'closed', 'archived'] as const)
    if ((await idsIn({ view })).includes(id)) listing.push(view);
  return listing;
}

describe('triage', () => {
  it('pins in order above later messages, numbered, and once despite repeated requests', async () => {
    const { conversationId: a } = await world.meet('a');
    const { conversationId: b } = await world.meet('b');
    const { conversationId: c } = await world.meet('c');
    const before = await one(a);
    const pinned = await change(a, { pinned: true });
    expect(pinned.lastSeq).toBe(before.lastSeq + 1);
    expect(await change(a, { pinned: true })).toEqual(pinned);
    harness.clock.advance(1);
    await change(b, { pinned: true });
    expect(await idsIn()).toEqual([a, b, c]);
    // Undone and repeated, the pin returns to its place.
    await change(a, { pinned: false });
    expect(await idsIn()).toEqual([b, c, a]);
    await change(a, { pinned: true, ...(pinned.pinnedAt && { pinnedAt: pinned.pinnedAt }) });
    expect(await idsIn()).toEqual([a, b, c]);
  });

  it('closes until the customer writes, and never over a message that the agent hasn’t seen', async () => {
    const chat = await world.meet('uno');
    const { conversationId: id } = chat;
    const { lastSeq } = await one(id);
    await world.writes(chat, 'dos');
    const closing = change(id, { closed: true, seenSeq: lastSeq });
    await expect(closing).rejects.toMatchObject({ error: 'conversation.written-meanwhile' });
    await change(id, { closed: true, seenSeq: (await one(id)).lastSeq });
    expect(await viewsOf(id)).toEqual(['closed']);
    expect(await idsIn({ view: undefined })).toEqual([id]);
    await world.writes(chat, 'tres');
    expect(await viewsOf(id)).toEqual(['open', 'waiting']);
  });

  it('keeps a conversation archived until an agent opens it, without an alert for the customer’s messages', async () => {
    const chat = await world.meet('uno');
    const { conversationId: id } = chat;
    await world.meet('other');
    expect(await unread()).toBe(2);
    expect(await change(id, { archived: true, seenSeq: (await one(id)).lastSeq })).toMatchObject({
      closedAt: expect.any(Number),
      archivedAt: expect.any(Number),
    });
    expect(await unread()).toBe(1);
    await world.writes(chat, 'dos');
    const arrived = harness.emitted.filter(
      ({ name, event }) => name === 'changed' && Object(event).conversationId === id,
    );
    expect(arrived.at(-1)?.event).toMatchObject({ archived: true, message: { original: 'dos' } });
    expect(await viewsOf(id)).toEqual(['archived']);
    expect(await idsIn({ view: undefined })).toContain(id);
    expect(await unread()).toBe(1);
    await change(id, { closed: false });
    expect((await idsIn())[0]).toBe(id);
    expect(await viewsOf(id)).toEqual(['open', 'waiting']);
  });

  it('ends the archive of a conversation in which an agent writes, whose answer opens it', async () => {
    const chat = await world.meet('uno');
    await change(chat.conversationId, { archived: true });
    await world.says(chat.conversationId, 'Still there?');
    expect(await one(chat.conversationId)).toMatchObject({ archivedAt: null, closedAt: expect.any(Number) });
    await world.writes(chat, 'dos');
    expect(await idsIn()).toEqual([chat.conversationId]);
  });

  it('wakes a snoozed conversation at its time, on top and by an event', async () => {
    const { conversationId: a } = await world.meet('a');
    const { conversationId: b } = await world.meet('b');
    const until = harness.clock.now() + hourMs;
    await change(a, { snoozedUntil: until + hourMs });
    expect((await change(a, { snoozedUntil: until })).snoozedUntil).toBe(until);
    expect(await counts()).toEqual({ waiting: 1, snoozed: 1 });
    expect(await idsIn()).toEqual([b]);
    harness.clock.advance(hourMs - 60_000);
    await harness.runJobs();
    expect(await viewsOf(a)).toEqual(['snoozed']);
    harness.clock.advance(60_000);
    const told = harness.emitted.length;
    await harness.runJobs();
    expect(await one(a)).toMatchObject({ snoozedUntil: null, wokenAt: until });
    expect(await idsIn()).toEqual([a, b]);
    // Consumed characters are also announced, with a delay.
    const ofConversations = harness.emitted.slice(told).filter(({ name }) => name !== 'characters');
    expect(ofConversations).toMatchObject([
      { to: `desk ${world.agent.subAccountId}`, name: 'conversation', event: { conversationId: a } },
    ]);
  });

  it('leaves a conversation asleep whose snooze was prolonged meanwhile', async () => {
    const { conversationId: id } = await world.meet('a');
    const until = harness.clock.now() + hourMs;
    await change(id, { snoozedUntil: until });
    await change(id, { snoozedUntil: until + hourMs });
    // The job of the first snooze may be running by then.
    await endSnooze(harness.deps, { workspaceId: world.workspaceId, conversationId: id, until });
    expect((await one(id)).snoozedUntil).toBe(until + hourMs);
  });

  it('wakes a snoozed conversation when its customer writes', async () => {
    const chat = await world.meet('uno');
    await change(chat.conversationId, { snoozedUntil: harness.clock.now() + hourMs });
    expect(await viewsOf(chat.conversationId)).toEqual(['snoozed']);
    await world.writes(chat, 'dos');
    expect(await one(chat.conversationId)).toMatchObject({ snoozedUntil: null, wokenAt: null });
    expect(await idsIn()).toEqual([chat.conversationId]);
  });

  it('counts the wait from the first unanswered message to the agent’s answer', async () => {
    await world.meet('earlier');
    const chat = await world.meet('uno');
    const { conversationId: id } = chat;
    const { waitingSince } = await one(id);
    expect(waitingSince).not.toBeNull();
    harness.clock.advance(1_000);
    await world.writes(chat, 'dos');
    expect((await one(id)).waitingSince).toBe(waitingSince);
    expect((await idsIn({ view: 'waiting' })).at(-1)).toBe(id);
    await world.says(id, 'sí', { mode: 'original' });
    expect((await one(id)).waitingSince).toBeNull();
    expect(await viewsOf(id)).toEqual(['open']);
  });

  it('refuses other sub-accounts', async () => {
    const { conversationId } = await world.meet('uno');
    const other = await world.addAgent();
    const pinning = change(conversationId, { pinned: true }, other);
    await expect(pinning).rejects.toMatchObject({ error: 'conversation.not-found' });
    expect((await world.list({ view: 'waiting' }, other)).list).toEqual([]);
  });
});

type Facts = Partial<typeof conversations.$inferInsert>;

/** Adds conversations of the agent without messages, a second apart, the oldest first. */
async function seed(count: number, facts: (n: number) => Facts): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    ...world.agent,
    id: newId(),
    socialAccountId: world.site.id,
    platform: 'telegram' as const,
    chatId: newId(),
    kind: 'private' as const,
    title: `Seeded ${n}`,
    lastMessageAt: new Date(1_700_000_000_000 + n * 1000),
    ...facts(n),
  }));
  await harness.database.db.insert(conversations).values(rows);
  return rows.map(({ id }) => id);
}

describe('a view of the list', () => {
  it.each<[ConversationView, (at: Date) => Facts, boolean]>([
    ['open', () => ({}), true],
    ['waiting', (waitingSince) => ({ waitingSince }), false],
    ['snoozed', (snoozedUntil) => ({ snoozedUntil }), false],
    ['closed', (closedAt) => ({ closedAt }), true],
    ['archived', (archivedAt) => ({ archivedAt, closedAt: archivedAt }), true],
  ])('reads the view %s in its order, page by page', async (view, facts, latestFirst) => {
    // Two share each time, so that a page ends between them.
    const ids = await seed(9, (n) => facts(new Date(1_700_000_000_000 + Math.floor(n / 2) * 1000)));
    // Those of another platform are in between.
    await seed(3, (n) => ({ ...facts(new Date(1_700_000_000_000 + n * 1500)), platform: 'webchat' }));
    const found: string[] = [];
    let cursor: string | undefined;
    for (let more = true; more; ) {
      const page = await world.list({ view, platform: 'telegram', pageSize: 2, cursor });
      found.push(...page.list.map(({ row }) => row.id));
      more = page.nextCursor !== null;
      cursor = page.nextCursor ?? undefined;
    }
    expect(found).toEqual(latestFirst ? ids.toReversed() : ids);
  });

  it('limits the number of pins, and shows all of them on the first page', async () => {
    await seed(maxPinned, () => ({ pinnedAt: new Date() }));
    await seed(20, () => ({}));
    const { conversationId } = await world.meet('uno');
    const pinning = change(conversationId, { pinned: true });
    await expect(pinning).rejects.toMatchObject({ error: 'conversation.pins-full' });
    const { list } = await world.list({ pageSize: 10 });
    expect(list.filter(({ row }) => row.pinnedAt !== null)).toHaveLength(maxPinned);
    expect(list).toHaveLength(maxPinned + 10);
  });
});
