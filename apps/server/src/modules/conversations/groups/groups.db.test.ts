/** Groups, from received messages to what an agent reads of them. */
import { randomUUID } from 'node:crypto';
import { maxKeptMembers } from '@parley/contract/conversations';
import { eq, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { countComparedRows } from '../../../base/db/testing/count-compared-rows.ts';
import { groupMembers } from '../../../schema/conversations/members.ts';
import { accountFans, fanIdentities, fans } from '../../../schema/fans.ts';
import type { Inbound } from '../inbound/inbound-message.ts';
import { readConversation } from '../reading/queries.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import type { ConversationsWorld } from '../testing/conversations-world.ts';
import { storeMessageMembers } from './message-members.ts';
import { readMembers } from './queries.ts';
import type { ReceivedGroupReport } from './service.ts';
import { storeReported } from './store.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
let chatId: string;
beforeAll(async () => {
  harness = await startConversationsHarness();
});
beforeEach(async () => {
  world = await harness.openWorkspace();
  chatId = `group ${randomUUID()}`;
});
afterAll(() => harness.close());

const from = (id: string, displayName: string | null) => ({ id, displayName, language: null });
const say = (who: string, text: string, given: Partial<Inbound> = {}) =>
  world.inbound(chatId, text, {
    chatKind: 'group',
    chatTitle: 'Taller',
    from: from(who, who.toUpperCase()),
    ...given,
  });
const idOf = () => world.idOf(chatId);
const group = async () => world.conversation(await idOf());
/** Returns the views of the list that show the group. */
async function viewsOf() {
  const id = await idOf();
  const views = ['open', 'closed'] as const;
  const lists = await Promise.all(views.map((view) => world.list({ view, kind: 'group' })));
  return views.filter((_, at) => lists[at]?.list.some(({ row }) => row.id === id));
}
async function members(query: { pageSize?: number; search?: string; cursor?: string } = {}) {
  const item = await readConversation(harness.database, world.workspaceId, await idOf());
  if (item === null) throw new Error('there is no such group');
  return readMembers(harness.database, item.row, { pageNo: 1, pageSize: 100, ...query });
}
const namesOf = async (query: Parameters<typeof members>[0] = {}) =>
  (await members(query)).list.map(({ name }) => name);
const messages = async () => world.messagesOf(await idOf());
const report = (given: Omit<ReceivedGroupReport, 'account' | 'chatId'>) =>
  harness.conversations.group({ account: world.site, chatId, ...given });
const member = (id: string, given: object = {}) => ({
  id,
  displayName: id.toUpperCase(),
  role: 'member' as const,
  present: true,
  ...given,
});

it('names authors and mentioned members in a group, and counts no fan', async () => {
  const { workspaceId } = world;
  const count = (table: PgTable) => harness.database.db.$count(table, sql`workspace_id = ${workspaceId}`);
  const tables = [fans, accountFans, fanIdentities];
  const mentions = [
    { start: 0, length: 3, member: from('ben', 'Ben') },
    { start: 8, length: 2, member: null },
  ];
  await world.receive(say('ana', 'Ben and me?', { mentions }), say('ben', 'sí'), say('ana', 'bueno'));
  await report({ members: [member('new')] });
  const [first, second, third] = await messages();
  expect(first?.sender).toEqual({ id: expect.any(String), name: 'ANA' });
  expect(third?.sender).toEqual(first?.sender);
  expect(first?.mentions).toEqual([
    { start: 0, length: 3, memberId: second?.sender?.id },
    { start: 8, length: 2, memberId: null },
  ]);
  expect(await group()).toMatchObject({
    kind: 'group',
    title: 'Taller',
    fan: null,
    lastMessage: { sender: { name: 'ANA' } },
  });
  expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0]);
  await world.receive(world.inbound(`private ${randomUUID()}`, 'Hola'));
  expect(await count(fans)).toBe(1);
});

it('stores a member once despite changed names, and each message with the name at its time', async () => {
  await world.receive(say('ana', 'one'));
  await world.receive(say('ana', 'two', { from: from('ana', 'Anita') }));
  expect((await messages()).map(({ sender }) => sender?.name)).toEqual(['ANA', 'Anita']);
  expect(await namesOf()).toEqual(['Anita']);
});

