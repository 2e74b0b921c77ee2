/** Conversations that a link to work orders shows, over HTTP. */
import * as conversationsApi from '@parley/contract/conversations';
import * as fansApi from '@parley/contract/fans';
import * as api from '@parley/contract/work-order-shares';
import * as ordersApi from '@parley/contract/work-orders';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distantReset } from '../../../testing/distant-reset.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../../testing/test-people.ts';

let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
let orderId: string;
/** The social accounts of the work order: two websites. */
let sites: string[];
/** The title of the conversation from before the work order. */
let before: string;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner();
  agent = await app.createSubAccount(owner);
  const first = await app.addWebchat(owner, agent.subAccountId);
  const second = await app.addWebchat(owner, agent.subAccountId);
  sites = [first, second];
  await app.visitorSays(await app.startVisitor(first), 'before the order');
  before = (await chatsOfDesk(1))[0]?.title ?? '';
  const goals = { totalGoal: 10, dailyGoal: null, accountTotalGoal: null, accountDailyGoal: null };
  const place = { platform: 'webchat' as const, subAccountId: agent.subAccountId };
  const body = { name: 'Spring', ...goals, ...place, resetTime: distantReset(), remarks: '' };
  orderId = (await app.call(ordersApi.createWorkOrder, { body }, owner.token)).id;
  for (const [site, text] of [
    [first, 'one'],
    [first, 'two'],
    [second, 'three'],
  ] as const)
    await app.visitorSays(await app.startVisitor(site), text);
  await chatsOfDesk(4);
  await app.app.database.db.execute(sql`
    update account_fans set display_name = 'Marta Secreta' where workspace_id = ${owner.workspaceId}`);
});
afterAll(() => app.close());

const chatsOfDesk = (count: number) =>
  until('the conversations', async () => {
    const { list } = await app.call(conversationsApi.deskConversations, { query: {} }, agent.token);
    return list.length === count ? list : null;
  });

type Form = Partial<{
  access: api.ShareAccess;
  fanNames: api.FanNames;
  chatHistory: boolean;
  socialAccountIds: string[] | null;
}>;
async function share({ socialAccountIds = null, ...given }: Form = {}) {
  const hidden = { title: 'For Li', access: 'public', validDays: null, fanNames: 'none' } as const;
  const orders = [{ workOrderId: orderId, socialAccountIds }];
  const body = { ...hidden, chatHistory: true, password: 'kite42', orders, ...given };
  const made = await app.call(api.createWorkOrderShare, { body }, owner.token);
  return { ...made, token: new URL(made.path, app.url).searchParams.get(api.shareParameter) ?? '' };
}
const list = async (token: string, cursor?: string) =>
  app.call(api.sharedChats, { query: { token, ...(cursor === undefined ? {} : { cursor }) } }, '');
const textsOf = async (token: string) => {
  const texts: string[] = [];
  for (const { chat } of (await list(token)).list) {
    const { messages } = await app.call(api.readSharedChat, { query: { token, chat } }, '');
    texts.push(...messages.map(({ text }) => text));
  }
  return texts;
};
/** Stores conversations with fans that the work order counts in a minute. */
async function addCountedChats(times: number): Promise<void> {
  await app.app.database.db.execute(sql`
    with more as (select gen_random_uuid() as id from generate_series(1, ${times})), people as (
      insert into fans (workspace_id, id) select ${owner.workspaceId}, id from more returning id
    ), chats as (
      insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title, fan_id)
      select ${owner.workspaceId}, id, ${sites[0]}, ${agent.subAccountId}, 'webchat', id, 'private', '', id from people
    )
    insert into account_fans (workspace_id, id, fan_id, own_fan_id, social_account_id, sub_account_id, platform,
      counts_as, grown_at, last_active_at, work_order_id)
    select ${owner.workspaceId}, id, id, id, ${sites[0]}, ${agent.subAccountId}, 'webchat', 'new',
      now() + interval '1 minute', now(), ${orderId} from people`);
}
const removeAddedChats = () =>
  app.app.database.db.execute(sql`
    delete from conversations where workspace_id = ${owner.workspaceId} and title = ''`);
