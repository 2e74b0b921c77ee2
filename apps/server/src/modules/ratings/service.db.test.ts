/** Requests for ratings, visitors’ answers and their retention, in a real database. */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { chatRetention } from '../../schema/conversations/retention.ts';
import { ratingDays, ratings } from '../../schema/ratings.ts';
import {
  sensitiveWordRecords,
  sensitiveWordRules,
  sensitiveWordRuleVersions,
} from '../../schema/sensitive-words.ts';
import { eraseComments } from './jobs.ts';
import { presentForDesk } from './presenter.ts';
import { type RatingQueryFilters, readOfConversation, readRatings } from './queries.ts';
import { deleteAccountData, deleteSubAccountData } from './store.ts';
import { readFigures } from './sums/queries.ts';
import { type Chat, type RatingsHarness, startRatingsHarness } from './testing/ratings-harness.ts';

const dayMs = 86_400_000;
let harness: RatingsHarness;
let workspaceId: WorkspaceId;
let ana: string;
let site: string;
beforeAll(async () => {
  harness = await startRatingsHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  workspaceId = await harness.workspace();
  ana = await harness.agent(workspaceId);
  site = await harness.site(workspaceId, ana);
  harness.emitted.length = 0;
});

const refused = (error: string) => expect.objectContaining({ error });
const over = refused('rating.over');
const meet = (agent = ana, at = site) => harness.meet(workspaceId, agent, at);
async function answered(agent = ana, at = site): Promise<Chat> {
  const chat = await meet(agent, at);
  await harness.agentWrites(chat);
  return chat;
}
/** Returns the request that the visitor is shown. */
async function requestOf(chat: Chat) {
  const request = await harness.shown(chat);
  if (request === null) throw new Error('the visitor is asked nothing');
  return request;
}
async function asked(chat: Chat) {
  await harness.endAndAsk(chat);
  return requestOf(chat);
}
async function rated(score: number, comment?: string, agent = ana, at = site) {
  const chat = await answered(agent, at);
  const { id } = await asked(chat);
  await harness.rate(chat, id, score, comment);
  return { ...chat, ratingId: id };
}
const given = async (...parts: Parameters<RatingsHarness['rate']>) => (await harness.rate(...parts)).rating;
const ofDesk = async ({ conversationId: id }: Chat) =>
  (await readOfConversation(harness.database, { workspaceId, id })).flatMap(presentForDesk);
const ofChat = ({ conversationId }: Chat) => eq(ratings.conversationId, conversationId);
/** Moves the rating of a conversation into the past by this many days. */
const age = (chat: Chat, days: number) =>
  harness.database.db
    .update(ratings)
    .set({
      askedAt: sql`${ratings.askedAt} - ${days} * interval '1 day'`,
      ratedAt: sql`${ratings.ratedAt} - ${days} * interval '1 day'`,
    })
    .where(ofChat(chat));

