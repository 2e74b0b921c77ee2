import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import * as visitorApi from '@parley/contract/visitor';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import {
  type ChatHarness,
  readsEnglish,
  startChatHarness,
  visitorId,
} from '../../../testing/chat-harness.ts';
import { rowsRead } from '../../../testing/rows-read.ts';
import { readForVisitor } from './visitor.ts';

let harness: ChatHarness;
beforeAll(async () => {
  harness = await startChatHarness();
  const own = { ...readsEnglish, receiveTranslationEnable: false };
  await harness.call(conversationsApi.putDeskSettings, { body: { own } }, harness.agent.token);
});
afterAll(() => harness.close());

const eventsSince = (conversationId: string, since: number, limit = 500) =>
  harness.call(
    conversationsApi.deskEvents,
    { params: { conversationId }, query: { since, limit } },
    harness.agent.token,
  );
const one = (conversationId: string) =>
  harness.call(conversationsApi.deskConversation, { params: { conversationId } }, harness.agent.token);
const read = (conversationId: string, seq: number) =>
  harness.call(conversationsApi.markRead, { params: { conversationId }, body: { seq } }, harness.agent.token);
const allSent = (conversationId: string) =>
  until('all to be sent', async () =>
    (await harness.messagesOf(conversationId)).every((it) => ['received', 'sent'].includes(it.delivery)),
  );

describe('numbers', () => {
  it('numbers changes 1, 2, 3 … without a gap for fifty concurrent writers on both sides', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    await Promise.all([
      ...Array.from({ length: 25 }, (_, i) => harness.visitorSays(visitor, `visitor ${i}`)),
      ...Array.from({ length: 25 }, (_, i) =>
        harness.says(conversationId, `agent ${i}`, { mode: 'original' }),
      ),
    ]);
    await allSent(conversationId);
    const { messages, seq } = await eventsSince(conversationId, 0);
    expect(messages).toHaveLength(51);
    // Each outbound one changes twice after it was numbered: sending, sent.
    expect(seq).toBe(51 + 25 * 2);
    const places = messages.map((it) => it.seq).sort((a, b) => a - b);
    expect(new Set(places).size).toBe(51);
    expect((await one(conversationId)).lastSeq).toBe(seq);
  });

  it('numbers changes 1, 2, 3 … in the order of each call when only the customer writes', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    for (let i = 0; i < 5; i += 1) await harness.visitorSays(visitor, `line ${i}`);
    await Promise.all(Array.from({ length: 50 }, (_, i) => harness.visitorSays(visitor, `at once ${i}`)));
    const messages = await harness.messagesOf(conversationId);
    expect(messages.map((it) => it.seq)).toEqual(Array.from({ length: 56 }, (_, i) => i + 1));
    expect(messages.slice(1, 6).map((it) => it.original)).toEqual([0, 1, 2, 3, 4].map((i) => `line ${i}`));
  });

  it('uses no number for a redelivered message', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    const id = randomUUID();
    const first = await harness.visitorSays(visitor, 'dos', id);
    const again = await Promise.all(
      Array.from({ length: 10 }, () => harness.visitorSays(visitor, 'dos', id)),
    );
    expect(new Set([first, ...again].map((it) => JSON.stringify(it))).size).toBe(1);
    expect(await one(conversationId)).toMatchObject({ lastSeq: 2, unread: 2 });
    await expect(harness.visitorSays(visitor, 'tres', id)).rejects.toMatchObject({
      error: 'message.id-taken',
    });
    const other = await harness.startVisitor(harness.site);
    await expect(harness.visitorSays(other, 'dos', id)).rejects.toMatchObject({ error: 'message.id-taken' });
  });
});