const errorOf = (answer: { body: unknown }) => JSON.stringify(answer.body);

describe('conversations of shared work orders', () => {
  it('shows conversations with fans that the work order has counted, latest first', async () => {
    const { token } = await share();
    expect(await textsOf(token)).toEqual(['three', 'two', 'one']);
    expect(before).not.toBe('');
  });

  it('shows conversations whose fans a reset has turned into base fans', async () => {
    const { token } = await share();
    const setReset = (at: string | null) =>
      app.app.database.db.execute(sql`
        update account_fans set base_since = ${at} where workspace_id = ${owner.workspaceId}`);
    await setReset(new Date().toISOString());
    const { list: chats } = await list(token);
    await setReset(null);
    expect(chats.map(({ type }) => type)).toEqual(['new', 'new', 'new']);
  });

  it('shows only conversations of the chosen social accounts', async () => {
    const { token } = await share({ socialAccountIds: sites.slice(1) });
    expect(await textsOf(token)).toEqual(['three']);
  });

  it.each([
    ['none', null],
    ['masked', 'M•••'],
    ['full', 'Marta Secreta'],
  ] as const)('names fans as the link does: %s', async (fanNames, name) => {
    const { token } = await share({ fanNames });
    const [first] = (await list(token)).list;
    expect(first).toMatchObject({ name, type: 'new' });
    const query = { token, chat: first?.chat ?? '' };
    expect((await app.call(api.readSharedChat, { query }, '')).name).toBe(name);
  });

  it('returns what is new since an event', async () => {
    const { token } = await share();
    const [first] = (await list(token)).list;
    const chat = first?.chat ?? '';
    const { lastSeq } = await app.call(api.readSharedChat, { query: { token, chat } }, '');
    const query = { token, chat, since: lastSeq };
    expect((await app.call(api.readSharedChat, { query }, '')).messages).toEqual([]);
  });

  it('shows nothing by a link without conversations, nor by another link’s name for one', async () => {
    const [closed, open, other] = [await share({ chatHistory: false }), await share(), await share()];
    const [first] = (await list(open.token)).list;
    const chat = first?.chat ?? '';
    for (const answer of [
      await app.send(api.sharedChats, { query: { token: closed.token } }),
      await app.send(api.readSharedChat, { query: { token: closed.token, chat } }),
      await app.send(api.readSharedChat, { query: { token: other.token, chat } }),
      await app.send(api.readSharedChat, { query: { token: open.token, chat: `${chat}A` } }),
      await app.send(api.sharedChats, { query: { token: open.token, cursor: 'a1b2c3d4.AAAA' } }),
      await app.send(api.sharedChatFile, { query: { token: other.token, chat, seq: 1 } }),
    ]) {
      expect(answer.status).toBe(404);
      expect(errorOf(answer)).toContain('work-order-share.chat-not-found');
    }
  });

  it('requires the pass of a link with a password', async () => {
    const { token } = await share({ access: 'password' });
    expect((await app.send(api.sharedChats, { query: { token } })).status).toBe(401);
    const { pass } = await app.call(api.openWorkOrderShare, { body: { token, password: 'kite42' } }, '');
    const query = { token, pass: pass ?? '' };
    expect((await app.call(api.sharedChats, { query }, '')).list).toHaveLength(3);
  });

  it('continues after the conversations of the previous page', async () => {
    const { token } = await share();
    const times = api.sharedChatsAtOnce;
    await addCountedChats(times);
    const page = await list(token);
    expect(page.list).toHaveLength(times);
    const rest = await list(token, page.nextCursor ?? '');
    expect([rest.list.length, rest.nextCursor]).toEqual([3, null]);
    await removeAddedChats();
  });

  it('shows each conversation once if a social account was chosen twice', async () => {
    const { token } = await share({ socialAccountIds: [...sites, ...sites] });
    expect(await textsOf(token)).toEqual(['three', 'two', 'one']);
  });

  it('continues when the last conversation of the previous page is no longer shown', async () => {
    const { token } = await share();
    await addCountedChats(api.sharedChatsAtOnce - 1);
    const { nextCursor } = await list(token);
    const setDeleted = (at: string | null) =>
      app.app.database.db.execute(sql`
        update social_accounts set deleted_at = ${at} where workspace_id = ${owner.workspaceId} and id = ${sites[1]}`);
    await setDeleted(new Date().toISOString());
    const rest = await list(token, nextCursor ?? '');
    await setDeleted(null);
    await removeAddedChats();
    expect([rest.list.length, rest.nextCursor]).toEqual([2, null]);
  });

  it('keeps showing the opened conversation when the person turns out to have another', async () => {
    const { token } = await share();
    const one = (await list(token)).list[2]?.chat ?? '';
    const read = async (chat: string) =>
      (await app.call(api.readSharedChat, { query: { token, chat } }, '')).messages.map(({ text }) => text);
    expect(await read(one)).toEqual(['one']);
    const { rows } = await app.app.database.db.execute<{ fanId: string }>(sql`
      select fan_id as "fanId" from account_fans where workspace_id = ${owner.workspaceId}
        and social_account_id = ${sites[0]} and work_order_id = ${orderId} order by grown_at`);
    const [kept, merged] = rows.map(({ fanId }) => fanId);
    const body = { keptFanId: kept ?? '', mergedFanId: merged ?? '' };
    const { mergeId } = await app.call(fansApi.mergeFans, { body }, owner.token);
    expect(await read(one)).toEqual(['one']);
    expect(await textsOf(token)).toEqual(['three', 'two']);
    const two = (await list(token)).list[1]?.chat ?? '';
    await app.call(fansApi.undoMerge, { body: { mergeId } }, owner.token);
    const apart = await app.send(api.readSharedChat, { query: { token, chat: two } });
    expect(apart.status).toBe(404);
    expect(await read(one)).toEqual(['one']);
  });

  it('reveals no names, ids and other conversations in any byte', async () => {
    const { token } = await share();
    const traffic = [await app.send(api.sharedChats, { query: { token } })];
    for (const { chat } of (await list(token)).list)
      traffic.push(await app.send(api.readSharedChat, { query: { token, chat } }));
    const all = JSON.stringify(traffic.map(({ headers, body }) => [[...headers], body]));
    expect(all).toContain('three');
    const { rows } = await app.app.database.db.execute<{ id: string }>(sql`
      select id::text from account_fans where workspace_id = ${owner.workspaceId}
      union select fan_id::text from account_fans where workspace_id = ${owner.workspaceId}
      union select id::text from conversations where workspace_id = ${owner.workspaceId}
      union select chat_id from conversations where workspace_id = ${owner.workspaceId}
      union select id::text from messages where workspace_id = ${owner.workspaceId}`);
    for (const secret of ['Secreta', 'before the order', owner.workspaceId, ...rows.map(({ id }) => id)])
      expect(all).not.toContain(secret);
  });

  it('shows nothing once the link is cancelled or the social account is deleted', async () => {
    const { token, id } = await share({ socialAccountIds: sites.slice(1) });
    const [first] = (await list(token)).list;
    await app.app.database.db.execute(sql`
      update social_accounts set deleted_at = now() where workspace_id = ${owner.workspaceId} and id = ${sites[1]}`);
    const gone = await app.send(api.readSharedChat, { query: { token, chat: first?.chat ?? '' } });
    expect(gone.status).toBe(404);
    expect((await list(token)).list).toEqual([]);
    await app.call(api.cancelWorkOrderShare, { body: { shareId: id } }, owner.token);
    expect((await app.send(api.sharedChats, { query: { token } })).status).toBe(410);
  });
});
