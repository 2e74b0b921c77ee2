/** Conversations that a link to work orders shows, in a real database: people and messages are rows only. */
import { sharedChatsAtOnce } from '@parley/contract/work-order-shares';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations, messages } from '../../../schema/conversations.ts';
import { accountFans, fans, fanVerdicts } from '../../../schema/fans.ts';
import { mergeFans, undoMerge } from '../../fans/index.ts';
import type { LinkedOrder, ShareFields } from '../testing/linked-orders.ts';
import {
  type SharesHarness,
  type SharesWorld,
  startSharesHarness,
} from '../testing/work-order-shares-harness.ts';

let harness: SharesHarness;
let world: SharesWorld;
let order: LinkedOrder;
/** The fans who wrote `one`, `two` and `three`. */
let written: string[];
beforeAll(async () => {
  harness = await startSharesHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  world = await harness.world();
  order = await world.createOrder();
  await write('before the order', order.account, { workOrderId: null, orderDay: null });
  written = [
    await write('one', order.account),
    await write('two', order.account),
    await write('three', order.other),
  ];
});

/** Lets a new person write to an account, after everybody else. Returns the fan's id. */
async function write(
  text: string,
  socialAccountId: string,
  counting: { workOrderId: string | null; orderDay: string | null } = {
    workOrderId: order.id,
    orderDay: world.day(),
  },
): Promise<string> {
  harness.clock.advance(1);
  const { db } = harness.database;
  const { workspaceId } = world;
  const { subAccountId } = order;
  const [id, conversationId] = [newId(), newId()];
  const at = new Date(harness.clock.now());
  const place = { workspaceId, socialAccountId, subAccountId, platform: 'telegram' } as const;
  await db.insert(fans).values({ workspaceId, id });
  const decided = { verdict: 'new', rule: 'first', scope: 'workspace', decidedAt: at } as const;
  await db.insert(fanVerdicts).values({ ...place, ...decided, id, fanId: id, ...counting });
  const counted = { countsAs: 'new', displayName: 'Marta Secreta' } as const;
  const met = { id, fanId: id, ownFanId: id, grownAt: at, lastActiveAt: at };
  await db.insert(accountFans).values({ ...place, ...met, ...counted, ...counting });
  const chat = { id: conversationId, chatId: newId(), kind: 'private', title: 'Marta', fanId: id } as const;
  await db.insert(conversations).values({ ...place, ...chat, lastSeq: 1, lastMessageAt: at });
  const received = { direction: 'in', kind: 'text', delivery: 'received', translationState: 'none' } as const;
  const message = { id: newId(), conversationId, seq: 1, changedSeq: 1, original: text, sentAt: at };
  await db.insert(messages).values({ workspaceId, socialAccountId, ...message, ...received });
  return id;
}

/** Stores conversations with fans that the work order counts in a minute. */
async function addCountedChats(times: number): Promise<void> {
  const { db } = harness.database;
  const { workspaceId } = world;
  const place = {
    workspaceId,
    socialAccountId: order.account,
    subAccountId: order.subAccountId,
    platform: 'telegram',
  } as const;
  const at = new Date(harness.clock.now() + 60_000);
  const ids = Array.from({ length: times }, () => newId());
  await db.insert(fans).values(ids.map((id) => ({ workspaceId, id })));
  const counted = { countsAs: 'new', grownAt: at, lastActiveAt: at, workOrderId: order.id } as const;
  await db
    .insert(accountFans)
    .values(ids.map((id) => ({ ...place, ...counted, id, fanId: id, ownFanId: id })));
  await db
    .insert(conversations)
    .values(ids.map((id) => ({ ...place, id, chatId: id, kind: 'private', title: '', fanId: id }) as const));
}

const deleteAccount = (id: string) =>
  harness.database.db.update(socialAccounts).set({ deletedAt: new Date() }).where(eq(socialAccounts.id, id));

const share = (socialAccountIds: string[] | null = null, given: Partial<ShareFields> = {}) =>
  world.share(order, { chatHistory: true, orders: [{ workOrderId: order.id, socialAccountIds }], ...given });
const read = async (token: string, chat: string) =>
  (await harness.readChat(token, chat)).messages.map(({ text }) => text);
async function textsOf(token: string): Promise<string[]> {
  const texts: string[] = [];
  for (const { chat } of (await harness.chats(token)).list) texts.push(...(await read(token, chat)));
  return texts;
}
const chatOf = async (token: string, position = 0) => (await harness.chats(token)).list[position]?.chat ?? '';
const hidden = expect.objectContaining({ error: 'work-order-share.chat-not-found' });

