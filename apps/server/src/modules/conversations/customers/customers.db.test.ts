import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { mergeFans } from '../../fans/index.ts';
import type { DeskCaller } from '../desk-list/present.ts';
import { findConversation, moveConversations } from '../store.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import type { ConversationsWorld } from '../testing/conversations-world.ts';
import { findCustomer, readCustomer } from './queries.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
beforeAll(async () => {
  harness = await startConversationsHarness();
});
beforeEach(async () => {
  world = await harness.openWorkspace();
});
afterAll(() => harness.close());

/** Returns what an agent sees of the customer; null if there is none. */
async function customerOf(conversationId: string, { workspaceId, subAccountId } = world.agent) {
  const { database } = harness;
  const customer = await findCustomer(database, workspaceId, subAccountId, conversationId);
  return customer && readCustomer(database, customer, conversationId);
}
const othersOf = async (conversationId: string, caller?: DeskCaller) =>
  (await customerOf(conversationId, caller))?.conversations.map(({ id }) => id);

/** Creates a conversation of a person on a new social account of an agent. */
async function write(chatId: string, agent: DeskCaller): Promise<{ id: string; site: string }> {
  const account = await world.addAccount(agent);
  await world.receive(world.inbound(chatId, 'hola', { account }));
  return { id: await world.idOf(chatId, account), site: account.id };
}

/** Merges the fans of two conversations into one person, as the owner does. */
async function merge(first: string, second: string) {
  const { workspaceId } = world;
  const fanOf = async (id: string) =>
    (await findConversation(harness.database, workspaceId, id))?.fanId ?? '';
  const fans = { keptFanId: await fanOf(first), mergedFanId: await fanOf(second) };
  const outcome = await transaction(harness.database, (tx) =>
    mergeFans(tx, { workspaceId, ...fans, reason: 'manual', mergedBy: null, at: harness.clock.now() }),
  );
  expect(outcome).toMatchObject({ ok: true });
}

it('lists a merged person’s conversations with this sub-account only, latest first', async () => {
  const neighbor = await world.addAgent();
  const first = await write('one', world.agent);
  harness.clock.advance(60_000);
  const second = await write('two', world.agent);
  harness.clock.advance(60_000);
  const third = await write('three', world.agent);
  const theirs = await write('four', neighbor);
  const stranger = await write('five', world.agent);
  for (const { id } of [second, third, theirs]) await merge(first.id, id);

  const customer = await customerOf(first.id);
  expect(customer?.conversations.map(({ id }) => id)).toEqual([third.id, second.id]);
  expect(customer?.conversations[0]).toMatchObject({
    socialAccountId: third.site,
    platform: 'webchat',
    closedAt: null,
  });
  expect(customer?.more).toBe(false);
  expect(customer?.seen?.firstAt).toBeLessThanOrEqual(customer?.seen?.lastAt ?? 0);
  expect(await othersOf(second.id)).toEqual([third.id, first.id]);
  expect(await othersOf(stranger.id)).toEqual([]);
  expect(await othersOf(theirs.id, neighbor)).toEqual([]);
  expect(await customerOf(first.id, neighbor)).toBeNull();

  const { subAccountId } = neighbor;
  const place = { socialAccountId: third.site, subAccountId };
  await transaction(harness.database, async (tx) => {
    await tx.db.update(socialAccounts).set({ subAccountId }).where(eq(socialAccounts.id, third.site));
    await moveConversations(tx, world.workspaceId, place, 100);
  });
  expect(await othersOf(first.id)).toEqual([second.id]);
  expect(await othersOf(theirs.id, neighbor)).toEqual([third.id]);
});

it('finds no customer of a group', async () => {
  await world.receive(world.inbound('party', 'hola', { chatKind: 'group', chatTitle: 'Party' }));
  expect(await customerOf(await world.idOf('party'))).toBeNull();
});
