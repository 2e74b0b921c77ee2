/** Departures from groups, from the agent's request to the platform's outcome. */
import { randomUUID } from 'node:crypto';
import * as auditApi from '@parley/contract/audit';
import * as conversationsApi from '@parley/contract/conversations';
import * as handOversApi from '@parley/contract/hand-overs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InboundHarness, startInboundHarness } from '../../../../testing/inbound-harness.ts';
import { refusalOf } from './service.ts';

let harness: InboundHarness;
let account: Parameters<InboundHarness['tell']>[0]['account'];
let chatId: string;
let conversationId: string;
beforeAll(async () => {
  harness = await startInboundHarness();
  // An account whose platform has groups and that no process connects, so that pending departures stay pending.
  const { workspaceId, subAccountId } = harness.inbound('x', 'x').account;
  account = { workspaceId, subAccountId, id: randomUUID(), platform: 'telegram' };
  await harness.database.db.execute(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials, enabled)
    values (${workspaceId}, ${account.id}, 'telegram', 'Bot', 'x', 'x', ${subAccountId}, '', false)`);
});
afterAll(() => harness.close());
beforeEach(async () => {
  chatId = `group ${randomUUID()}`;
  await harness.tell(harness.inbound(chatId, 'hola', { account, chatKind: 'group', chatTitle: 'Taller' }));
  await harness.quiet(chatId);
  const { rows } = await harness.database.db.execute<{ id: string }>(
    sql`select id from conversations where chat_id = ${chatId}`,
  );
  conversationId = rows[0]?.id ?? '';
});

const services = () => harness.app.services.conversations;
const report = (own: object) => services().group({ account, chatId, own: { exit: null, ...own } });
const read = (token = harness.agent.token) =>
  harness.call(conversationsApi.deskConversation, { params: { conversationId } }, token);
const leave = (token = harness.agent.token) =>
  harness.send(conversationsApi.leaveGroup, { params: { conversationId } }, token);
const errorOf = async (answer: ReturnType<typeof leave>) => (await answer).body.data;
const waiting = async () =>
  (await services().departures.next(account.workspaceId, account.id, 10)).filter(
    (departure) => departure.conversationId === conversationId,
  );
const done = async (outcome: Parameters<ReturnType<typeof services>['departures']['done']>[2]) => {
  const [departure] = await waiting();
  if (departure) await services().departures.done(account.workspaceId, departure, outcome);
  return departure;
};
const entries = async () => {
  const query = { action: 'conversation.group-left' } as const;
  const { list } = await harness.call(auditApi.auditLogPage, { query }, harness.owner.token);
  return list.filter(({ objectId }) => objectId === conversationId);
};

it('waits for the platform, closes the conversation once it is left, and names who requested it', async () => {
  const asked = await leave();
  expect(asked.body.data).toMatchObject({ group: { exit: null, leaving: { state: 'waiting' } } });
  await leave();
  expect(await services().outbox.due([account.id])).toEqual([account.id]);
  expect(await done({ ok: true })).toMatchObject({ conversationId, chatId, attempts: 0 });
  expect(await waiting()).toEqual([]);
  expect(await read()).toMatchObject({
    group: { exit: 'left', reason: null, leaving: null },
    closedAt: expect.any(Number),
  });
  expect(await entries()).toMatchObject([{ actorKind: 'sub-account' }]);
  // The account is out already, so there is nothing to leave.
  await leave();
  expect([await waiting(), await entries()]).toMatchObject([[], [{}]]);
});

it('accepts the platform’s report or its answer, whichever arrives first', async () => {
  await leave();
  const [departure] = await waiting();
  await report({ exit: 'left' });
  await report({});
  if (departure) await services().departures.done(account.workspaceId, departure, { ok: true });
  expect(await read()).toMatchObject({ group: { exit: null, leaving: null }, closedAt: null });
  expect(await waiting()).toEqual([]);
});

it.each<[string, Parameters<ReturnType<typeof services>['departures']['done']>[2]]>([
  ['did it', { ok: true }],
  ['refuses', { ok: false, reason: 'no', retryAt: null, counts: true }],
  ['is busy', { ok: false, reason: 'busy', retryAt: Date.now() + 60_000, counts: true }],
])(
  'takes no late answer to an earlier departure, of a platform that %s, for the present one',
  async (_, late) => {
    await leave();
    const [earlier] = await waiting();
    await report({ exit: 'left' });
    await report({});
    await leave();
    if (earlier) await services().departures.done(account.workspaceId, earlier, late);
    expect((await read()).group).toMatchObject({ exit: null, leaving: { state: 'waiting' } });
    expect(await waiting()).toMatchObject([{ attempts: 0 }]);
  },
);

it('keeps waiting through reports that leave it in the group', async () => {
  await leave();
  await report({ role: 'admin' });
  expect((await read()).group).toMatchObject({ role: 'admin', leaving: { state: 'waiting' } });
});

it('retries at the given time, shows a refusal, and leaves on a new request', async () => {
  await leave();
  await done({ ok: false, reason: 'busy', retryAt: Date.now() + 60_000, counts: true });
  expect(await waiting()).toEqual([]);
  await harness.database.db.execute(sql`
    update group_departures set next_attempt_at = now() where conversation_id = ${conversationId}`);
  expect(await waiting()).toMatchObject([{ attempts: 1 }]);
  await done({ ok: false, reason: 'platform-not-connected', retryAt: 0, counts: false });
  expect(await waiting()).toMatchObject([{ attempts: 1 }]);
  await done({ ok: false, reason: 'the owner can’t leave', retryAt: null, counts: true });
  const failed = { state: 'failed', reason: 'the owner can’t leave' };
  expect(await read()).toMatchObject({ group: { exit: null, leaving: failed }, closedAt: null });
  await leave();
  expect((await read()).group?.leaving).toEqual({ state: 'waiting', reason: null });
  expect(await waiting()).toMatchObject([{ attempts: 0 }]);
});

it('closes and unpins a group that others end, with the reason, and reopens it on return', async () => {
  const triage = { params: { conversationId }, body: { pinned: true } };
  await harness.call(conversationsApi.triageConversation, triage, harness.agent.token);
  await report({ exit: 'removed', reason: 'Ads' });
  expect(await read()).toMatchObject({
    group: { exit: 'removed', reason: 'Ads' },
    closedAt: expect.any(Number),
    pinnedAt: null,
  });
  await report({});
  expect(await read()).toMatchObject({ group: { exit: null, reason: null }, closedAt: null });
});

it('accepts no messages for a group that the account has left', async () => {
  await report({ exit: 'banned' });
  const body = { id: randomUUID(), text: 'hello', mode: 'original' as const };
  const request = { params: { conversationId }, body };
  const refused = await harness.send(conversationsApi.sendMessage, request, harness.agent.token);
  expect(refused.body.data).toMatchObject({ error: 'group.left' });
  await report({});
  expect(await harness.call(conversationsApi.sendMessage, request, harness.agent.token)).toMatchObject({
    id: body.id,
  });
});

it('lets the owner leave, but neither other workspaces nor a sub-account with a hand-over', async () => {
  const stranger = await harness.createSubAccount(await harness.registerOwner());
  expect(await errorOf(leave(stranger.token))).toMatchObject({ error: 'conversation.not-found' });
  const guest = await harness.createSubAccount(harness.owner);
  const params = { conversationId };
  const body = { subAccountId: guest.subAccountId, note: '' };
  await harness.call(handOversApi.handOverConversation, { params, body }, harness.agent.token);
  expect(await errorOf(leave(guest.token))).toMatchObject({ error: 'group.guest' });
  expect(await errorOf(leave())).toMatchObject({ error: 'conversation.not-found' });
  expect(await waiting()).toEqual([]);
  await harness.call(conversationsApi.leaveGroupForOwner, { params }, harness.owner.token);
  expect(await waiting()).toMatchObject([{ chatId }]);
  expect(await entries()).toMatchObject([{ actorKind: 'owner' }]);
});

describe('whether a group can be left', () => {
  const group = { kind: 'group', platform: 'telegram', handOverId: null } as const;
  it.each([
    ['a group', group, false, null],
    ['a private conversation', { ...group, kind: 'private' as const }, false, 'group.none'],
    ['a platform without a way out', { ...group, platform: 'webchat' as const }, false, 'group.no-leaving'],
    ['a conversation of another sub-account', { ...group, handOverId: 'x' }, false, 'group.guest'],
    ['the same, for the owner', { ...group, handOverId: 'x' }, true, null],
  ])('decides for %s', (_, conversation, isOwner, refusal) => {
    expect(refusalOf(conversation, (platform) => platform === 'telegram', isOwner)).toBe(refusal);
  });
});