it('queries the members of a batch once, regardless of their number', async () => {
  const all = Array.from({ length: 2_000 }, (_, n) => say(`m${n % 200}`, `text ${n}`));
  await world.receive(say('ana', 'hello'));
  const id = await idOf();
  let statements = 0;
  const met = await transaction(harness.database, (tx) => {
    const execute = (...given: Parameters<typeof tx.db.execute>) => {
      statements += 1;
      return tx.db.execute(...given);
    };
    // The only database function that is called here.
    const counted = { ...tx, db: { execute } } as unknown as typeof tx;
    return storeMessageMembers(counted, all, () => id);
  });
  expect(statements).toBe(1);
  expect(new Set(met.map((one) => one?.memberId)).size).toBe(200);
});

it('lists members page by page, present ones first, and finds them', async () => {
  await world.receive(say('zoe', 'hello'));
  await report({
    members: [
      member('ben', { role: 'admin' }),
      member('ana', { displayName: 'Ana 100%' }),
      member('zoe', { present: false }),
      member('own', { role: 'owner' }),
    ],
  });
  expect(await namesOf()).toEqual(['OWN', 'BEN', 'Ana 100%', 'ZOE']);
  const first = await members({ pageSize: 3 });
  expect(first).toMatchObject({ present: 3, nextCursor: expect.any(String) });
  const rest = await members({ pageSize: 3, cursor: first.nextCursor ?? '' });
  expect(rest).toMatchObject({ list: [{ name: 'ZOE', present: false }], nextCursor: null });
  expect(await namesOf({ search: '0%' })).toEqual(['Ana 100%']);
  expect(await namesOf({ search: 'b_n' })).toEqual([]);
});

it('forgets members who leave without messages, and keeps those who have written', async () => {
  await world.receive(say('ana', 'hello'));
  await report({ members: [member('ana'), member('ben'), member('cleo')] });
  await report({ members: [member('ben', { present: false })] });
  expect(await namesOf()).toEqual(['ANA', 'CLEO']);
  await report({ members: [member('dora')], complete: true });
  const { list, present } = await members();
  expect(list.map(({ name, present: there }) => [name, there])).toEqual([
    ['DORA', true],
    ['ANA', false],
  ]);
  expect(present).toBe(1);
});

it('keeps no more members without messages than the limit', async () => {
  await world.receive(say('ana', 'hello'));
  for (let at = 0; at < maxKeptMembers + 500; at += 500)
    await report({ members: Array.from({ length: 500 }, (_, n) => member(`m${at + n}`)) });
  expect((await members({ pageSize: 1 })).present).toBeLessThanOrEqual(maxKeptMembers);
  await world.receive(say('late', 'hello', { reportsMembers: true }));
  expect(await namesOf({ search: 'LATE' })).toEqual(['LATE']);
});

it('shows a group’s name, and why the account is out of it, until it is in again', async () => {
  await report({ own: { exit: null, role: 'member' } });
  expect(await viewsOf()).toEqual([]);
  await world.receive(say('ana', 'hello'));
  const before = await group();
  expect(before.title).toBe(chatId);
  await report({ title: 'Taller', own: { exit: 'removed', reason: 'Ads' } });
  expect(await viewsOf()).toEqual(['closed']);
  const after = await group();
  expect(after).toMatchObject({ title: 'Taller', group: { exit: 'removed', reason: 'Ads', role: 'member' } });
  expect(after.lastSeq).toBe(before.lastSeq + 1);
  await report({ title: 'Taller', own: { exit: 'removed', reason: 'Ads' } });
  expect((await group()).lastSeq).toBe(after.lastSeq);
  await report({ own: { exit: null } });
  expect(await viewsOf()).toEqual(['open']);
  expect((await group()).group).toEqual({ exit: null, reason: null, role: 'member', leaving: null });
});

it('applies a platform’s report of the account to the topics of a group, and to no other group', async () => {
  const parent = chatId;
  const others = [`${parent}/7`, `${parent}7/1`];
  for (chatId of others) await world.receive(say('ana', 'hello'));
  chatId = parent;
  await report({ own: { exit: 'left' }, topics: true });
  const exits: unknown[] = [];
  for (chatId of others) exits.push((await group()).group?.exit);
  expect(exits).toEqual(['left', null]);
});