describe('a request', () => {
  it('follows an agent’s closing, once a day, and ends when the visitor writes', async () => {
    const chat = await answered();
    expect(await harness.shown(chat)).toBeNull();
    const first = await asked(chat);
    expect(first).toMatchObject({ score: null, comment: null, takesComment: true });
    await harness.visitorWrites(chat);
    expect(await harness.shown(chat)).toBeNull();
    await harness.agentWrites(chat);
    expect(await harness.endAndAsk(chat)).toBeNull();
    expect(await harness.shown(chat)).toBeNull();
    await age(chat, 1);
    await harness.reopen(chat);
    const second = await asked(chat);
    expect(second.id).not.toBe(first.id);
    await expect(harness.rate(chat, first.id, 5)).rejects.toEqual(over);
    await age(chat, 7);
    expect(await harness.shown(chat)).toBeNull();
    await expect(harness.rate(chat, second.id, 5)).rejects.toEqual(over);
  });

  it('skips visitors whom no person has answered, or only a rule', async () => {
    const alone = await meet();
    const automatic = await meet();
    await harness.agentWrites(automatic, { triggeredBy: newId(), authorName: null });
    for (const chat of [alone, automatic]) expect(await harness.endAndAsk(chat)).toBeNull();
  });

  it('skips a closing that the visitor, or the agent, has gone on from', async () => {
    const [written, reopened] = [await answered(), await answered()];
    const closings = [await harness.end(written), await harness.end(reopened)];
    await harness.visitorWrites(written);
    await harness.reopen(reopened);
    for (const closing of closings) expect(await harness.ask(closing)).toBeNull();
  });

  it('follows a closing once, with the names of who closed and who wrote last', async () => {
    const [chat, unnamed] = [await answered(), await meet()];
    await harness.agentWrites(unnamed, { authorName: null });
    const closing = await harness.end(chat);
    const change = await harness.ask(closing);
    expect(change).toEqual({ chatId: chat.chatId, seq: closing.seq + 1 });
    await harness.endAndAsk(unnamed);
    const { closedBy, agentName } = ratings;
    const named = async (of: Chat) =>
      harness.database.db.select({ closedBy, agentName }).from(ratings).where(ofChat(of));
    expect(await named(chat)).toEqual([{ closedBy: 'Ben', agentName: 'Ana' }]);
    expect(await named(unnamed)).toEqual([{ closedBy: 'Ben', agentName: null }]);
    // Even if the job runs again days later.
    await harness.database.db
      .update(ratings)
      .set({ askedAt: new Date(closing.closedAt - 2 * dayMs) })
      .where(ofChat(chat));
    expect(await harness.ask(closing)).toBeNull();
    expect(await named(chat)).toHaveLength(1);
  });

  it('hides while the agent continues, and once it is dismissed', async () => {
    const chat = await answered();
    const { id } = await asked(chat);
    await harness.reopen(chat);
    expect(await harness.shown(chat)).toBeNull();
    await harness.end(chat);
    expect(await harness.shown(chat)).toMatchObject({ id });
    expect(await harness.dismiss(chat, id)).toMatchObject({ chatId: chat.chatId });
    expect(await harness.dismiss(chat, id)).toBeNull();
    expect(await harness.shown(chat)).toBeNull();
    expect(await ofDesk(chat)).toEqual([]);
  });
});

describe('a rating', () => {
  it('reaches the desk, and can be changed until the visitor writes', async () => {
    const chat = await answered();
    const { id } = await asked(chat);
    const { conversationId } = chat;
    expect(await given(chat, id, 2, '  Slow\0 ')).toMatchObject({ id, score: 2, comment: 'Slow\uFFFD' });
    const event = { conversationId, score: 2, changed: false };
    expect(harness.emitted).toEqual([[ana, 'rated', event]]);
    expect(await harness.rate(chat, id, 2, 'Slow\0')).toMatchObject({ rating: { score: 2 }, change: null });
    expect(await given(chat, id, 5)).toMatchObject({ score: 5, comment: null });
    expect(harness.emitted.slice(1)).toEqual([[ana, 'rated', { conversationId, score: 5, changed: true }]]);
    const shown = { score: 5, comment: null, language: 'es', closedBy: 'Ben', agentName: 'Ana' };
    expect(await ofDesk(chat)).toMatchObject([shown]);
    expect(await harness.shown(chat)).toMatchObject({ score: 5 });
    await harness.visitorWrites(chat);
    expect(await harness.shown(chat)).toBeNull();
    await expect(harness.rate(chat, id, 1)).rejects.toEqual(over);
    expect(await given(chat, id, 5)).toMatchObject({ score: 5 });
  });

  it('counts even if a message written after it arrives first', async () => {
    const chat = await answered();
    const { id } = await asked(chat);
    await harness.visitorWrites(chat);
    expect(await given(chat, id, 4)).toMatchObject({ score: 4 });
  });

  it('belongs to its visitor and its workspace only', async () => {
    const { ratingId, ...chat } = await rated(3);
    const other = await meet();
    const stranger = { ...chat, workspaceId: await harness.workspace() };
    for (const wrong of [other, stranger]) {
      await expect(harness.rate(wrong, ratingId, 1)).rejects.toEqual(refused('rating.not-found'));
      await expect(harness.dismiss(wrong, ratingId)).rejects.toEqual(refused('rating.not-found'));
    }
    const page = await readRatings(harness.database, stranger.workspaceId, { pageSize: 10 });
    expect(page.list).toEqual([]);
    const figures = await readFigures(harness.database, stranger.workspaceId, { subAccountId: ana });
    expect(figures).toMatchObject({ asked: 0 });
  });
});

