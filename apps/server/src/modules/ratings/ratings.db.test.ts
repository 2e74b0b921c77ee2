import { randomUUID } from 'node:crypto';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as ratingsApi from '@parley/contract/ratings';
import * as sensitiveWordsApi from '@parley/contract/sensitive-words';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import * as visitorApi from '@parley/contract/visitor';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trustWorkspaceId } from '../../base/ids.ts';
import { type Chat, type ChatHarness, startChatHarness, visitorId } from '../../testing/chat-harness.ts';
import type { TestAgent, TestVisitor } from '../../testing/test-people.ts';
import { connectSocket } from '../../testing/test-socket.ts';
import { eraseComments } from './jobs.ts';
import { askForRating } from './service.ts';

let harness: ChatHarness;
let site: string;
beforeAll(async () => {
  harness = await startChatHarness();
  site = await harness.addWebchat(harness.owner, harness.agent.subAccountId, { askForRating: 'true' });
});
afterAll(() => harness.close());

const rule: sensitiveWordsApi.SensitiveWordRuleForm = {
  title: 'Links',
  words: [],
  links: true,
  walletAddresses: false,
  phoneNumbers: false,
  exceptions: [],
  sender: 'both',
  action: 'log',
  range: 'all',
  subAccountIds: [],
  enabled: true,
};

const run = (statement: ReturnType<typeof sql>) => harness.app.database.db.execute(statement);

async function meet(at = site, agent = harness.agent): Promise<Chat> {
  const visitor = await harness.startVisitor(at);
  await harness.visitorSays(visitor, 'Hola');
  const query = { pageSize: 200, socialAccountId: at };
  const { id: conversationId } = await until('the conversation', async () => {
    const { list } = await harness.call(conversationsApi.deskConversations, { query }, agent.token);
    return list.find(({ title }) => title === visitorId(visitor));
  });
  return { visitor, conversationId };
}
const says = ({ conversationId }: Chat, authorName: string | null = 'Ana', agent = harness.agent) => {
  const named = authorName === null ? {} : { authorName };
  const body = { id: randomUUID(), text: 'Yes', mode: 'original', ...named } as const;
  return harness.call(conversationsApi.sendMessage, { params: { conversationId }, body }, agent.token);
};
const triage = ({ conversationId }: Chat, body: { closed: boolean; authorName?: string }, agent: TestAgent) =>
  harness.call(conversationsApi.triageConversation, { params: { conversationId }, body }, agent.token);
const close = (chat: Chat, agent = harness.agent) => triage(chat, { closed: true, authorName: 'Ben' }, agent);
const shown = async ({ visitor }: Pick<Chat, 'visitor'>) => (await harness.visitorSees(visitor)).rating;
const asked = (chat: Chat) => until('the request', () => shown(chat));
/** Resolves once the jobs of all closings are done. */
const settled = () =>
  until('the closings', async () => {
    const { rows } = await run(
      sql`select 1 from graphile_worker.jobs where task_identifier = 'conversations.closed'`,
    );
    return rows.length === 0;
  });
const rate = ({ visitor }: { visitor: TestVisitor }, ratingId: string, score: number, comment?: string) =>
  harness.call(
    visitorApi.visitorRate,
    { params: { ratingId }, body: { score, ...(comment === undefined ? {} : { comment }) } },
    visitor.token,
  );
const dismiss = ({ visitor }: Chat, ratingId: string) =>
  harness.call(visitorApi.visitorDismissRating, { params: { ratingId } }, visitor.token);
const ofDesk = async ({ conversationId }: Chat, agent = harness.agent) =>
  (await harness.call(ratingsApi.deskRatings, { params: { conversationId } }, agent.token)).list;
const page = async (query: Record<string, unknown> = {}, token = harness.owner.token) =>
  (await harness.call(ratingsApi.ratingPage, { query }, token)).list;
const figures = (query: Record<string, unknown> = {}, token = harness.owner.token) =>
  harness.call(ratingsApi.getRatingFigures, { query }, token);
/** Moves the rating of a conversation into the past by this many days. */
const age = ({ conversationId }: Chat, days: number) =>
  run(sql`update ratings set asked_at = asked_at - ${days} * interval '1 day', rated_at = rated_at - ${days} * interval '1 day'
    where conversation_id = ${conversationId}`);
async function rated(score: number, comment?: string): Promise<Chat & { ratingId: string }> {
  const chat = await meet();
  await says(chat);
  await close(chat);
  const { id: ratingId } = await asked(chat);
  await rate(chat, ratingId, score, comment);
  return { ...chat, ratingId };
}
const over = { error: 'rating.over' };

