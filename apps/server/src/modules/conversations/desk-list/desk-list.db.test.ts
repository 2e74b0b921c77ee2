import * as conversationsApi from '@parley/contract/conversations';
import * as fanTagsApi from '@parley/contract/fan-tags';
import * as fansApi from '@parley/contract/fans';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { createLog } from '../../../base/log.ts';
import { type Chat, type ChatHarness, startChatHarness } from '../../../testing/chat-harness.ts';
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

const listWith = async (
  query: { tagIds: string; view?: conversationsApi.ConversationView },
  { token } = harness.agent,
) =>
  (await harness.call(conversationsApi.deskConversations, { query: { pageSize: 200, ...query } }, token))
    .list;
const idsOf = (list: conversationsApi.Conversation[]) => list.map(({ id }) => id);
const tagsOf = async ({ token } = harness.agent) =>
  (await harness.call(conversationsApi.deskFanTags, {}, token)).list;
const triage = (conversationId: string, body: { closed: boolean }) =>
  harness.call(
    conversationsApi.triageConversation,
    { params: { conversationId }, body },
    harness.agent.token,
  );

async function createTag(name: string) {
  const body = { name, colour: 'gold' } as const;
  return (await harness.call(fanTagsApi.createFanTag, { body }, harness.owner.token)).id;
}

async function fanOf({ conversationId }: Chat) {
  const { rows } = await database.db.execute<{ rowId: string; fanId: string }>(sql`
    select a.id as "rowId", c.fan_id as "fanId" from conversations c
    join account_fans a on a.own_fan_id = c.fan_id and a.social_account_id = c.social_account_id where c.id = ${conversationId}`);
  const [fan] = rows;
  if (fan === undefined) throw new Error('no fan');
  return fan;
}

async function tag(chat: Chat, add: string[], remove: string[] = []) {
  const { rowId } = await fanOf(chat);
  await harness.call(
    fanTagsApi.applyFanTags,
    { body: { rowIds: [rowId], add, remove } },
    harness.owner.token,
  );
}

it('lists the conversations of fans with any of the tags, in each view', async () => {
  const [a, b, c] = [await harness.meet('a'), await harness.meet('b'), await harness.meet('c')];
  const [vip, wholesale, unused] = [
    await createTag('VIP'),
    await createTag('wholesale'),
    await createTag('none'),
  ];
  await tag(a, [vip]);
  await tag(b, [wholesale, vip]);
  await tag(c, [wholesale]);
  const newestFirst = [c, b, a].map(({ conversationId }) => conversationId);
  expect(idsOf(await listWith({ tagIds: `${vip},${wholesale}` }))).toEqual(newestFirst);
  const [second, first] = await listWith({ tagIds: vip });
  expect([second?.id, first?.id]).toEqual([b.conversationId, a.conversationId]);
  expect(first?.fan?.tagIds).toEqual([vip]);
  expect(await listWith({ tagIds: unused })).toEqual([]);

  await triage(a.conversationId, { closed: true });
  expect(idsOf(await listWith({ tagIds: vip }))).toEqual([b.conversationId]);
  expect(idsOf(await listWith({ tagIds: vip, view: 'closed' }))).toEqual([a.conversationId]);
  expect(await tagsOf()).toEqual([
    { id: vip, name: 'VIP', colour: 'gold', open: 1 },
    { id: wholesale, name: 'wholesale', colour: 'gold', open: 2 },
  ]);

  const other = await harness.createSubAccount(harness.owner);
  expect(await tagsOf(other)).toEqual([]);
  expect(await listWith({ tagIds: vip }, other)).toEqual([]);
});

it('finds a merged fan by the tags of the person', async () => {
  const [kept, merged] = [await harness.meet('a'), await harness.meet('b')];
  const wanted = await createTag('wanted');
  const body = { keptFanId: (await fanOf(kept)).fanId, mergedFanId: (await fanOf(merged)).fanId };
  await tag(kept, [wanted]);
  await harness.call(fansApi.mergeFans, { body }, harness.owner.token);
  const both = [merged.conversationId, kept.conversationId];
  expect(idsOf(await listWith({ tagIds: wanted }))).toEqual(both);
  expect((await tagsOf()).find(({ id }) => id === wanted)).toMatchObject({ open: 2 });
});

it('finds the same if more fans have the tag than are looked up', async () => {
  const [a, b, merged] = [await harness.meet('a'), await harness.meet('b'), await harness.meet('c')];
  const common = await createTag('common');
  await tag(a, [common]);
  const body = { keptFanId: (await fanOf(a)).fanId, mergedFanId: (await fanOf(merged)).fanId };
  await harness.call(fansApi.mergeFans, { body }, harness.owner.token);
  // Fans without conversations.
  await database.db.execute(sql`
    insert into account_fans (workspace_id, id, fan_id, own_fan_id, social_account_id, sub_account_id, platform, counts_as,
      grown_at, last_active_at, tag_ids)
    select a.workspace_id, gen_random_uuid(), n.id, n.id, a.social_account_id, a.sub_account_id, a.platform, 'new', now(), now(),
      array[${common}::uuid]
    from account_fans a, (select gen_random_uuid() as id from generate_series(1, 600)) n
    where a.id = ${(await fanOf(b)).rowId}`);
  expect(idsOf(await listWith({ tagIds: common }))).toEqual([merged.conversationId, a.conversationId]);
});

it('notifies the desks of the fans’ sub-account that tags have changed', async () => {
  const chat = await harness.meet('a');
  const id = await createTag('live');
  const other = await harness.createSubAccount(harness.owner);
  const [desk, elsewhere] = await Promise.all(
    [harness.agent, other].map(({ token }) => connectSocket(harness.url, token)),
  );
  const told = (socket = desk) => socket?.heard.filter(([name]) => name === 'fanTags').length ?? 0;
  await tag(chat, [id]);
  await until('the event of a tagged fan', () => told() === 1);
  const [tagged] = await listWith({ tagIds: id });
  expect(tagged?.id).toBe(chat.conversationId);
  await harness.call(fanTagsApi.deleteFanTag, { body: { tagId: id } }, harness.owner.token);
  await until('the event of a deleted tag', () => told() === 2);
  expect(await listWith({ tagIds: id })).toEqual([]);
  expect(told(elsewhere)).toBe(0);
  desk?.socket.disconnect();
  elsewhere?.socket.disconnect();
});