it('reads ratings and their figures with every filter', async () => {
  const figures = (filters: RatingQueryFilters = {}) => readFigures(harness.database, workspaceId, filters);
  const page = (filters: Parameters<typeof readRatings>[2]) =>
    readRatings(harness.database, workspaceId, filters);
  const ids = async (filters: RatingQueryFilters) =>
    (await page({ pageSize: 50, ...filters })).list.map(({ conversationId }) => conversationId);
  const chats = [];
  for (const [score, comment] of [[5, 'Great'], [5], [2, 'Slow']] as const) {
    chats.push(await rated(score, comment));
    harness.clock.advance(1);
  }
  await asked(await answered());
  const [first, second, third] = chats;
  const [one, two, three] = chats.map(({ conversationId }) => conversationId);
  const ben = await harness.agent(workspaceId);
  const others = await harness.site(workspaceId, ben);
  await rated(1, 'Rude', ben, others);
  const by = { subAccountId: ana };
  expect(await figures()).toMatchObject({ asked: 5, rated: 4 });
  expect(await figures(by)).toEqual({ asked: 4, rated: 3, average: 4, scores: [0, 1, 0, 0, 2] });
  expect(await ids(by)).toEqual([three, two, one]);
  expect(await ids({ ...by, score: 5 })).toEqual([two, one]);
  expect(await ids({ ...by, comment: 'with' })).toEqual([three, one]);
  expect(await ids({ ...by, socialAccountId: others })).toEqual([]);
  const slow = { asked: null, rated: 1, average: 2, scores: [0, 1, 0, 0, 0] };
  expect(await figures({ ...by, comment: 'with', score: 2 })).toEqual(slow);
  expect(await figures({ socialAccountId: others })).toMatchObject({ rated: 1, average: 1 });
  expect(await figures({ socialAccountId: newId() })).toMatchObject({ rated: 0, average: null });
  const day = (back: number) => new Date(harness.clock.now() - back * dayMs).toISOString().slice(0, 10);
  if (!first || !second || !third) throw new Error('they were just rated');
  await age(first, 9);
  expect(await ids({ ...by, to: day(7) })).toEqual([one]);
  expect(await ids({ ...by, from: day(7) })).toEqual([three, two]);
  expect(await figures({ ...by, to: day(7) })).toMatchObject({ asked: 1, rated: 1, average: 5 });
  expect(await figures({ ...by, from: day(7) })).toMatchObject({ asked: 3, scores: [0, 1, 0, 0, 1] });
  const { list, nextCursor } = await page({ ...by, pageSize: 2 });
  const newest = { score: 2, comment: 'Slow', agentName: 'Ana', closedBy: 'Ben', socialAccountName: 'Shop' };
  expect(list).toMatchObject([newest, {}]);
  const next = await page({ ...by, pageSize: 2, cursor: nextCursor ?? '' });
  expect(next).toMatchObject({ list: [{ conversationId: one }], nextCursor: null });
});

