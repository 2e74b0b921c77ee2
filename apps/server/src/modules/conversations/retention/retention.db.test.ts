import { randomUUID } from 'node:crypto';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { rowsCompared } from '../../../base/db/testing/rows-compared.ts';
import { type InboundHarness, startInboundHarness } from '../../../testing/inbound-harness.ts';
import { connectSocket } from '../../../testing/test-socket.ts';
import { indexWaiting } from '../search/service.ts';
import { eraseTexts, keptForMs } from './service.ts';
import { eraseSome } from './store.ts';

let harness: InboundHarness;
beforeAll(async () => {
  harness = await startInboundHarness();
});
beforeEach(() => harness.decide({ save_chat_history: false }));
afterAll(() => harness.close());

const minute = 60_000;
const erase = () =>
  eraseTexts(
    { database: harness.database, clock: harness.clock, realtime: harness.app.services.realtime },
    new AbortController().signal,
  );
/** Adds sensitive-word records of an old and a new message, and of two refused ones; returns a function that lists those left. */
async function recordFinds(messages: readonly { id: string; conversation_id: string }[]) {
  const { subAccountId } = harness.agent;
  const { workspaceId } = harness.owner;
  const finds = [
    ['old', messages[0]?.id, 0],
    ['new', messages[1]?.id, 0],
    ['refused', null, 31],
    ['refused lately', null, 29],
  ] as const;
  for (const [excerpt, messageId, days] of finds) {
    const at = new Date(harness.clock.now() - days * 86_400_000);
    await harness.database.db.execute(sql`
      insert into sensitive_word_records values (${workspaceId}, gen_random_uuid(), gen_random_uuid(), '', 'log', 'in',
        'original', '[]', ${excerpt}, ${messages[0]?.conversation_id}, ${subAccountId}, ${messageId}, false, ${at})`);
  }
  return async () => {
    const { rows } = await harness.database.db.execute<{ excerpt: string }>(sql`
      select excerpt from sensitive_word_records order by excerpt`);
    return rows.map(({ excerpt }) => excerpt);
  };
}
async function consoleSees(conversationId: string) {
  const token = await harness.ownerToken();
  const params = { conversationId };
  const history = await harness.call(conversationsApi.chatHistoryMessages, { params, query: {} }, token);
  const { list } = await harness.call(
    conversationsApi.chatHistoryConversations,
    { query: { pageSize: 200 } },
    token,
  );
  return { ...history, last: list.find(({ id }) => id === conversationId)?.lastMessage };
}
const saysByHand = async (conversationId: string, text: string) => {
  const body = { id: randomUUID(), text, mode: 'original' } as const;
  return harness.call(
    conversationsApi.sendMessage,
    { params: { conversationId }, body },
    await harness.deskToken(),
  );
};

