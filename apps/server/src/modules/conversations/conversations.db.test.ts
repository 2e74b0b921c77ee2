/** Conversations over HTTP: one way through with a visitor, an agent and an owner, and what only the routes decide. */
import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import * as fanTagsApi from '@parley/contract/fan-tags';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import * as translationApi from '@parley/contract/translation';
import * as visitorApi from '@parley/contract/visitor';
import { until } from '@parley/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { auditEntries } from '../../schema/audit.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { conversations, messages } from '../../schema/conversations.ts';
import { accountFans } from '../../schema/fans.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { type ChatHarness, readsEnglish, startChatHarness } from '../../testing/chat-harness.ts';
import { connectSocket } from '../../testing/test-socket.ts';
import { findDiscrepancies } from '../characters/index.ts';

let harness: ChatHarness;
beforeAll(async () => {
  harness = await startChatHarness();
});
afterEach(() => harness.engine.setFault(undefined));
afterAll(async () => {
  expect(await findDiscrepancies(harness.app.database)).toEqual([]);
  await harness.close();
});

const one = (conversationId: string) =>
  harness.call(conversationsApi.deskConversation, { params: { conversationId } }, harness.agent.token);

it('carries a conversation from a visitor’s message to an answer that was read, in two languages', async () => {
  const { visitor, conversationId } = await harness.meet('Hola, ¿dónde está mi pedido 4711?');
  const translated = await harness.messageWhen(
    conversationId,
    'the translation',
    (it) => it.translation !== null,
  );
  expect(translated.translation).toBe('Hello, ¿where is my order 4711?');
  const params = { conversationId };
  const read = { params, body: { seq: translated.seq } };
  expect(await harness.call(conversationsApi.markRead, read, harness.agent.token)).toMatchObject({
    unread: 0,
  });
  const draft = { messageId: randomUUID(), text: 'It will arrive tomorrow' };
  const previewed = await harness.call(
    conversationsApi.previewTranslation,
    { params, body: draft },
    harness.agent.token,
  );
  expect(previewed).toMatchObject({ source: 'en', target: 'es', translation: 'Llegará mañana' });
  const sent = await harness.says(conversationId, draft.text, {
    id: draft.messageId,
    authorName: 'Ana 李娜',
  });
  await until('the answer to be delivered', async () =>
    (await harness.visitorSees(visitor)).messages.some(
      ({ id, text }) => id === sent.id && text === 'Llegará mañana',
    ),
  );
  const seen = await harness.visitorSees(visitor);
  expect(seen.messages.map(({ from, state }) => [from, state])).toContainEqual(['visitor', 'read']);
  // A site shows agents' names only if its owner decided so.
  expect(JSON.stringify(seen)).not.toContain('李娜');
  const receipt = { body: { seq: sent.seq, state: 'read' } } as const;
  await harness.call(visitorApi.visitorReceipt, receipt, visitor.token);
  expect((await harness.messagesOf(conversationId)).at(-1)).toMatchObject({
    delivery: 'read',
    author: { name: 'Ana 李娜' },
    characters: previewed.characters,
  });
});

describe('an agent', () => {
  it.each([{ around: 0.5 }, { after: 1e20 }, { day: '2026-02-30' }])(
    'refuses the stretch of a conversation at %o',
    async (query) => {
      const { conversationId } = await harness.meet('uno');
      const request = { params: { conversationId }, query };
      await expect(
        harness.call(conversationsApi.deskMessages, request, harness.agent.token),
      ).rejects.toMatchObject({ status: 400 });
    },
  );
});

it('resolves translation settings from the nearest level that sets them, and names that level', async () => {
  const { conversationId } = await harness.meet('uno');
  const { token } = harness.owner;
  const account = { params: { socialAccountId: harness.site } };
  const nothing = conversationsApi.inheritedSettings;
  const ofWorkspace = { ...nothing, receiveSourceLanguage: 'es', sendTargetLanguage: 'fr' };
  await harness.call(translationApi.putWorkspaceTranslation, { body: { own: ofWorkspace } }, token);
  const ofAccount = { ...nothing, sendTargetLanguage: 'de' };
  const put = (own: conversationsApi.TranslationSettings | null) =>
    harness.call(translationApi.putSocialAccountTranslation, { ...account, body: { own } }, token);
  expect(await put(ofAccount)).toMatchObject({
    own: { sendTargetLanguage: 'de' },
    effective: { sendTargetLanguage: 'de', receiveSourceLanguage: 'es' },
    inherited: { sendTargetLanguage: 'fr' },
    inheritedFrom: { sendTargetLanguage: 'workspace', translationMode: 'default' },
  });
  const request = { params: { conversationId } };
  expect(await harness.call(translationApi.getConversationTranslation, request, token)).toMatchObject({
    own: null,
    effective: { sendTargetLanguage: 'de', receiveTargetLanguage: 'en' },
    inheritedFrom: {
      sendTargetLanguage: 'social-account',
      receiveTargetLanguage: 'sub-account',
      receiveSourceLanguage: 'workspace',
    },
  });
  expect(await put(null)).toMatchObject({ own: null, effective: { sendTargetLanguage: 'fr' } });
  await harness.call(translationApi.putWorkspaceTranslation, { body: { own: nothing } }, token);
});

