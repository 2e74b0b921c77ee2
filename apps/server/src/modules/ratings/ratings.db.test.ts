/** Ratings over HTTP: from an agent’s closing to the visitor’s page, the desk and the owner. */
import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import * as ratingsApi from '@parley/contract/ratings';
import * as visitorApi from '@parley/contract/visitor';
import { until } from '@parley/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { auditEntries } from '../../schema/audit.ts';
import { characterEntries } from '../../schema/characters.ts';
import { ratings } from '../../schema/ratings.ts';
import { type Chat, type ChatHarness, startChatHarness, visitorId } from '../../testing/chat-harness.ts';
import { connectSocket } from '../../testing/test-socket.ts';

let harness: ChatHarness;
let site: string;
beforeAll(async () => {
  harness = await startChatHarness();
  site = await harness.addWebchat(harness.owner, harness.agent.subAccountId, { askForRating: 'true' });
});
afterAll(() => harness.close());

/** Lets a visitor of a site write, and the agent answer. */
async function answered(at = site): Promise<Chat> {
  const visitor = await harness.startVisitor(at);
  await harness.visitorSays(visitor, 'Hola');
  const { id: conversationId } = await until('the conversation', async () =>
    (await harness.conversations()).find(({ title }) => title === visitorId(visitor)),
  );
  const body = { id: randomUUID(), text: 'Yes', mode: 'original', authorName: 'Ana' } as const;
  await harness.call(conversationsApi.sendMessage, { params: { conversationId }, body }, harness.agent.token);
  return { visitor, conversationId };
}
const triage = ({ conversationId }: Chat, closed: boolean) => {
  const request = { params: { conversationId }, body: { closed, authorName: 'Ben' } };
  return harness.call(conversationsApi.triageConversation, request, harness.agent.token);
};
const shown = async ({ visitor }: Chat) => (await harness.visitorSees(visitor)).rating;
const ofDesk = async ({ conversationId }: Chat) => {
  const request = { params: { conversationId } };
  return (await harness.call(ratingsApi.deskRatings, request, harness.agent.token)).list;
};

it('brings a visitor’s rating to the desk at once, and to the owner', async () => {
  const chat = await answered();
  const before = await harness.visitorSees(chat.visitor);
  await triage(chat, true);
  const { id: ratingId } = await until('the request', () => shown(chat));
  // An open page fetches more than the closing.
  expect((await harness.visitorSees(chat.visitor)).lastSeq).toBeGreaterThan(before.lastSeq + 1);
  const { socket, heard } = await connectSocket(harness.url, harness.agent.token);
  const given = { params: { ratingId }, body: { score: 2, comment: ' Slow ' } };
  const answer = await harness.call(visitorApi.visitorRate, given, chat.visitor.token);
  expect(answer).toMatchObject({ id: ratingId, score: 2, comment: 'Slow' });
  const [, event] = await until('the event', () => heard.find(([name]) => name === 'rated'));
  expect(event).toEqual({ conversationId: chat.conversationId, score: 2, changed: false });
  socket.disconnect();
  const rating = { score: 2, comment: 'Slow', language: 'es', closedBy: 'Ben', agentName: 'Ana' };
  expect(await ofDesk(chat)).toMatchObject([rating]);

  const query = { subAccountId: harness.agent.subAccountId, score: 2 };
  const { list } = await harness.call(ratingsApi.ratingPage, { query }, harness.owner.token);
  expect(list).toMatchObject([{ ...rating, conversationId: chat.conversationId, conversationNamed: false }]);
  const figures = await harness.call(ratingsApi.getRatingFigures, { query }, harness.owner.token);
  expect(figures).toMatchObject({ asked: null, rated: 1, average: 2 });
  const file = await harness.send(ratingsApi.exportRatings, { query }, harness.owner.token);
  expect([file.status, file.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('.xlsx'),
  ]);
  const entries = await harness.app.database.db
    .selectDistinct({ action: auditEntries.action })
    .from(auditEntries)
    .where(eq(auditEntries.objectId, 'ratings'))
    .orderBy(auditEntries.action);
  expect(entries).toEqual([{ action: 'chat-history.read' }, { action: 'records.exported' }]);
});