describe('a sub-account that keeps no chat history', () => {
  it('keeps texts for a day, and then only what counters need', async () => {
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Buenos días, ¿dónde está mi pedido?'));
    const [{ conversation_id: conversationId = '' } = {}] = await harness.quiet(chat);
    await saysByHand(conversationId, 'Soon');
    const before = await harness.quiet(chat);
    harness.clock.advance(keptForMs - minute);
    await erase();
    expect(await harness.messagesOf(chat), 'just before').toEqual(before);
    harness.clock.advance(2 * minute);
    await harness.tell(harness.inbound(chat, 'Hola otra vez'));
    await harness.quiet(chat);
    await erase();
    const after = await harness.messagesOf(chat);
    expect(after).toMatchObject([
      { original: '', translation: null, translation_state: 'none', characters: before[0]?.characters },
      { original: '', translation: null },
      { original: 'Hola otra vez', erased_at: null },
    ]);
    const params = { conversationId };
    const desk = await harness.call(
      conversationsApi.deskMessages,
      { params, query: {} },
      await harness.deskToken(),
    );
    expect(desk.messages.map(({ erased }) => erased)).toEqual([true, true, false]);
  });

  it('signals erased messages to the desk by their change numbers', async () => {
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Hola'), harness.inbound(chat, 'Buenos días'));
    const [{ conversation_id: conversationId = '' } = {}] = await harness.quiet(chat);
    const params = { conversationId };
    const { lastSeq } = await harness.call(
      conversationsApi.deskConversation,
      { params },
      await harness.deskToken(),
    );
    harness.clock.advance(keptForMs + minute);
    const socket = await connectSocket(harness.url, await harness.deskToken());
    await erase();
    await until('the desk to hear', () =>
      socket.heard.some(
        ([name, event]) => name === 'erased' && JSON.stringify(event).includes(conversationId),
      ),
    );
    socket.socket.close();
    const query = { since: lastSeq };
    const { messages } = await harness.call(
      conversationsApi.deskEvents,
      { params, query },
      await harness.deskToken(),
    );
    expect(messages.map(({ erased, original }) => [erased, original])).toEqual([
      [true, ''],
      [true, ''],
    ]);
  });

  it('keeps the text of unsent messages, and offers no action on erased ones', async () => {
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Hola'));
    const [{ conversation_id: conversationId = '' } = {}] = await harness.quiet(chat);
    const [waits, failed] = [
      await saysByHand(conversationId, 'one'),
      await saysByHand(conversationId, 'two'),
    ];
    await harness.quiet(chat);
    const become = (id: string, delivery: string) =>
      harness.database.db.execute(sql`update messages set delivery = ${delivery},
        next_attempt_at = now() + interval '1 hour' where id = ${id}`);
    await become(waits.id, 'queued');
    await become(failed.id, 'failed');
    harness.clock.advance(keptForMs + minute);
    await erase();
    expect((await harness.messagesOf(chat)).map(({ original }) => original)).toEqual(['', 'one', '']);
    const params = { messageId: failed.id };
    for (const endpoint of [conversationsApi.retryMessage, conversationsApi.sendOriginal]) {
      await expect(harness.call(endpoint, { params }, await harness.deskToken())).rejects.toMatchObject({
        error: 'message.not-failed',
      });
    }
    await become(waits.id, 'sent');
    await erase();
    expect((await harness.messagesOf(chat)).map(({ original }) => original)).toEqual(['', '', '']);
  });

  it('erases each text once across several processes', async () => {
    const chats = Array.from({ length: 30 }, () => randomUUID());
    await harness.tell(
      ...chats.flatMap((chat) => [harness.inbound(chat, 'Hola'), harness.inbound(chat, 'Gracias')]),
    );
    for (const chat of chats) await harness.quiet(chat);
    harness.clock.advance(keptForMs + minute);
    await Promise.all([erase(), erase(), erase()]);
    for (const chat of chats) {
      const rows = await harness.messagesOf(chat);
      expect(rows.every(({ original, erased_at }) => original === '' && erased_at !== null)).toBe(true);
    }
    const { rows } = await harness.database.db.execute(sql`
      select conversation_id, changed_seq from messages group by 1, 2 having count(*) > 1`);
    expect(rows, 'numbers that were given twice').toEqual([]);
  });

  it('shares no translations with others in its workspace', async () => {
    const cached = async () => {
      const { rows } = await harness.database.db.execute<{ n: number }>(
        sql`select count(*) as n from translation_cache`,
      );
      return rows[0]?.n ?? 0;
    };
    const before = await cached();
    const line = `Quiero comprar la casa ${randomUUID().slice(0, 4)}, gracias por la ayuda`;
    const [first, second] = [randomUUID(), randomUUID()];
    await harness.tell(harness.inbound(first, line));
    expect((await harness.quiet(first))[0]?.characters).toBeGreaterThan(0);
    expect(await cached()).toBe(before);
    await harness.decide({ save_chat_history: true });
    await harness.tell(harness.inbound(second, line));
    expect((await harness.quiet(second))[0]?.characters).toBeGreaterThan(0);
    expect(await cached()).toBe(before + 1);
  });
});