describe('events since N', () => {
  it('returns each change once and in order, in pages of any size, despite concurrent changes', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    let busy = true;
    const writing = (async () => {
      for (let i = 0; i < 15; i += 1) {
        await Promise.all([
          harness.visitorSays(visitor, `in ${i}`),
          harness.says(conversationId, `out ${i}`, { mode: 'original' }),
        ]);
      }
      await allSent(conversationId);
      busy = false;
    })();
    const seen: number[] = [];
    const state = new Map<string, conversationsApi.Message>();
    let since = 0;
    for (let idle = false; !idle; ) {
      const last = !busy;
      const answer = await eventsSince(conversationId, since, 3);
      for (const message of answer.messages) {
        seen.push(message.changedSeq);
        state.set(message.id, message);
      }
      expect(answer.seq).toBeGreaterThanOrEqual(since);
      idle = last && !answer.more && answer.messages.length === 0;
      since = answer.seq;
    }
    await writing;
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    const whole = await harness.messagesOf(conversationId);
    expect([...state.values()].sort((a, b) => a.seq - b.seq)).toEqual(whole);
    expect(since).toBe((await one(conversationId)).lastSeq);
  });

  it('returns no changes when nothing happened, and none up to the number asked for', async () => {
    const { conversationId } = await harness.meet('uno', 'dos', 'tres');
    expect(await eventsSince(conversationId, 3)).toEqual({ messages: [], seq: 3, more: false });
    expect((await eventsSince(conversationId, 1)).messages.map((it) => it.seq)).toEqual([2, 3]);
    expect(await eventsSince(conversationId, 1, 1)).toMatchObject({ seq: 2, more: true });
  });
});

describe('history', () => {
  it('reads history backwards in stretches, without gaps or duplicates', async () => {
    const { visitor, conversationId } = await harness.meet('line 1');
    for (let i = 2; i <= 12; i += 1) await harness.visitorSays(visitor, `line ${i}`);
    const places: number[] = [];
    let before: number | undefined;
    for (;;) {
      const query = { limit: 5, ...(before === undefined ? {} : { before }) };
      const answer = await harness.call(
        conversationsApi.deskMessages,
        { params: { conversationId }, query },
        harness.agent.token,
      );
      places.unshift(...answer.messages.map((it) => it.seq));
      if (!answer.more) break;
      before = answer.messages[0]?.seq;
    }
    expect(places).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
  });
});