it('asks no visitor of a site without ratings', async () => {
  const elsewhere = await answered(harness.site);
  const chat = await answered();
  await triage(elsewhere, true);
  await triage(chat, true);
  // Closings are handled in order.
  await until('the request', () => shown(chat));
  expect(await shown(elsewhere)).toBeNull();
});

it('lets a visitor dismiss a request', async () => {
  const chat = await answered();
  await triage(chat, true);
  const { id: ratingId } = await until('the request', () => shown(chat));
  await harness.call(visitorApi.visitorDismissRating, { params: { ratingId } }, chat.visitor.token);
  expect(await shown(chat)).toBeNull();
  expect(await ofDesk(chat)).toEqual([]);
});

describe('the translation of a comment for the owner', () => {
  const text = 'Muchas gracias por el coche rojo';
  let conversationId: string;
  let ratingId: string;
  beforeAll(async () => {
    ({ conversationId } = await harness.meet('Hola'));
  });
  let made = 0;
  async function rated(comment: string | null) {
    ratingId = newId();
    made += 1;
    const { workspaceId } = harness.owner;
    const place = { workspaceId, conversationId, socialAccountId: harness.site };
    const at = new Date();
    const rating = {
      id: ratingId,
      subAccountId: harness.agent.subAccountId,
      askedAt: at,
      askedSeq: 1_000 + made,
    };
    await harness.app.database.db
      .insert(ratings)
      .values({ ...place, ...rating, score: 5, comment, ratedAt: at });
  }
  const translate = (token = harness.owner.token) =>
    harness.call(ratingsApi.translateRatingComment, { params: { ratingId } }, token);
  /** Returns the characters that the translations of the comment have cost. */
  async function charges(): Promise<number> {
    const entries = await harness.app.database.db
      .select({ amount: characterEntries.amount })
      .from(characterEntries)
      .where(and(eq(characterEntries.kind, 'usage'), eq(characterEntries.messageId, ratingId)));
    return entries.reduce((sum, { amount }) => sum + amount, 0);
  }

  it('costs characters once for two requests, is stored, and is recorded', async () => {
    await rated(text);
    const [first, second] = await Promise.all([translate(), translate()]);
    expect(first).toEqual({ translation: expect.stringMatching(/red car|thank/i), language: 'en' });
    expect(second).toEqual(first);
    const { list } = await harness.call(ratingsApi.ratingPage, { query: {} }, harness.owner.token);
    const translated = { translation: first.translation, translationLanguage: 'en' };
    expect(list.find(({ id }) => id === ratingId)).toMatchObject({ comment: text, ...translated });
    expect(await charges()).toBe([...text].length);
    expect(await translate()).toEqual(first);
    expect(await charges()).toBe([...text].length);
    const { action, objectId } = auditEntries;
    const recorded = await harness.app.database.db
      .select({ details: auditEntries.details })
      .from(auditEntries)
      .where(and(eq(action, 'chat-history.translated'), eq(objectId, conversationId)));
    expect(recorded).toContainEqual({ details: { count: 1 } });
  });

  it('costs nothing if the comment is in that language already', async () => {
    await rated('The red car is very good, thank you');
    expect(await translate()).toEqual({ translation: null, language: 'en' });
    expect(await charges()).toBe(0);
  });

  it('finds no rating of another workspace, and none without a comment', async () => {
    await rated(text);
    const stranger = await harness.registerOwner({ characters: 0 });
    await expect(translate(stranger.token)).rejects.toMatchObject({ error: 'rating.not-found' });
    await rated(null);
    await expect(translate()).rejects.toMatchObject({ error: 'rating.not-found' });
    expect(await charges()).toBe(0);
  });
});