describe('conversations of shared work orders', () => {
  it('shows conversations with fans that the work order has counted, latest first', async () => {
    const { token } = await share();
    expect(await textsOf(token)).toEqual(['three', 'two', 'one']);
  });

  it('shows conversations whose fans a reset has turned into base fans', async () => {
    const { token } = await share();
    await harness.database.db
      .update(accountFans)
      .set({ baseSince: new Date(harness.clock.now()) })
      .where(eq(accountFans.workspaceId, world.workspaceId));
    const { list } = await harness.chats(token);
    expect(list.map(({ type }) => type)).toEqual(['new', 'new', 'new']);
  });

  it('shows only conversations of the chosen social accounts', async () => {
    const { token } = await share([order.other]);
    expect(await textsOf(token)).toEqual(['three']);
  });

  it('shows each conversation once if a social account was chosen twice', async () => {
    const { token } = await share([order.account, order.other, order.account, order.other]);
    expect(await textsOf(token)).toEqual(['three', 'two', 'one']);
  });

  it.each([
    ['none', null],
    ['masked', 'M•••'],
    ['full', 'Marta Secreta'],
  ] as const)('names fans as the link does: %s', async (fanNames, name) => {
    const { token } = await share(null, { fanNames });
    const [first] = (await harness.chats(token)).list;
    expect(first).toMatchObject({ name, type: 'new' });
    expect((await harness.readChat(token, first?.chat ?? '')).name).toBe(name);
  });

  it('returns what is new since an event', async () => {
    const { token } = await share();
    const chat = await chatOf(token);
    const { lastSeq } = await harness.readChat(token, chat);
    expect((await harness.readChat(token, chat, lastSeq - 1)).messages).toHaveLength(1);
    expect((await harness.readChat(token, chat, lastSeq)).messages).toEqual([]);
  });

  it('shows nothing by a link without conversations, nor by another link’s name for one', async () => {
    const [closed, open, other] = [await share(null, { chatHistory: false }), await share(), await share()];
    const chat = await chatOf(open.token);
    await expect(harness.chats(closed.token)).rejects.toEqual(hidden);
    await expect(harness.readChat(closed.token, chat)).rejects.toEqual(hidden);
    await expect(harness.readChat(other.token, chat)).rejects.toEqual(hidden);
    await expect(harness.readChat(open.token, `${chat}A`)).rejects.toEqual(hidden);
    await expect(harness.chats(open.token, 'a1b2c3d4.AAAA')).rejects.toEqual(hidden);
    await expect(harness.linkToFile(other.token, chat, 1)).rejects.toEqual(hidden);
  });

  it('requires the pass of a link with a password', async () => {
    const { token } = await share(null, { access: 'password', password: 'kite42' });
    await expect(harness.chats(token)).rejects.toMatchObject({ error: 'auth.pass-required' });
    const pass = await harness.passOf(token, 'kite42');
    expect((await harness.chats(token, undefined, pass)).list).toHaveLength(3);
  });

  it('shows nothing once the social account is deleted or the link is cancelled', async () => {
    const { token, id } = await share([order.other]);
    const chat = await chatOf(token);
    await deleteAccount(order.other);
    await expect(harness.readChat(token, chat)).rejects.toEqual(hidden);
    expect((await harness.chats(token)).list).toEqual([]);
    await world.cancel(id);
    await expect(harness.chats(token)).rejects.toMatchObject({ error: 'work-order-share.cancelled' });
  });
});

describe('pages of conversations', () => {
  it('continues after the conversations of the previous page', async () => {
    const { token } = await share();
    await addCountedChats(sharedChatsAtOnce);
    const { list, nextCursor } = await harness.chats(token);
    expect(list).toHaveLength(sharedChatsAtOnce);
    const rest = await harness.chats(token, nextCursor ?? '');
    expect([rest.list.length, rest.nextCursor]).toEqual([3, null]);
  });

  it('continues when the last conversation of the previous page is no longer shown', async () => {
    const { token } = await share();
    await addCountedChats(sharedChatsAtOnce - 1);
    const { nextCursor } = await harness.chats(token);
    await deleteAccount(order.other);
    const rest = await harness.chats(token, nextCursor ?? '');
    expect([rest.list.length, rest.nextCursor]).toEqual([2, null]);
  });
});

it('keeps showing the opened conversation when the person turns out to have another', async () => {
  const { token } = await share();
  const one = await chatOf(token, 2);
  expect(await read(token, one)).toEqual(['one']);
  const [keptFanId = '', mergedFanId = ''] = written;
  const { workspaceId } = world;
  const at = harness.clock.now();
  const merge = { workspaceId, keptFanId, mergedFanId, reason: 'manual', mergedBy: null, at } as const;
  const merged = await harness.work((tx) => mergeFans(tx, merge));
  if (!merged.ok) throw new Error(merged.reason);
  expect(await read(token, one)).toEqual(['one']);
  expect(await textsOf(token)).toEqual(['three', 'two']);
  const two = await chatOf(token, 1);
  const { mergeId } = merged;
  const undone = await harness.work((tx) => undoMerge(tx, { workspaceId, mergeId, undoneBy: null, at }));
  expect(undone.ok).toBe(true);
  await expect(harness.readChat(token, two)).rejects.toEqual(hidden);
  expect(await read(token, one)).toEqual(['one']);
});