describe('the list of conversations', () => {
  it('pages by cursor without gaps or duplicates, although new conversations arrive meanwhile', async () => {
    const mine = await harness.createSubAccount(harness.owner);
    const site = await harness.addWebchat(harness.owner, mine.subAccountId);
    for (let i = 0; i < 9; i += 1) await harness.visitorSays(await harness.startVisitor(site), `line ${i}`);
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 10; pages += 1) {
      const query = { pageSize: 2, ...(cursor === undefined ? {} : { cursor }) };
      const page = await harness.call(conversationsApi.deskConversations, { query }, mine.token);
      seen.push(...page.list.map((it) => it.lastMessage?.original ?? ''));
      await harness.visitorSays(await harness.startVisitor(site), 'newer');
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0].map((i) => `line ${i}`));
    const byNumber = { query: { pageSize: 2, pageNo: 2, ...(cursor === undefined ? {} : { cursor }) } };
    const second = await harness.call(conversationsApi.deskConversations, byNumber, mine.token);
    expect(second.list).toEqual([]);
    const third = await harness.call(
      conversationsApi.deskConversations,
      { query: { pageSize: 5, pageNo: 2 } },
      mine.token,
    );
    expect(third.list.map((it) => it.lastMessage?.original)).toEqual([
      'line 8',
      'line 7',
      'line 6',
      'line 5',
      'line 4',
    ]);
  });

  it('begins at the start for an invalid cursor', async () => {
    const pages = await Promise.all(
      ['x', '1_', `1_${'-'.repeat(36)}`, `${'9'.repeat(15)}_${randomUUID()}`].map((cursor) =>
        harness.call(conversationsApi.deskConversations, { query: { cursor } }, harness.agent.token),
      ),
    );
    for (const page of pages) expect(page.list.length).toBeGreaterThan(0);
  });

  it('filters by title, account and unread', async () => {
    const { conversationId } = await harness.meet('uno');
    const { title, socialAccountId } = await one(conversationId);
    const ids = async (query: Record<string, string>) =>
      (
        await harness.call(
          conversationsApi.deskConversations,
          { query: { ...query, pageSize: 200 } },
          harness.agent.token,
        )
      ).list.map((it) => it.id);
    expect(await ids({ search: title.toLowerCase() })).toContain(conversationId);
    expect(await ids({ search: '%' })).toEqual([]);
    expect(await ids({ search: '\0' })).toEqual([]);
    expect(await ids({ socialAccountId })).toContain(conversationId);
    expect(await ids({ socialAccountId: randomUUID() })).toEqual([]);
    expect(await ids({ unread: 'true' })).toContain(conversationId);
    await read(conversationId, 1);
    expect(await ids({ unread: 'true' })).not.toContain(conversationId);
  });

  it('shows the owner all of them, with names, and another owner none', async () => {
    const { conversationId } = await harness.meet('uno');
    const query = { pageSize: 200 };
    const { list } = await harness.call(
      conversationsApi.chatHistoryConversations,
      { query },
      harness.owner.token,
    );
    expect(list.find((it) => it.id === conversationId)).toMatchObject({
      subAccountRemark: 'Agent',
      socialAccountName: 'Shop',
      lastMessage: { original: 'uno' },
    });
    const stranger = await harness.registerOwner({ characters: 0 });
    expect(
      (await harness.call(conversationsApi.chatHistoryConversations, { query }, stranger.token)).list,
    ).toEqual([]);
    const request = { params: { conversationId }, query: {} };
    expect(
      (await harness.call(conversationsApi.chatHistoryMessages, request, harness.owner.token)).messages,
    ).toHaveLength(1);
    await expect(
      harness.call(conversationsApi.chatHistoryMessages, request, stranger.token),
    ).rejects.toMatchObject({
      status: 404,
    });
  });

  it('shows the owner the events of a conversation, in parts, and records that', async () => {
    const { visitor, conversationId } = await harness.meet('uno', 'dos');
    const eventsFor = (since: number, limit: number) =>
      harness.call(
        conversationsApi.chatHistoryEvents,
        { params: { conversationId }, query: { since, limit } },
        harness.owner.token,
      );
    const { seq } = await eventsFor(0, 500);
    await harness.visitorSays(visitor, 'tres');
    await harness.visitorSays(visitor, 'cuatro');
    const first = await eventsFor(seq, 1);
    expect(first).toMatchObject({ messages: [{ original: 'tres' }], more: true });
    expect(first).toEqual({ ...(await eventsSince(conversationId, seq, 1)), messages: first.messages });
    const rest = await eventsFor(first.seq, 500);
    expect(rest).toMatchObject({ messages: [{ original: 'cuatro' }], more: false });
    const { rows } = await harness.app.database.db.execute(
      sql`select action from audit_entries where object_id = ${conversationId}`,
    );
    expect(rows).toEqual([{ action: 'chat-history.read' }]);
  });
});

describe('the read mark', () => {
  it('moves forward only, and counts what is left', async () => {
    const { conversationId } = await harness.meet('uno', 'dos', 'tres');
    expect(await one(conversationId)).toMatchObject({ unread: 3, readSeq: 0 });
    expect(await read(conversationId, 2)).toMatchObject({ unread: 1, readSeq: 2 });
    expect(await read(conversationId, 1)).toMatchObject({ unread: 1, readSeq: 2 });
    expect(await read(conversationId, 1_000)).toMatchObject({ unread: 0 });
    const colleague = await harness.createSubAccount(harness.owner);
    const request = { params: { conversationId }, body: { seq: 3 } };
    await expect(harness.call(conversationsApi.markRead, request, colleague.token)).rejects.toMatchObject({
      status: 404,
    });
  });

  it('doesn’t mark messages that arrive after a mark that reached too far', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    await read(conversationId, 1_000_000);
    await harness.visitorSays(visitor, 'dos');
    expect(await one(conversationId)).toMatchObject({ unread: 1 });
  });

  it('counts correctly after many concurrent marks and messages', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => [
        harness.visitorSays(visitor, `line ${i}`),
        read(conversationId, i),
      ]).flat(),
    );
    const { readSeq, unread } = await one(conversationId);
    const messages = await harness.messagesOf(conversationId);
    expect(unread).toBe(messages.filter((it) => it.direction === 'in' && it.seq > readSeq).length);
  });
});