describe('a request', () => {
  it('follows an agent’s closing, once a day, and ends when the visitor writes', async () => {
    const chat = await meet();
    await says(chat);
    expect(await shown(chat)).toBeNull();
    await close(chat);
    const first = await asked(chat);
    expect(first).toMatchObject({ score: null, comment: null, takesComment: true });
    await harness.visitorSays(chat.visitor, 'One more thing');
    expect(await shown(chat)).toBeNull();
    await says(chat);
    await close(chat);
    await settled();
    expect(await shown(chat)).toBeNull();
    await age(chat, 1);
    await triage(chat, { closed: false }, harness.agent);
    await close(chat);
    const second = await asked(chat);
    expect(second.id).not.toBe(first.id);
    await expect(rate(chat, first.id, 5)).rejects.toMatchObject(over);
    await age(chat, 7);
    expect(await shown(chat)).toBeNull();
    await expect(rate(chat, second.id, 5)).rejects.toMatchObject(over);
  });

  it('skips visitors whom no person has answered, sites without ratings, and a closing that has a request', async () => {
    const alone = await meet();
    await close(alone);
    const elsewhere = await meet(harness.site);
    await says(elsewhere);
    await close(elsewhere);
    const chat = await meet();
    await says(chat, null);
    await close(chat);
    await asked(chat);
    await settled();
    for (const silent of [alone, elsewhere]) expect(await shown(silent)).toBeNull();
    const { rows } = await run(sql`
      select r.asked_seq as seq, (extract(epoch from r.asked_at) * 1000)::float8 as "closedAt", r.closed_by, r.agent_name
      from ratings r where conversation_id = ${chat.conversationId}`);
    expect(rows).toMatchObject([{ closed_by: 'Ben', agent_name: null }]);
    const { seq, closedAt } = rows[0] as { seq: number; closedAt: number }; // just selected
    const closing = {
      workspaceId: trustWorkspaceId(harness.owner.workspaceId),
      conversationId: chat.conversationId,
      closedBy: null,
      closedAt,
      seq,
    };
    await run(sql`update ratings set asked_at = asked_at - interval '2 days' where asked_seq = ${seq}
      and conversation_id = ${chat.conversationId}`);
    expect(await askForRating({ database: harness.app.database }, closing)).toBeNull();
  });

  it('reaches an open page by its stream, is dismissed in all tabs, and is hidden while the agent continues', async () => {
    const chat = await meet();
    await says(chat);
    const before = await harness.visitorSees(chat.visitor);
    await close(chat);
    const { id } = await asked(chat);
    expect((await harness.visitorSees(chat.visitor)).lastSeq).toBeGreaterThan(before.lastSeq + 1);
    await triage(chat, { closed: false }, harness.agent);
    expect(await shown(chat)).toBeNull();
    await triage(chat, { closed: true }, harness.agent);
    expect(await shown(chat)).toMatchObject({ id });
    await dismiss(chat, id);
    await dismiss(chat, id);
    expect(await shown(chat)).toBeNull();
    expect(await ofDesk(chat)).toEqual([]);
  });
});

describe('a rating', () => {
  it('reaches the desk at once, and can be changed until the visitor writes', async () => {
    const chat = await meet();
    await says(chat);
    await close(chat);
    const { id } = await asked(chat);
    const { socket, heard } = await connectSocket(harness.url, harness.agent.token);
    const event = (changed: boolean) =>
      until('the event', () =>
        heard.find(([name, it]) => name === 'rated' && JSON.stringify(it).includes(`"changed":${changed}`)),
      );
    expect(await rate(chat, id, 2, '  Slow\0 ')).toMatchObject({ id, score: 2, comment: 'Slow\uFFFD' });
    expect((await event(false))[1]).toEqual({
      conversationId: chat.conversationId,
      score: 2,
      changed: false,
    });
    expect(await rate(chat, id, 2, 'Slow\0')).toMatchObject({ score: 2 });
    expect(await rate(chat, id, 5)).toMatchObject({ score: 5, comment: null });
    await event(true);
    socket.disconnect();
    expect(await ofDesk(chat)).toMatchObject([
      { score: 5, comment: null, language: 'es', closedBy: 'Ben', agentName: 'Ana' },
    ]);
    expect(await shown(chat)).toMatchObject({ score: 5 });
    await harness.visitorSays(chat.visitor, 'Gracias');
    expect(await shown(chat)).toBeNull();
    await expect(rate(chat, id, 1)).rejects.toMatchObject(over);
    expect(await rate(chat, id, 5)).toMatchObject({ score: 5 });
  });

  it('counts even if a message written after it arrives first', async () => {
    const chat = await meet();
    await says(chat);
    await close(chat);
    const { id } = await asked(chat);
    await harness.visitorSays(chat.visitor, 'Gracias');
    expect(await rate(chat, id, 4)).toMatchObject({ score: 4 });
  });

  it('belongs to its visitor and its agents only, and respects its limits', async () => {
    const { conversationId, ratingId } = await rated(3);
    const other = await meet();
    await expect(rate(other, ratingId, 1)).rejects.toMatchObject({ error: 'rating.not-found' });
    await expect(dismiss(other, ratingId)).rejects.toMatchObject({ error: 'rating.not-found' });
    const owner = await harness.registerOwner();
    const stranger = await harness.createSubAccount(owner);
    await expect(ofDesk({ ...other, conversationId }, stranger)).rejects.toMatchObject({
      error: 'conversation.not-found',
    });
    expect(await page({}, owner.token)).toEqual([]);
    expect(await figures({ subAccountId: harness.agent.subAccountId }, owner.token)).toMatchObject({
      asked: 0,
    });
    for (const wrong of [0, 6, 2.5])
      await expect(rate(other, ratingId, wrong)).rejects.toMatchObject({ error: 'request.invalid' });
    await expect(rate(other, ratingId, 5, '🙂'.repeat(1_001))).rejects.toMatchObject({
      error: 'request.invalid',
    });
  });
});