it('lets members change their own messages only', async () => {
  await world.receive(say('ana', 'red', { platformMessageId: 'red' }));
  const change = { account: world.site, chatId, target: 'red', at: harness.clock.now() };
  const { change: tell } = harness.conversations;
  expect(await tell({ ...change, by: 'ben', kind: 'edited', text: 'stolen' })).toBe(false);
  expect(await tell({ ...change, by: 'ben', kind: 'deleted' })).toBe(false);
  expect(await tell({ ...change, by: 'ben', kind: 'reacted', reactions: ['👍'] })).toBe(true);
  const mentions = [{ start: 0, length: 4, member: from('ana', 'Ana') }];
  expect(await tell({ ...change, by: 'ana', kind: 'edited', text: 'blue', mentions })).toBe(true);
  const [message] = await messages();
  expect(message).toMatchObject({
    original: 'blue',
    reactions: [{ emoji: '👍', count: 1 }],
    mentions: [{ start: 0, length: 4, memberId: message?.sender?.id }],
  });
  expect(await tell({ ...change, by: 'ana', kind: 'deleted' })).toBe(true);
  expect((await messages())[0]).toMatchObject({ erased: true, mentions: [] });
});

it('identifies the language of each member, and assumes the group’s for a new one', async () => {
  await world.receive(
    say('ana', 'hola, buenos días, necesito ayuda con mi pedido'),
    say('bob', 'good morning everybody, where is my parcel please?'),
  );
  await harness.runJobs();
  await world.receive(say('ana', 'gracias'), say('bob', 'perfect'));
  await harness.runJobs();
  const languages = (await messages()).map(({ originalLanguage }) => originalLanguage);
  expect(languages).toEqual(['es', 'en', 'es', 'en']);
});

it('continues under another id', async () => {
  await world.receive(say('ana', 'before'));
  const oldId = chatId;
  const id = await idOf();
  chatId = `moved ${oldId}`;
  await report({ members: [member('ben')] });
  const move = { oldId, newId: chatId };
  await harness.conversations.chatMoved(world.site, move);
  await harness.conversations.chatMoved(world.site, move);
  await world.receive(say('ana', 'after'));
  expect(await idOf()).toBe(id);
  expect((await messages()).map(({ original }) => original)).toEqual(['before', 'after']);
});

it('finds the members that an agent mentions', async () => {
  await world.receive(say('ana', 'hello'), say('ben', 'hello'));
  const sent = await world.says(await idOf(), 'Hola @ANA, y @nobody', { mode: 'original' });
  const [ana] = (await members({ search: 'ANA' })).list;
  expect(sent.mentions).toEqual([{ start: 5, length: 4, memberId: ana?.id }]);
});

it.each(['İpek', 'ΝΙΚΟΣ', 'Şule', 'Иван'])('finds %s in an agent’s mention', async (displayName) => {
  await world.receive(say('one', 'hello', { from: from('one', displayName) }));
  const sent = await world.says(await idOf(), `Hi @${displayName}!`, { mode: 'original' });
  expect(sent.mentions).toMatchObject([{ start: 3, length: displayName.length + 1 }]);
});

it('doesn’t compare reported members pairwise', async () => {
  await world.receive(say('ana', 'hola'));
  const id = await idOf();
  const { workspaceId } = world;
  const { db } = harness.database;
  await db.execute(sql`
    insert into ${groupMembers} (workspace_id, id, conversation_id, member_id, name, role, present, named)
    select ${workspaceId}, gen_random_uuid(), ${id}, 'kept ' || n, '', 'member', true, false from generate_series(1, 400) n`);
  const reported = Array.from({ length: 400 }, (_, n) => ({
    memberId: n < 100 ? `kept ${n + 1}` : `reported ${n}`,
    name: 'New',
    handle: null,
    role: 'member' as const,
    present: true,
  }));
  const compared = await transaction(harness.database, (tx) =>
    countComparedRows(tx, (explaining) => storeReported(explaining, { workspaceId, id }, reported, false)),
  );
  const stored = await db.select().from(groupMembers).where(eq(groupMembers.conversationId, id));
  expect(stored).toHaveLength(701);
  expect(stored.filter(({ name }) => name === 'New')).toHaveLength(400);
  expect(compared).toBeLessThan(800);
});