describe('the visitor', () => {
  it('sees sent messages in their language, their own lines, and read marks', async () => {
    const { visitor, conversationId } = await harness.meet('uno', 'dos');
    await read(conversationId, 1);
    const sent = await harness.says(conversationId, 'an answer', { mode: 'original' });
    await allSent(conversationId);
    const { messages, lastSeq } = await harness.visitorSees(visitor);
    expect(messages.map(({ from, text, state }) => [from, text, state]).sort()).toEqual([
      ['business', 'an answer', 'sent'],
      ['visitor', 'dos', 'sent'],
      ['visitor', 'uno', 'read'],
    ]);
    expect((await harness.visitorSees(visitor, lastSeq)).messages).toEqual([]);
    const receipt = (state: 'delivered' | 'read') =>
      harness.call(visitorApi.visitorReceipt, { body: { seq: sent.seq, state } }, visitor.token);
    const stateOf = async () =>
      (await harness.messagesOf(conversationId)).find((it) => it.id === sent.id)?.delivery;
    await receipt('delivered');
    expect(await stateOf()).toBe('delivered');
    await receipt('read');
    expect(await stateOf()).toBe('read');
    await receipt('delivered');
    expect(await stateOf()).toBe('read');
  });

  it('sees nothing of another visitor’s', async () => {
    await harness.meet('secret');
    const other = await harness.startVisitor(harness.site);
    const nothing = { messages: [], lastSeq: 0, online: false, rating: null };
    expect(await harness.visitorSees(other)).toEqual(nothing);
  });

  it('answers a visitor from a long conversation as fast as from a short one', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    const [own] = (await harness.visitorSees(visitor)).messages;
    const { database } = harness.app;
    const { rows } = await database.pool.query<{ workspaceId: WorkspaceId; socialAccountId: string }>(
      `insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
                             original, translation_state, delivery, platform_message_id, sent_at)
       select workspace_id, gen_random_uuid(), id, social_account_id, 100 + i, 100 + i, 'in', 'text', '', 'none',
         'received', id || ' ' || i, now() from conversations, generate_series(1, 4000) i where id = $1
       returning workspace_id as "workspaceId", social_account_id as "socialAccountId"`,
      [conversationId],
    );
    await database.pool.query('analyze messages, conversations');
    const [place] = rows;
    if (!own || !place) throw new Error('there is nothing to find');
    const chat = { socialAccountId: place.socialAccountId, chatId: visitorId(visitor), hasNames: false };
    await transaction(database, async (tx) => {
      const read = await rowsRead(tx, 'messages', async () => {
        const { messages } = await readForVisitor(tx, place.workspaceId, chat, 0, own.id);
        expect(messages.map(({ id }) => id)).toEqual([own.id]);
      });
      expect(read).toBeLessThan(20);
    });
  });

  it('ends up with the agent’s read mark, however often the visitor polls meanwhile', async () => {
    const { visitor, conversationId } = await harness.meet('uno');
    const { socialAccountId } = await one(conversationId);
    const chat = { socialAccountId, chatId: visitorId(visitor), hasNames: false };
    const ask = (since: number) =>
      readForVisitor(harness.app.database, harness.owner.workspaceId, chat, since);
    for (let round = 0; round < 40; round += 1) {
      const said = await harness.visitorSays(visitor, `line ${round}`);
      const before = (await ask(0)).lastSeq;
      // For each message, a page keeps the copy with the highest number.
      const asked = Array.from({ length: 8 }, () => ask(before));
      await read(conversationId, before);
      const answers = await Promise.all(asked);
      const known = answers.flatMap(({ messages }) => messages).filter(({ id }) => id === said.id);
      const since = Math.max(...answers.map(({ lastSeq }) => lastSeq));
      known.push(...(await ask(since)).messages.filter(({ id }) => id === said.id));
      const latest = Math.max(...known.map(({ changedSeq }) => changedSeq));
      expect(known.find(({ changedSeq }) => changedSeq === latest)?.state, `round ${round}`).toBe('read');
    }
  });
});
