/** Groups, from received messages to what an agent reads of them. */
import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { rowsCompared } from '../../../base/db/testing/rows-compared.ts';
import { type InboundHarness, startInboundHarness } from '../../../testing/inbound-harness.ts';
import { storeMessageMembers } from './message-members.ts';
import { storeReported } from './store.ts';

let harness: InboundHarness;
let chatId: string;
let account: Parameters<InboundHarness['tell']>[0]['account'];
beforeAll(async () => {
  harness = await startInboundHarness();
  account = harness.inbound('x', 'x').account;
});
afterAll(() => harness.close());
beforeEach(() => {
  chatId = `group ${randomUUID()}`;
});

type Given = Partial<Parameters<InboundHarness['tell']>[0]>;
const from = (id: string, displayName: string | null) => ({ id, displayName, language: null });
const say = (who: string, text: string, given: Given = {}) =>
  harness.inbound(chatId, text, {
    chatKind: 'group',
    chatTitle: 'Taller',
    from: from(who, who.toUpperCase()),
    ...given,
  });
const group = async (view: 'open' | 'closed' = 'open') => {
  const { list } = await harness.call(
    conversationsApi.deskConversations,
    { query: { kind: 'group', pageSize: 100, view } },
    harness.agent.token,
  );
  const { rows } = await harness.database.db.execute<{ id: string }>(
    sql`select id from conversations where chat_id = ${chatId}`,
  );
  return list.find(({ id }) => id === rows[0]?.id);
};
const idOf = async () => (await group())?.id ?? '';
const members = async (query: Record<string, unknown> = {}, token = harness.agent.token) => {
  const params = { conversationId: await idOf() };
  return harness.call(conversationsApi.deskMembers, { params, query }, token);
};
const namesOf = async (query: Record<string, unknown> = {}) =>
  (await members(query)).list.map(({ name }) => name);
