/** Departures from groups, from the agent's request to the platform's outcome. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transaction } from '../../../../base/db/database.ts';
import { systemOrigin } from '../../../../base/http/origin.ts';
import { newId } from '../../../../base/ids.ts';
import { auditEntries } from '../../../../schema/audit.ts';
import { groupDepartures } from '../../../../schema/conversations/departures.ts';
import { handOvers } from '../../../../schema/hand-overs.ts';
import type { ReceivingAccount } from '../../inbound/inbound-message.ts';
import { giveConversation } from '../../store.ts';
import { type ConversationsHarness, startConversationsHarness } from '../../testing/conversations-harness.ts';
import type { ConversationsWorld } from '../../testing/conversations-world.ts';
import { triageConversation } from '../../triage/service.ts';
import type { ReceivedGroupReport } from '../service.ts';
import { type DepartureOutcome, leaveGroup } from './service.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
/** An account whose platform has groups. */
let account: ReceivingAccount;
let chatId: string;
let conversationId: string;
beforeAll(async () => {
  harness = await startConversationsHarness();
  world = await harness.openWorkspace();
  account = await world.addAccount(world.agent, 'telegram');
});
afterAll(() => harness.close());
beforeEach(async () => {
  chatId = `group ${randomUUID()}`;
  await world.receive(world.inbound(chatId, 'hola', { account, chatKind: 'group', chatTitle: 'Taller' }));
  conversationId = await world.idOf(chatId, account);
});

type Own = NonNullable<ReceivedGroupReport['own']>;
const report = (own: Partial<Own>) =>
  harness.conversations.group({ account, chatId, own: { exit: null, ...own } });
const read = () => world.conversation(conversationId);
function leave(caller: { workspaceId: typeof world.workspaceId; subAccountId: string | null } = world.agent) {
  const kind = caller.subAccountId === null ? ('owner' as const) : ('sub-account' as const);
  const origin = { ...systemOrigin, actor: { kind, id: newId(), workspaceId: caller.workspaceId } };
  return transaction(harness.database, (tx) => leaveGroup(tx, harness.deps, caller, conversationId, origin));
}
const waiting = async () =>
  (await harness.conversations.departures.next(world.workspaceId, account.id, 50)).filter(
    (departure) => departure.conversationId === conversationId,
  );
async function done(outcome: DepartureOutcome) {
  const [departure] = await waiting();
  if (departure) await harness.conversations.departures.done(world.workspaceId, departure, outcome);
  return departure;
}
/** Returns the kinds of actors that the audit log names for departures from the group. */
async function recorded() {
  const entries = await harness.database.db
    .select({ actor: auditEntries.actorKind })
    .from(auditEntries)
    .where(
      and(eq(auditEntries.action, 'conversation.group-left'), eq(auditEntries.objectId, conversationId)),
    );
  return entries.map(({ actor }) => actor);
}
const soon = () => Date.now() + 60_000;

it('waits for the platform, closes the conversation once it is left, and names who requested it', async () => {
  await leave();
  expect((await read()).group).toMatchObject({ exit: null, leaving: { state: 'waiting' } });
  await leave();
  expect(await harness.conversations.outbox.due([account.id])).toEqual([account.id]);
  expect(await done({ ok: true })).toMatchObject({ conversationId, chatId, attempts: 0 });
  expect(await waiting()).toEqual([]);
  expect(await read()).toMatchObject({
    group: { exit: 'left', reason: null, leaving: null },
    closedAt: expect.any(Number),
  });
  // The account is out already, so there is nothing to leave.
  await leave();
  expect(await waiting()).toEqual([]);
  expect(await recorded()).toEqual(['sub-account']);
});

it('accepts the platform’s report or its answer, whichever arrives first', async () => {
  await leave();
  const [departure] = await waiting();
  await report({ exit: 'left' });
  await report({});
  if (departure) await harness.conversations.departures.done(world.workspaceId, departure, { ok: true });
  expect(await read()).toMatchObject({ group: { exit: null, leaving: null }, closedAt: null });
  expect(await waiting()).toEqual([]);
});

it.each<[string, DepartureOutcome]>([
  ['did it', { ok: true }],
  ['refuses', { ok: false, reason: 'no', retryAt: null, counts: true }],
  ['is busy', { ok: false, reason: 'busy', retryAt: soon(), counts: true }],
])(
  'takes no late answer to an earlier departure, of a platform that %s, for the present one',
  async (_, late) => {
    await leave();
    const [earlier] = await waiting();
    await report({ exit: 'left' });
    await report({});
    await leave();
    if (earlier) await harness.conversations.departures.done(world.workspaceId, earlier, late);
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
  await done({ ok: false, reason: 'busy', retryAt: soon(), counts: true });
  expect(await waiting()).toEqual([]);
  await harness.database.db
    .update(groupDepartures)
    .set({ nextAttemptAt: new Date() })
    .where(eq(groupDepartures.conversationId, conversationId));
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
  await transaction(harness.database, (tx) =>
    triageConversation(tx, harness.deps, world.agent, conversationId, { pinned: true }),
  );
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
  const say = () => world.says(conversationId, 'hello', { mode: 'original' });
  await expect(say()).rejects.toMatchObject({ error: 'group.left' });
  await report({});
  expect(await say()).toMatchObject({ original: 'hello' });
});

it('lets the owner leave, but neither other workspaces nor a sub-account with a hand-over', async () => {
  const stranger = (await harness.openWorkspace()).agent;
  const missing = { error: 'conversation.not-found' };
  await expect(leave(stranger)).rejects.toMatchObject(missing);
  const { workspaceId, agent } = world;
  const guest = await world.addAgent();
  const handOverId = newId();
  await harness.database.db.insert(handOvers).values({
    workspaceId,
    id: handOverId,
    conversationId,
    fromSubAccountId: agent.subAccountId,
    fromName: '',
    toSubAccountId: guest.subAccountId,
    toName: '',
    note: '',
    createdAt: new Date(),
  });
  const given = { subAccountId: guest.subAccountId, handOverId, at: new Date() };
  await transaction(harness.database, (tx) =>
    giveConversation(tx, { workspaceId, id: conversationId }, given),
  );
  await expect(leave(guest)).rejects.toMatchObject({ error: 'group.guest' });
  await expect(leave()).rejects.toMatchObject(missing);
  expect(await waiting()).toEqual([]);
  await leave({ workspaceId, subAccountId: null });
  expect(await waiting()).toMatchObject([{ chatId }]);
  expect(await recorded()).toEqual(['owner']);
});
