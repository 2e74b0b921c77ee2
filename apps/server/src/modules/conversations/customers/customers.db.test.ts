import { randomUUID } from 'node:crypto';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trustWorkspaceId } from '../../../base/ids.ts';
import { startInboundHarness } from '../../../testing/inbound-harness.ts';

let harness: Awaited<ReturnType<typeof startInboundHarness>>;
beforeAll(async () => {
  harness = await startInboundHarness();
});
afterAll(() => harness.close());

const customerOf = async (conversationId: string, token?: string) =>
  harness.call(
    conversationsApi.deskCustomer,
    { params: { conversationId } },
    token ?? (await harness.deskToken()),
  );

/** Creates a conversation of the person on a new social account of this sub-account. */
async function write(
  chatId: string,
  subAccountId: string,
  site?: string,
): Promise<{ id: string; site: string }> {
  const account = {
    workspaceId: trustWorkspaceId(harness.owner.workspaceId),
    id:
      site ??
      (await harness.addWebchat({ ...harness.owner, token: await harness.ownerToken() }, subAccountId)),
    platform: 'webchat',
    subAccountId,
  } as const;
  await harness.tell(harness.inbound(chatId, 'hola', { account, platformMessageId: randomUUID() }));
  const { rows } = await harness.database.db.execute<{ id: string }>(sql`
    select id from conversations where social_account_id = ${account.id} and chat_id = ${chatId}`);
  return { id: rows[0]?.id ?? '', site: account.id };
}

/** Merges the fans of all these conversations into one person, as the owner does. */
async function merge(first: string, second: string) {
  await harness.database.db.execute(sql`
    with kept as (select fan_id from conversations where id = ${first}),
      merged as (update fans set merged_into = (select fan_id from kept)
        where id = (select fan_id from conversations where id = ${second}) returning id)
    update account_fans set fan_id = (select fan_id from kept) where own_fan_id = (select id from merged)`);
}

it('lists a merged person’s conversations with this sub-account only, latest first', async () => {
  const { subAccountId } = harness.agent;
  const owner = { ...harness.owner, token: await harness.ownerToken() };
  const neighbor = await harness.createSubAccount(owner);
  const first = await write('one', subAccountId);
  harness.clock.advance(60_000);
  const second = await write('two', subAccountId);
  harness.clock.advance(60_000);
  const third = await write('three', subAccountId);
  const theirs = await write('four', neighbor.subAccountId);
  const stranger = await write('five', subAccountId);
  for (const { id } of [second, third, theirs]) await merge(first.id, id);

  const { conversations, more, seen } = await customerOf(first.id);
  expect(conversations.map(({ id }) => id)).toEqual([third.id, second.id]);
  expect(conversations[0]).toMatchObject({
    socialAccountId: third.site,
    platform: 'webchat',
    closedAt: null,
  });
  expect([more, (await customerOf(second.id)).conversations.map(({ id }) => id)]).toEqual([
    false,
    [third.id, first.id],
  ]);
  expect(seen?.firstAt).toBeLessThanOrEqual(seen?.lastAt ?? 0);
  expect((await customerOf(stranger.id)).conversations).toEqual([]);

  const token = await harness.deskToken(neighbor);
  expect((await customerOf(theirs.id, token)).conversations).toEqual([]);
  await expect(customerOf(first.id, token)).rejects.toMatchObject({ error: 'conversation.not-found' });
  const body = { id: third.site, subAccountId: neighbor.subAccountId };
  await harness.call(channelsApi.moveSocialAccount, { body }, owner.token);
  expect((await customerOf(first.id)).conversations.map(({ id }) => id)).toEqual([second.id]);
  expect((await customerOf(theirs.id, token)).conversations.map(({ id }) => id)).toEqual([third.id]);
});

it('finds no customer of a group', async () => {
  await harness.tell(harness.inbound('party', 'hola', { chatKind: 'group', chatTitle: 'Party' }));
  const { rows } = await harness.database.db.execute<{ id: string }>(
    sql`select id from conversations where chat_id = 'party'`,
  );
  await expect(customerOf(rows[0]?.id ?? '')).rejects.toMatchObject({ error: 'conversation.not-found' });
});