const messages = async () => {
  const params = { conversationId: await idOf() };
  return (await harness.call(conversationsApi.deskMessages, { params, query: {} }, harness.agent.token))
    .messages;
};
const report = (given: object) => harness.app.services.conversations.group({ account, chatId, ...given });
const member = (id: string, given: object = {}) => ({
  id,
  displayName: id.toUpperCase(),
  role: 'member' as const,
  present: true,
  ...given,
});
const count = async (table: string) => {
  const { rows } = await harness.database.db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)} where workspace_id = ${account.workspaceId}`,
  );
  return rows[0]?.n ?? 0;
};

it('names authors and mentioned members in a group, and counts no fan', async () => {
  const tables = ['fans', 'account_fans', 'fan_identities'];
  const before = await Promise.all(tables.map(count));
  const mentions = [
    { start: 0, length: 3, member: from('ben', 'Ben') },
    { start: 8, length: 2, member: null },
  ];
  await harness.tell(say('ana', 'Ben and me?', { mentions }), say('ben', 'sí'), say('ana', 'bueno'));
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
  expect(await Promise.all(tables.map(count))).toEqual(before);
  await harness.tell(harness.inbound(`private ${randomUUID()}`, 'Hola'));
  expect(await count('fans')).toBe((before[0] ?? 0) + 1);
});

it('stores a member once despite changed names, and each message with the name at its time', async () => {
  await harness.tell(say('ana', 'one'));
  await harness.tell(say('ana', 'two', { from: from('ana', 'Anita') }));
  expect((await messages()).map(({ sender }) => sender?.name)).toEqual(['ANA', 'Anita']);
  expect(await namesOf()).toEqual(['Anita']);
});

it('queries the members of a batch once, regardless of their number', async () => {
  const all = Array.from({ length: 2_000 }, (_, n) => say(`m${n % 200}`, `text ${n}`));
  await harness.tell(say('ana', 'hello'));
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
  await harness.tell(say('zoe', 'hello'));
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
  const rest = await members({ pageSize: 3, cursor: first.nextCursor });
  expect(rest).toMatchObject({ list: [{ name: 'ZOE', present: false }], nextCursor: null });
  expect(await namesOf({ search: '0%' })).toEqual(['Ana 100%']);
  expect(await namesOf({ search: 'b_n' })).toEqual([]);
});

it('forgets members who leave without messages, and keeps those who have written', async () => {
  await harness.tell(say('ana', 'hello'));
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
  await harness.tell(say('ana', 'hello'));
  const most = conversationsApi.mostKeptMembers;
  for (let at = 0; at < most + 500; at += 500)
    await report({ members: Array.from({ length: 500 }, (_, n) => member(`m${at + n}`)) });
  expect((await members({ pageSize: 1 })).present).toBeLessThanOrEqual(most);
  await harness.tell(say('late', 'hello', { reportsMembers: true }));
  expect(await namesOf({ search: 'LATE' })).toEqual(['LATE']);
});

it('shows a group’s name, and why the account is out of it, until it is in again', async () => {
  await report({ own: { exit: null, role: 'member' } });
  expect(await group()).toBeUndefined();
  await harness.tell(say('ana', 'hello'));
  await harness.quiet(chatId);
  expect((await group())?.title).toBe(chatId);
  const before = await group();
  await report({ title: 'Taller', own: { exit: 'removed', reason: 'Ads' } });
  const after = await group('closed');
  expect(after).toMatchObject({ title: 'Taller', group: { exit: 'removed', reason: 'Ads', role: 'member' } });
  expect(after?.lastSeq).toBe((before?.lastSeq ?? 0) + 1);
  await report({ title: 'Taller', own: { exit: 'removed', reason: 'Ads' } });
  expect((await group('closed'))?.lastSeq).toBe(after?.lastSeq);
  await report({ own: { exit: null } });
  expect((await group())?.group).toEqual({ exit: null, reason: null, role: 'member', leaving: null });
});

it('applies a platform’s report of the account to the topics of a group, and to no other group', async () => {
  const parent = chatId;
  const others = [`${parent}/7`, `${parent}7/1`];
  for (const other of others) {
    chatId = other;
    await harness.tell(say('ana', 'hello'));
  }
  const exitOf = async (name: string) => {
    chatId = name;
    return ((await group('closed')) ?? (await group()))?.group?.exit;
  };
  chatId = parent;
  await report({ own: { exit: 'left' }, topics: true });
  expect([await exitOf(others[0] ?? ''), await exitOf(others[1] ?? '')]).toEqual(['left', null]);
});

it('lets members change their own messages only', async () => {
  await harness.tell(say('ana', 'red', { platformMessageId: `red ${chatId}` }));
  const change = { account, chatId, target: `red ${chatId}`, at: harness.clock.now() };
  const { change: tell } = harness.app.services.conversations;
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
  await harness.tell(
    say('ana', 'hola, buenos días, necesito ayuda con mi pedido'),
    say('bob', 'good morning everybody, where is my parcel please?'),
  );
  await harness.quiet(chatId);
  await harness.tell(say('ana', 'gracias'), say('bob', 'perfect'));
  await harness.quiet(chatId);
  const { rows } = await harness.database.db.execute(sql`
    select m.original_language as language from messages m join conversations c on c.id = m.conversation_id
    where c.chat_id = ${chatId} order by m.seq`);
  expect(rows.map(({ language }) => language)).toEqual(['es', 'en', 'es', 'en']);
});

it('continues under another id', async () => {
  await harness.tell(say('ana', 'before'));
  const oldId = chatId;
  const id = await idOf();
  chatId = `moved ${oldId}`;
  await report({ members: [member('ben')] });
  const move = { oldId, newId: chatId };
  await harness.app.services.conversations.chatMoved(account, move);
  await harness.app.services.conversations.chatMoved(account, move);
  await harness.tell(say('ana', 'after'));
  expect(await idOf()).toBe(id);
  expect((await messages()).map(({ original }) => original)).toEqual(['before', 'after']);
});

it('shows members only to desks of the sub-account', async () => {
  await harness.tell(say('ana', 'hello'));
  const params = { conversationId: await idOf() };
  const others = [
    await harness.createSubAccount(harness.owner),
    await harness.createSubAccount(await harness.registerOwner()),
  ];
  for (const { token } of others)
    expect((await harness.send(conversationsApi.deskMembers, { params, query: {} }, token)).status).toBe(404);
});

it('finds the members that an agent mentions', async () => {
  await harness.tell(say('ana', 'hello'), say('ben', 'hello'));
  const body = { id: randomUUID(), text: 'Hola @ANA, y @nobody', mode: 'original' as const };
  const params = { conversationId: await idOf() };
  const sent = await harness.call(conversationsApi.sendMessage, { params, body }, harness.agent.token);
  const [ana] = (await members({ search: 'ANA' })).list;
  expect(sent.mentions).toEqual([{ start: 5, length: 4, memberId: ana?.id }]);
});

it.each(['İpek', 'ΝΙΚΟΣ', 'Şule', 'Иван'])('finds %s in an agent’s mention', async (displayName) => {
  await harness.tell(say('one', 'hello', { from: from('one', displayName) }));
  const body = { id: randomUUID(), text: `Hi @${displayName}!`, mode: 'original' as const };
  const params = { conversationId: await idOf() };
  const sent = await harness.call(conversationsApi.sendMessage, { params, body }, harness.agent.token);
  expect(sent.mentions).toMatchObject([{ start: 3, length: displayName.length + 1 }]);
});

it('doesn’t compare reported members pairwise', async () => {
  await harness.tell(say('ana', 'hola'));
  const id = await idOf();
  const { workspaceId } = account;
  await harness.database.db.execute(sql`
    insert into group_members (workspace_id, id, conversation_id, member_id, name, role, present, named)
    select ${workspaceId}, gen_random_uuid(), ${id}, 'kept ' || n, '', 'member', true, false from generate_series(1, 400) n`);
  const reported = Array.from({ length: 400 }, (_, n) => ({
    memberId: n < 100 ? `kept ${n + 1}` : `reported ${n}`,
    name: 'New',
    handle: null,
    role: 'member' as const,
    present: true,
  }));
  const compared = await transaction(harness.database, (tx) =>
    rowsCompared(tx, (explaining) => storeReported(explaining, { workspaceId, id }, reported, false)),
  );
  const { rows } = await harness.database.db.execute(sql`
    select count(*) as members, count(*) filter (where name = 'New') as reported from group_members
    where workspace_id = ${workspaceId} and conversation_id = ${id}`);
  expect(rows).toEqual([{ members: 701, reported: 400 }]);
  expect(compared).toBeLessThan(800);
});
