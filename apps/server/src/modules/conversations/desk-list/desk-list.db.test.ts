/** The desk's list by the tags of fans. Pages and views are tested with triage and reading. */
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { newId } from '../../../base/ids.ts';
import { fanTags } from '../../../schema/fans/tags.ts';
import { accountFans } from '../../../schema/fans.ts';
import { mergeFans } from '../../fans/index.ts';
import { findConversation } from '../store.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import type { ConversationsWorld } from '../testing/conversations-world.ts';
import { triageConversation } from '../triage/service.ts';
import { readDeskFanTags } from './fan-tags/queries.ts';
import type { DeskListQuery } from './queries.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
beforeAll(async () => {
  harness = await startConversationsHarness();
});
beforeEach(async () => {
  world = await harness.openWorkspace();
});
afterAll(() => harness.close());

type Chat = Awaited<ReturnType<ConversationsWorld['meet']>>;
const listWith = async (
  tagIds: readonly string[],
  query: Partial<DeskListQuery> = {},
  caller = world.agent,
) => (await world.list({ tagIds, ...query }, caller)).list;
const idsWith = async (...given: Parameters<typeof listWith>) =>
  (await listWith(...given)).map(({ row }) => row.id);
const tagsOf = ({ subAccountId } = world.agent) =>
  readDeskFanTags(harness.database, world.workspaceId, subAccountId);

async function createTag(name: string): Promise<string> {
  const id = newId();
  const { workspaceId } = world;
  await harness.database.db.insert(fanTags).values({ workspaceId, id, name, colour: 'gold' });
  return id;
}
async function fanOf({ conversationId }: Chat): Promise<string> {
  const row = await findConversation(harness.database, world.workspaceId, conversationId);
  if (!row?.fanId) throw new Error('no fan');
  return row.fanId;
}
async function tag(chat: Chat, ...tagIds: string[]) {
  const own = and(
    eq(accountFans.workspaceId, world.workspaceId),
    eq(accountFans.ownFanId, await fanOf(chat)),
  );
  await harness.database.db.update(accountFans).set({ tagIds }).where(own);
}
async function merge(kept: Chat, merged: Chat) {
  const fans = { keptFanId: await fanOf(kept), mergedFanId: await fanOf(merged) };
  const { workspaceId } = world;
  await transaction(harness.database, (tx) =>
    mergeFans(tx, { workspaceId, ...fans, reason: 'manual', mergedBy: null, at: harness.clock.now() }),
  );
}

it('lists the conversations of fans with any of the tags, in each view', async () => {
  const [a, b, c] = [await world.meet('a'), await world.meet('b'), await world.meet('c')];
  const [vip, wholesale, unused] = [
    await createTag('VIP'),
    await createTag('wholesale'),
    await createTag('none'),
  ];
  await tag(a, vip);
  await tag(b, wholesale, vip);
  await tag(c, wholesale);
  const newestFirst = [c, b, a].map(({ conversationId }) => conversationId);
  expect(await idsWith([vip, wholesale])).toEqual(newestFirst);
  expect(await idsWith([vip])).toEqual(newestFirst.slice(1));
  expect((await listWith([vip])).at(-1)?.tagIds).toEqual([vip]);
  expect(await idsWith([unused])).toEqual([]);

  await transaction(harness.database, (tx) =>
    triageConversation(tx, harness.deps, world.agent, a.conversationId, { closed: true }),
  );
  expect(await idsWith([vip])).toEqual([b.conversationId]);
  expect(await idsWith([vip], { view: 'closed' })).toEqual([a.conversationId]);
  expect(await tagsOf()).toEqual([
    { id: vip, name: 'VIP', colour: 'gold', open: 1 },
    { id: wholesale, name: 'wholesale', colour: 'gold', open: 2 },
  ]);

  const other = await world.addAgent();
  expect(await tagsOf(other)).toEqual([]);
  expect(await idsWith([vip], {}, other)).toEqual([]);
});

it('finds a merged fan by the tags of the person', async () => {
  const [kept, merged] = [await world.meet('a'), await world.meet('b')];
  const wanted = await createTag('wanted');
  await tag(kept, wanted);
  await merge(kept, merged);
  expect(await idsWith([wanted])).toEqual([merged.conversationId, kept.conversationId]);
  expect(await tagsOf()).toMatchObject([{ id: wanted, open: 2 }]);
});

it('finds the same if more fans have the tag than are looked up', async () => {
  const [a, untagged, merged] = [await world.meet('a'), await world.meet('b'), await world.meet('c')];
  const common = await createTag('common');
  await tag(a, common);
  await merge(a, merged);
  // Fans without conversations.
  await harness.database.db.execute(sql`
    insert into ${accountFans} (workspace_id, id, fan_id, own_fan_id, social_account_id, sub_account_id, platform, counts_as,
      grown_at, last_active_at, tag_ids)
    select a.workspace_id, gen_random_uuid(), n.id, n.id, a.social_account_id, a.sub_account_id, a.platform, 'new', now(), now(),
      array[${common}::uuid]
    from ${accountFans} a, (select gen_random_uuid() as id from generate_series(1, 600)) n
    where a.own_fan_id = ${await fanOf(untagged)}`);
  expect(await idsWith([common])).toEqual([merged.conversationId, a.conversationId]);
});