describe('the owner', () => {
  it('reads ratings and their figures with every filter, and exports them', async () => {
    const agent = await harness.createSubAccount(harness.owner);
    const own = await harness.addWebchat(harness.owner, agent.subAccountId, { askForRating: 'true' });
    const chats: Chat[] = [];
    for (const given of [[5, 'Great'], [5], [2, 'Slow'], null] as const) {
      const chat = await meet(own, agent);
      await says(chat, 'Ana', agent);
      await close(chat, agent);
      const { id } = await asked(chat);
      if (given !== null) await rate(chat, id, given[0], given[1]);
      chats.push(chat);
    }
    const [first, second, third] = chats.map(({ conversationId }) => conversationId);
    const by = { subAccountId: agent.subAccountId };
    const ids = async (query: object) => (await page({ ...by, ...query })).map((it) => it.conversationId);
    expect(await figures(by)).toEqual({ asked: 4, rated: 3, average: 4, scores: [0, 1, 0, 0, 2] });
    expect(await ids({})).toEqual([third, second, first]);
    expect(await ids({ score: 5 })).toEqual([second, first]);
    expect(await ids({ comment: 'with' })).toEqual([third, first]);
    expect(await ids({ socialAccountId: harness.site })).toEqual([]);
    expect(await figures({ ...by, comment: 'with', score: 2 })).toEqual({
      asked: null,
      rated: 1,
      average: 2,
      scores: [0, 1, 0, 0, 0],
    });
    expect(await figures({ socialAccountId: harness.site })).toMatchObject({ rated: 0, average: null });
    const days = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    await run(
      sql`update ratings set asked_at = asked_at - interval '9 days' where conversation_id = ${first}`,
    );
    expect(await ids({ to: days(7) })).toEqual([first]);
    expect(await ids({ from: days(7) })).toEqual([third, second]);
    expect(await figures({ ...by, to: days(7) })).toMatchObject({ asked: 1, rated: 1, average: 5 });
    expect(await figures({ ...by, from: days(7) })).toMatchObject({ asked: 3, scores: [0, 1, 0, 0, 1] });
    const pageOf = (query: object) =>
      harness.call(ratingsApi.ratingPage, { query: { ...by, pageSize: 2, ...query } }, harness.owner.token);
    const { list, nextCursor } = await pageOf({});
    expect(list).toMatchObject([{ score: 2, comment: 'Slow', agentName: 'Ana', closedBy: 'Ben' }, {}]);
    const next = await pageOf({ cursor: nextCursor ?? '' });
    expect(next).toMatchObject({ list: [{ conversationId: first }], nextCursor: null });
    const query = { ...by, score: 2 };
    const file = await harness.send(ratingsApi.exportRatings, { query }, harness.owner.token);
    expect(file.status).toBe(200);
    const { rows } = await run(
      sql`select distinct action from audit_entries where object_id::text = 'ratings' order by 1`,
    );
    expect(rows).toEqual([{ action: 'chat-history.read' }, { action: 'records.exported' }]);
  });
});