describe('a comment with sensitive words', () => {
  const records = () =>
    harness.database.db
      .select()
      .from(sensitiveWordRecords)
      .where(eq(sensitiveWordRecords.workspaceId, workspaceId))
      .orderBy(sensitiveWordRecords.createdAt);

  it('leaves one record per text, alerts, and is erased together with its records', async () => {
    const ruleId = newId();
    const at = new Date();
    const sought = { words: [], links: true, walletAddresses: false, phoneNumbers: false, exceptions: [] };
    const decided = { sender: 'both', action: 'block', range: 'all', enabled: true } as const;
    const rule = { workspaceId, id: ruleId, title: 'Links', ...sought, ...decided };
    await harness.database.db.insert(sensitiveWordRules).values({ ...rule, createdAt: at, updatedAt: at });
    await harness.database.db.insert(sensitiveWordRuleVersions).values({ workspaceId, version: 1 });
    const { ratingId, ...chat } = await rated(2, 'Write to t.me/other');
    // A blocking rule lets customers' texts pass.
    expect(await ofDesk(chat)).toMatchObject([{ comment: 'Write to t.me/other' }]);
    expect(harness.emitted).toContainEqual([workspaceId, 'sensitiveWords', { alerts: 1 }]);
    const first = {
      ruleId,
      action: 'alert',
      direction: 'in',
      foundIn: 'comment',
      finds: [{ kind: 'link', text: 't.me/other' }],
      excerpt: 'Write to t.me/other',
      conversationId: chat.conversationId,
      subAccountId: ana,
    };
    expect(await records()).toMatchObject([first]);
    harness.clock.advance(1);
    await harness.rate(chat, ratingId, 3, 'Write to t.me/other');
    expect(await records()).toHaveLength(1);
    await harness.rate(chat, ratingId, 3, 'Or to t.me/more');
    expect(await records()).toMatchObject([first, { excerpt: 'Or to t.me/more' }]);
    await age(chat, 31);
    await harness.database.db.insert(chatRetention).values({ workspaceId, days: 30 });
    while (await eraseComments(harness.database, harness.clock.now()));
    expect(await records()).toEqual([]);
  });
});

describe('the retention of ratings', () => {
  it('stores no comment where the sub-account keeps no chat history', async () => {
    const silent = await harness.agent(workspaceId, { saveChatHistory: false });
    const chat = await answered(silent, await harness.site(workspaceId, silent));
    const { id, takesComment } = await asked(chat);
    expect(takesComment).toBe(false);
    expect(await given(chat, id, 4, 'secreto')).toMatchObject({ score: 4, comment: null });
    expect(await ofDesk(chat)).toMatchObject([{ score: 4, comment: null }]);
  });

  it('erases comments at the age at which the workspace erases texts, and updates the sums', async () => {
    const [old, recent] = [await rated(1, 'Old'), await rated(1, 'New')];
    await age(old, 31);
    await harness.database.db.insert(chatRetention).values({ workspaceId, days: 30 });
    const sum = async () =>
      (await readFigures(harness.database, workspaceId, { score: 1, comment: 'with' })).rated;
    expect(await sum()).toBe(2);
    expect(await eraseComments(harness.database, harness.clock.now())).toBe(true);
    expect(await eraseComments(harness.database, harness.clock.now())).toBe(false);
    expect(await ofDesk(old)).toMatchObject([{ score: 1, comment: null }]);
    expect(await ofDesk(recent)).toMatchObject([{ comment: 'New' }]);
    expect(await sum()).toBe(1);
  });

  it('deletes ratings with their social account and sub-account, sums included', async () => {
    const ben = await harness.agent(workspaceId);
    const sites = [await harness.site(workspaceId, ben), await harness.site(workspaceId, ben)];
    for (const at of sites) await rated(5, 'Great', ben, at);
    await rated(5, 'Great');
    const left = async (agent: string) => {
      const { db } = harness.database;
      const ofAgent = and(eq(ratings.workspaceId, workspaceId), eq(ratings.subAccountId, agent));
      return [
        await db.$count(ratings, ofAgent),
        await db.$count(ratingDays, eq(ratingDays.subAccountId, agent)),
      ];
    };
    expect(await left(ben)).toEqual([2, 2]);
    const [gone = ''] = sites;
    while (await harness.work((tx) => deleteAccountData(tx, workspaceId, gone)));
    expect(await left(ben)).toEqual([1, 1]);
    while (await harness.work((tx) => deleteSubAccountData(tx, workspaceId, ben)));
    expect(await left(ben)).toEqual([0, 0]);
    expect(await left(ana)).toEqual([1, 1]);
  });
});