describe('an agent', () => {
  it('finds the name of a colleague who has written, but none of another workspace', async () => {
    const other = await harness.createSubAccount(harness.owner);
    const ids = { query: { ids: harness.agent.subAccountId } };
    const names = await harness.call(subAccountsApi.subAccountNames, ids, other.token);
    expect(names.list).toEqual([
      { id: harness.agent.subAccountId, name: expect.any(String), isOwners: false },
    ]);
    const elsewhere = await harness.createSubAccount(await harness.registerOwner());
    expect((await harness.call(subAccountsApi.subAccountNames, ids, elsewhere.token)).list).toEqual([]);
  });

  it('frees the engine by leaving before a preview is made', async () => {
    const { conversationId } = await harness.meet('Buenos días, ¿dónde está mi pedido?');
    await harness.messageWhen(conversationId, 'the translation', (it) => it.translation !== null);
    await harness.engine.setFault('hang');
    const before = await harness.remaining();
    const gone = new AbortController();
    const answer = fetch(`${harness.url}/api/desk/conversations/${conversationId}/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${harness.agent.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messageId: randomUUID(), text: 'Good morning, nobody waits for this' }),
      signal: gone.signal,
    });
    const left = expect(answer).rejects.toThrow();
    await until('the engine to be asked', () => harness.engine.inFlight() > 0);
    gone.abort();
    await left;
    await until('the engine to be released', () => harness.engine.inFlight() === 0);
    expect(await harness.remaining()).toBe(before);
  });

  it('finds closed conversations by their title, and lists them only in their view', async () => {
    const { conversationId } = await harness.meet('uno');
    const { title } = await one(conversationId);
    const change = { params: { conversationId }, body: { closed: true } };
    const closed = await harness.call(conversationsApi.triageConversation, change, harness.agent.token);
    expect(closed.closedAt).toEqual(expect.any(Number));
    const idsIn = async (query: Record<string, string>) =>
      (await harness.call(conversationsApi.deskConversations, { query }, harness.agent.token)).list.map(
        ({ id }) => id,
      );
    expect(await idsIn({})).not.toContain(conversationId);
    expect(await idsIn({ view: 'closed' })).toContain(conversationId);
    expect(await idsIn({ search: title })).toEqual([conversationId]);
    expect(await idsIn({ search: '\0' })).toEqual([]);
  });
});

it('hides a conversation from the other sub-accounts of its workspace', async () => {
  const { conversationId } = await harness.meet('uno');
  const params = { conversationId };
  const { token } = await harness.createSubAccount(harness.owner);
  const missing = { status: 404, error: 'conversation.not-found' };
  const refused = (request: Promise<unknown>) => expect(request).rejects.toMatchObject(missing);
  const { call } = harness;
  const page = { params, query: {} };
  await refused(call(conversationsApi.deskConversation, { params }, token));
  await refused(call(conversationsApi.deskMessages, page, token));
  await refused(call(conversationsApi.deskEvents, { params, query: { since: 0 } }, token));
  await refused(call(conversationsApi.deskMembers, page, token));
  await refused(call(conversationsApi.deskCustomer, { params }, token));
  await refused(call(conversationsApi.getConversationSettings, { params }, token));
  await refused(call(conversationsApi.sendTyping, { params, body: { on: true } }, token));
  await refused(call(conversationsApi.triageConversation, { params, body: { pinned: true } }, token));
  const [message] = await harness.messagesOf(conversationId);
  const one = call(conversationsApi.deskMessage, { params: { messageId: message?.id ?? '' } }, token);
  await expect(one).rejects.toMatchObject({ status: 404, error: 'message.not-found' });
});

it('names the agent or the owner who leaves a group in the audit log', async () => {
  const { db } = harness.app.database;
  /** Adds a group of an account that no process connects, so that departures stay pending. */
  async function addGroup(): Promise<string> {
    const { workspaceId } = harness.owner;
    const { subAccountId } = harness.agent;
    const [id, accountId] = [newId(), newId()];
    const own = { workspaceId, subAccountId, platform: 'telegram' } as const;
    const bot = { name: 'Bot', externalId: id, handle: '', credentials: '', enabled: false };
    await db.insert(socialAccounts).values({ ...own, ...bot, id: accountId });
    const chat = { chatId: 'group', kind: 'group', title: 'Taller', lastMessageAt: new Date() } as const;
    await db.insert(conversations).values({ ...own, ...chat, id, socialAccountId: accountId });
    return id;
  }
  const params = { conversationId: await addGroup() };
  const left = await harness.call(conversationsApi.leaveGroup, { params }, harness.agent.token);
  expect(left.group).toMatchObject({ exit: null, leaving: { state: 'waiting' } });
  expect(await entriesOf(params.conversationId)).toMatchObject([{ actorKind: 'sub-account' }]);
  const other = { params: { conversationId: await addGroup() } };
  await harness.call(conversationsApi.leaveGroupForOwner, other, harness.owner.token);
  expect(await entriesOf(other.params.conversationId)).toMatchObject([{ actorKind: 'owner' }]);
});

it('notifies the desks of a fan’s sub-account that tags have changed, and no others', async () => {
  const { conversationId } = await harness.meet('a');
  const tag = { name: 'live', colour: 'gold' } as const;
  const { id } = await harness.call(fanTagsApi.createFanTag, { body: tag }, harness.owner.token);
  const other = await harness.createSubAccount(harness.owner);
  const [desk, elsewhere] = await Promise.all([
    connectSocket(harness.url, harness.agent.token),
    connectSocket(harness.url, other.token),
  ]);
  const told = ({ heard }: typeof desk) => heard.filter(([name]) => name === 'fanTags').length;
  const { db } = harness.app.database;
  const ofFan = eq(conversations.fanId, accountFans.ownFanId);
  const [fan] = await db
    .select({ rowId: accountFans.id })
    .from(conversations)
    .innerJoin(accountFans, and(ofFan, eq(accountFans.socialAccountId, conversations.socialAccountId)))
    .where(eq(conversations.id, conversationId));
  const tagging = { rowIds: [fan?.rowId ?? ''], add: [id], remove: [] };
  await harness.call(fanTagsApi.applyFanTags, { body: tagging }, harness.owner.token);
  await until('the event of a tagged fan', () => told(desk) === 1);
  const withTag = async () =>
    (await harness.call(conversationsApi.deskConversations, { query: { tagIds: id } }, harness.agent.token))
      .list;
  expect((await withTag()).map((it) => it.id)).toEqual([conversationId]);
  await harness.call(fanTagsApi.deleteFanTag, { body: { tagId: id } }, harness.owner.token);
  await until('the event of a deleted tag', () => told(desk) === 2);
  expect(await withTag()).toEqual([]);
  expect(told(elsewhere)).toBe(0);
  desk.socket.disconnect();
  elsewhere.socket.disconnect();
});

describe('an agent’s search of messages', () => {
  it('finds words with their positions, unless their author has deleted them', async () => {
    const { conversationId } = await harness.meet('¿Dónde está mi sombrero?');
    const find = async (text: string) =>
      (await harness.call(conversationsApi.deskSearchMessages, { query: { text } }, harness.agent.token))
        .list;
    const [hit] = await find('sombrero');
    expect(hit).toMatchObject({ conversationId, direction: 'in', alias: null });
    expect(hit?.original.hits.map(([from, to]) => hit.original.text.slice(from, to))).toEqual(['sombrero']);
    const { db } = harness.app.database;
    await db
      .update(messages)
      .set({ deletedAt: new Date() })
      .where(eq(messages.conversationId, conversationId));
    expect(await find('sombrero')).toEqual([]);
  });
});

describe('a visitor', () => {
  it('sends a message once, and can use its id neither for another text nor in another chat', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    const id = randomUUID();
    const { seq } = await harness.visitorSays(visitor, 'dos', id);
    expect(await harness.visitorSays(visitor, 'dos', id)).toMatchObject({ id, seq, text: 'dos' });
    expect(await one(conversationId)).toMatchObject({ unread: 2 });
    const taken = { error: 'message.id-taken' };
    await expect(harness.visitorSays(visitor, 'tres', id)).rejects.toMatchObject(taken);
    const other = await harness.startVisitor(harness.site);
    await expect(harness.visitorSays(other, 'dos', id)).rejects.toMatchObject(taken);
  });
});

describe('the owner', () => {
  it('sees all conversations with the names of sub-account and social account', async () => {
    const { conversationId } = await harness.meet('uno');
    const query = { pageSize: 200 };
    const { list } = await harness.call(
      conversationsApi.chatHistoryConversations,
      { query },
      harness.owner.token,
    );
    expect(list.find(({ id }) => id === conversationId)).toMatchObject({
      subAccountRemark: 'Agent',
      socialAccountName: 'Shop',
      lastMessage: { original: 'uno' },
    });
  });

  it('reads no text of a sub-account that keeps none, while its desk does', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    const keeps = (saveChatHistory: boolean) =>
      harness.app.database.db
        .update(subAccounts)
        .set({ saveChatHistory })
        .where(eq(subAccounts.id, harness.agent.subAccountId));
    await keeps(false);
    await harness.visitorSays(visitor, 'un secreto');
    const request = { params: { conversationId }, query: {} };
    const history = await harness.call(conversationsApi.chatHistoryMessages, request, harness.owner.token);
    expect(history).toMatchObject({
      textsKept: false,
      messages: [{ original: 'uno' }, { erased: true, original: '', translation: null }],
    });
    const { list } = await harness.call(
      conversationsApi.chatHistoryConversations,
      { query: { pageSize: 200 } },
      harness.owner.token,
    );
    expect(list.find(({ id }) => id === conversationId)?.lastMessage).toMatchObject({
      erased: true,
      original: '',
    });
    expect((await harness.messagesOf(conversationId)).at(-1)?.original).toBe('un secreto');
    await keeps(true);
  });

  it('sees the events of a conversation in parts, which is recorded once an hour', async () => {
    const { visitor, conversationId } = await harness.meet('uno', 'dos');
    await harness.messageWhen(
      conversationId,
      'an end',
      (it) => it.original === 'dos' && it.translationState !== 'pending',
    );
    const eventsFor = (since: number, limit: number) =>
      harness.call(
        conversationsApi.chatHistoryEvents,
        { params: { conversationId }, query: { since, limit } },
        harness.owner.token,
      );
    const { seq } = await eventsFor(0, 500);
    await harness.visitorSays(visitor, 'tres');
    const first = await eventsFor(seq, 1);
    expect(first).toMatchObject({ messages: [{ original: 'tres' }], more: true });
    expect(await recordedOf(conversationId)).toEqual(['chat-history.read']);
  });

  it('pays the quoted price for a translation of earlier messages, which is recorded', async () => {
    const put = (receiveTranslationEnable: boolean) => {
      const own = { ...readsEnglish, receiveTranslationEnable };
      return harness.call(conversationsApi.putDeskSettings, { body: { own } }, harness.agent.token);
    };
    await put(false);
    const { conversationId } = await harness.meet('La casa, gracias por todo', 'Quiero el coche rojo');
    await put(true);
    const params = { conversationId };
    const { token } = harness.owner;
    const range = { fromSeq: 0, toSeq: 1_000 };
    const quoted = { params, query: range };
    const price = await harness.call(conversationsApi.quoteUntranslatedMessages, quoted, token);
    expect(price.messages).toBe(2);
    const begun = await harness.call(conversationsApi.translateMessages, { params, body: range }, token);
    expect(begun).toEqual({ messages: 2 });
    await until('both translations', async () =>
      (await harness.messagesOf(conversationId)).every((it) => it.translationState === 'done'),
    );
    const paid = (await harness.messagesOf(conversationId)).map(({ characters }) => characters);
    expect(paid.reduce((sum, characters) => sum + characters)).toBe(price.characters);
    expect(await recordedOf(conversationId)).toEqual(['chat-history.translated']);
  });

  it('downloads the texts of a conversation as a file of either kind, which is recorded', async () => {
    const { conversationId } = await harness.meet('primero', 'segundo');
    const download = (path: string) =>
      fetch(`${harness.url}${path}?${new URLSearchParams({ conversationId })}`, {
        headers: { authorization: `Bearer ${harness.owner.token}` },
      });
    const transcript = await download(conversationsApi.exportTranscript.path);
    expect(transcript.headers.get('content-type')).toContain('text/plain');
    expect(await transcript.text()).toMatch(/primero.*segundo/s);
    const sheet = await download(conversationsApi.exportMessages.path);
    expect([...new Uint8Array(await sheet.arrayBuffer()).slice(0, 2)]).toEqual([0x50, 0x4b]);
    expect(await recordedOf(conversationId)).toEqual(['chat-history.exported', 'chat-history.exported']);
  });
});

/** Returns the entries that the audit log has of a conversation. */
const entriesOf = (conversationId: string) =>
  harness.app.database.db.select().from(auditEntries).where(eq(auditEntries.objectId, conversationId));
const recordedOf = async (id: string) => (await entriesOf(id)).map(({ action }) => action);