describe('a comment with sensitive words', () => {
  const ofComments = async () => {
    const query = { foundIn: 'comment' } as const;
    return (await harness.call(sensitiveWordsApi.sensitiveWordRecordPage, { query }, harness.owner.token))
      .list;
  };

  it('leaves one record per text, alerts, and is erased together with its records', async () => {
    const body = { ...rule, action: 'block' as const };
    const { id: ruleId } = await harness.call(
      sensitiveWordsApi.createSensitiveWordRule,
      { body },
      harness.owner.token,
    );
    const { socket, heard } = await connectSocket(harness.url, harness.owner.token);
    const chat = await rated(2, 'Write to t.me/other');
    // A blocking rule lets customers' texts pass.
    expect(await ofDesk(chat)).toMatchObject([{ comment: 'Write to t.me/other' }]);
    await until('the alert', () => heard.some(([name]) => name === 'sensitiveWords'));
    const first = {
      ruleId,
      action: 'alert',
      direction: 'in',
      foundIn: 'comment',
      finds: [{ kind: 'link', text: 't.me/other' }],
      excerpt: 'Write to t.me/other',
      conversationId: chat.conversationId,
      subAccountId: harness.agent.subAccountId,
      messageId: null,
      seq: null,
    };
    expect(await ofComments()).toMatchObject([first]);
    await rate(chat, chat.ratingId, 3, 'Write to t.me/other');
    expect(await ofComments()).toHaveLength(1);
    await rate(chat, chat.ratingId, 3, 'Or to t.me/more');
    expect(await ofComments()).toMatchObject([{ excerpt: 'Or to t.me/more' }, first]);
    await age(chat, 31);
    const forever = { days: null, replaces: 30 };
    for (const days of [{ days: 30, replaces: null }, forever]) {
      await harness.call(conversationsApi.setChatRetention, { body: days }, harness.owner.token);
      while (await eraseComments(harness.app.database, Date.now()));
    }
    expect(await ofComments()).toEqual([]);
    socket.disconnect();
    await harness.call(
      sensitiveWordsApi.deleteSensitiveWordRules,
      { body: { ids: [ruleId] } },
      harness.owner.token,
    );
  });
});

describe('the retention of ratings', () => {
  it('stores no comment where the sub-account keeps no chat history', async () => {
    const agent = await harness.createSubAccount(harness.owner);
    await run(sql`update sub_accounts set save_chat_history = false where id = ${agent.subAccountId}`);
    const own = await harness.addWebchat(harness.owner, agent.subAccountId, { askForRating: 'true' });
    const chat = await meet(own, agent);
    await says(chat, 'Ana', agent);
    await close(chat, agent);
    const { id, takesComment } = await asked(chat);
    expect(takesComment).toBe(false);
    expect(await rate(chat, id, 4, 'secreto')).toMatchObject({ score: 4, comment: null });
    expect(await ofDesk(chat, agent)).toMatchObject([{ score: 4, comment: null }]);
  });

  it('erases comments at the age at which the workspace erases texts, and updates the sums', async () => {
    const { conversationId, ...chat } = await rated(1, 'Old');
    const recent = await rated(1, 'New');
    await age({ ...chat, conversationId }, 31);
    const body = { days: 30, replaces: null };
    await harness.call(conversationsApi.setChatRetention, { body }, harness.owner.token);
    const before = await figures({ score: 1, comment: 'with' });
    expect(await eraseComments(harness.app.database, Date.now())).toBe(true);
    expect(await eraseComments(harness.app.database, Date.now())).toBe(false);
    await harness.call(
      conversationsApi.setChatRetention,
      { body: { days: null, replaces: 30 } },
      harness.owner.token,
    );
    expect(await ofDesk({ ...chat, conversationId })).toMatchObject([{ score: 1, comment: null }]);
    expect(await ofDesk(recent)).toMatchObject([{ comment: 'New' }]);
    expect((await figures({ score: 1, comment: 'with' })).rated).toBe(before.rated - 1);
  });

  it('deletes ratings with their social account and sub-account, sums included', async () => {
    const agent = await harness.createSubAccount(harness.owner);
    const sites: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const own = await harness.addWebchat(harness.owner, agent.subAccountId, { askForRating: 'true' });
      const chat = await meet(own, agent);
      await says(chat, 'Ana', agent);
      await close(chat, agent);
      await rate(chat, (await asked(chat)).id, 5, 'Great');
      sites.push(own);
    }
    const left = async () => {
      const { rows } = await run(sql`
        select (select count(*)::int from ratings where sub_account_id = ${agent.subAccountId}) as ratings,
          (select count(*)::int from rating_days where sub_account_id = ${agent.subAccountId}) as days`);
      return rows[0];
    };
    expect(await left()).toEqual({ ratings: 2, days: 2 });
    const [id = ''] = sites;
    await harness.call(channelsApi.deleteSocialAccount, { body: { id } }, harness.owner.token);
    await until('one to be gone', async () => (await left())?.days === 1);
    expect(await left()).toEqual({ ratings: 1, days: 1 });
    const body = { ids: [agent.subAccountId] };
    await harness.call(subAccountsApi.deleteSubAccounts, { body }, harness.owner.token);
    await until('all to be gone', async () => (await left())?.days === 0);
    expect(await left()).toEqual({ ratings: 0, days: 0 });
  });
});