describe('a workspace that keeps texts for some days', () => {
  const set = async (days: number | null, replaces: number | null) =>
    harness.call(conversationsApi.setChatRetention, { body: { days, replaces } }, await harness.ownerToken());
  const preview = async (days: number) =>
    harness.call(conversationsApi.previewChatRetention, { query: { days } }, await harness.ownerToken());

  it('erases as many older texts as were shown before, numbers the changes, and removes them from search', async () => {
    await harness.decide({ save_chat_history: true });
    const chat = randomUUID();
    await harness.tell(
      harness.inbound(chat, 'Hola vieja', { sentAt: harness.clock.now() - 40 * 86_400_000 }),
    );
    await harness.tell(harness.inbound(chat, 'Hola nueva'));
    const before = await harness.quiet(chat);
    const wordless = randomUUID();
    const attachment = { type: 'contact' as const, name: 'Marta', phones: ['+34 600'] };
    const sentAt = harness.clock.now() - 40 * 86_400_000;
    await harness.tell(harness.inbound(wordless, '', { kind: 'contact', attachment, sentAt }));
    await indexWaiting(harness, new AbortController().signal, 0);
    const records = await recordFinds(before);
    expect(await preview(30)).toEqual({ messages: 2, more: false });
    expect(await preview(60)).toEqual({ messages: 0, more: false });
    expect(await set(30, null)).toEqual({ days: 30 });
    await expect(set(60, 90)).rejects.toMatchObject({ error: 'resource.stale' });
    await Promise.all([erase(), erase()]);
    expect(await harness.messagesOf(chat)).toMatchObject([
      { original: '', translation: null, characters: before[0]?.characters, erased_at: expect.anything() },
      { original: 'Hola nueva', erased_at: null },
    ]);
    expect(await records()).toEqual(['new', 'refused lately']);
    expect(await harness.messagesOf(wordless)).toMatchObject([
      { attachment: null, erased_at: expect.anything() },
    ]);
    const { list } = await harness.call(
      conversationsApi.searchMessages,
      { query: { text: 'hola' } },
      await harness.ownerToken(),
    );
    expect(list.map(({ original }) => original.text)).toEqual(['Hola nueva']);
    expect(await preview(30)).toEqual({ messages: 0, more: false });
    expect(await set(null, 30)).toEqual({ days: null });
    harness.clock.advance(400 * 86_400_000);
    await erase();
    expect((await harness.messagesOf(chat))[1]).toMatchObject({ original: 'Hola nueva' });
    const { rows } = await harness.database.db.execute(sql`
      select details from audit_entries where object_id::text = 'chat-retention' order by created_at`);
    expect(rows).toEqual([
      { details: { 'chatRetentionDays.before': null, 'chatRetentionDays.after': 30 } },
      { details: { 'chatRetentionDays.before': 30, 'chatRetentionDays.after': null } },
    ]);
  });
});

describe('the owner', () => {
  it('reads no text that arrived while its sub-account kept none, even if the setting changes', async () => {
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Buenos días, ¿dónde está mi pedido?'));
    const [{ conversation_id: conversationId = '' } = {}] = await harness.quiet(chat);
    const hidden = await consoleSees(conversationId);
    expect(hidden).toMatchObject({
      textsKept: false,
      messages: [{ erased: true, original: '', translation: null }],
    });
    expect(hidden.last).toMatchObject({ erased: true, original: '', translation: null });
    await harness.decide({ save_chat_history: true });
    await harness.tell(harness.inbound(chat, 'Hola otra vez'));
    await harness.quiet(chat);
    const seen = async () => (await consoleSees(conversationId)).messages.map(({ original }) => original);
    expect(await seen()).toEqual(['', 'Hola otra vez']);
    expect(await consoleSees(conversationId)).toMatchObject({
      textsKept: true,
      messages: [{ erased: true }, { erased: false }],
    });
    await harness.decide({ save_chat_history: false });
    expect(await seen()).toEqual(['', 'Hola otra vez']);
    await harness.decide({ save_chat_history: true });
    harness.clock.advance(keptForMs + minute);
    await erase();
    expect((await harness.messagesOf(chat)).map(({ original }) => original)).toEqual(['', 'Hola otra vez']);
  });

  it('reads no withheld text after an account has moved, and loses none it could read', async () => {
    const token = await harness.ownerToken();
    const form = { remark: 'Keeps texts', unlimited: true, characters: 0 };
    const { subAccount: keeping } = await harness.call(
      subAccountsApi.createSubAccount,
      { body: form },
      token,
    );
    const move = async (subAccountId: string) => {
      const body = { id: harness.site, subAccountId };
      await harness.call(channelsApi.moveSocialAccount, { body }, await harness.ownerToken());
    };
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'secreto'));
    const [{ conversation_id: conversationId = '' } = {}] = await harness.quiet(chat);
    await move(keeping.id);
    await harness.tell(harness.inbound(chat, 'guardado'));
    await harness.quiet(chat);
    const seen = async () => {
      const { messages, last } = await consoleSees(conversationId);
      return [...messages.map(({ original }) => original), last?.original];
    };
    expect(await seen()).toEqual(['', 'guardado', 'guardado']);
    await move(harness.agent.subAccountId);
    await harness.tell(harness.inbound(chat, 'otro secreto'));
    await harness.quiet(chat);
    expect(await seen()).toEqual(['', 'guardado', '', '']);
    await move(keeping.id);
    harness.clock.advance(keptForMs + minute);
    await erase();
    expect((await harness.messagesOf(chat)).map(({ original }) => original)).toEqual(['', 'guardado', '']);
    await move(harness.agent.subAccountId);
  });

  it('receives no text by the socket, while its desk does', async () => {
    const [owner, desk] = await Promise.all([
      harness.ownerToken().then((token) => connectSocket(harness.url, token)),
      harness.deskToken().then((token) => connectSocket(harness.url, token)),
    ]);
    const secret = `secreto ${randomUUID()}`;
    await harness.tell(harness.inbound(randomUUID(), secret));
    const heard = ({ heard }: typeof owner, event: string) =>
      JSON.stringify(heard.filter(([name]) => name === event));
    await until(
      'both to hear',
      () => heard(owner, 'moved') !== '[]' && heard(desk, 'changed').includes(secret),
    );
    expect(JSON.stringify(owner.heard)).not.toContain(secret);
    owner.socket.close();
    desk.socket.close();
  });

  it('keeps reading the texts of sub-accounts that keep them, however old', async () => {
    await harness.decide({ save_chat_history: true });
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'Buenos días'));
    await harness.quiet(chat);
    harness.clock.advance(3 * keptForMs);
    await erase();
    expect((await harness.messagesOf(chat))[0]).toMatchObject({ original: 'Buenos días', erased_at: null });
  });
});

it('doesn’t compare erased texts pairwise', async () => {
  const { workspaceId } = harness.owner;
  const { database } = harness;
  // With other workspaces' rows: in a small table the planner would read all of the workspace's instead of using keys.
  await database.db.execute(sql`
    insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title, last_seq)
    select a.workspace_id, gen_random_uuid(), a.id, a.sub_account_id, a.platform, 'erased ' || n, 'private', '', 2
    from (select * from social_accounts where workspace_id = ${workspaceId} limit 1) a, generate_series(1, 2000) n`);
  await database.db.execute(sql`
    insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, original,
      translation_state, delivery, sent_at, created_at)
    select c.workspace_id, gen_random_uuid(), c.id, c.social_account_id, n, n, 'in', 'text', 'Hola', 'none', 'received',
      '2020-01-01', '2020-01-01'
    from conversations c, generate_series(1, 2) n where c.chat_id like 'erased %'`);
  const { rows: chats } = await database.db.execute<{ id: string }>(sql`
    select id from conversations where chat_id like 'erased %' limit 400`);
  const texts = { kind: 'aged', before: new Date('2021-01-01') } as const;
  const ids = chats.map(({ id }) => id);
  const compared = await transaction(database, (tx) =>
    rowsCompared(tx, (explaining) => eraseSome(explaining, workspaceId, ids, { texts, now: new Date() })),
  );
  const { rows: numbered } = await database.db.execute(sql`
    select c.last_seq, array_agg(m.changed_seq::int order by m.seq) as changes, bool_and(m.original = '') as erased
    from messages m join conversations c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
    where c.id = any(${sql.param(ids)}::uuid[]) group by c.id, c.last_seq`);
  expect(numbered).toEqual(
    Array.from({ length: 400 }, () => ({ last_seq: 4, changes: [3, 4], erased: true })),
  );
  expect(compared).toBeLessThan(800);
});
