/** Reading of conversations by desks, visitors and owners, and the numbers by which they follow changes. */
import { randomUUID } from 'node:crypto';
import type { Message } from '@parley/contract/conversations';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { conversations, messages } from '../../../schema/conversations.ts';
import { countReadRows } from '../../../testing/count-read-rows.ts';
import { presentMessage } from '../presenter.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import { type ConversationsWorld, readsEnglish } from '../testing/conversations-world.ts';
import { readHistory } from './history.ts';
import { markRead } from './mark-read.ts';
import { readConversation, readConversations, readEvents } from './queries.ts';
import { readForVisitor } from './visitor.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
beforeAll(async () => {
  harness = await startConversationsHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  const translation = { ...readsEnglish, receiveTranslationEnable: false };
  world = await harness.openWorkspace({ agent: { translation } });
});

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const original = { mode: 'original' } as const;

async function rowOf(id: string) {
  const item = await readConversation(harness.database, world.workspaceId, id);
  if (item === null) throw new Error('there is no such conversation');
  return item.row;
}
const eventsSince = async (id: string, since: number, limit = 500) => {
  const { rows, ...events } = await readEvents(harness.database, await rowOf(id), { since, limit });
  return { ...events, messages: rows.map(presentMessage) };
};
const read = (id: string, seq: number, caller = world.agent) => markRead(harness.deps, caller, id, seq);
const seenBy = (chatId: string, since = 0) =>
  readForVisitor(
    harness.database,
    world.workspaceId,
    { socialAccountId: world.site.id, chatId, hasNames: false },
    since,
  );

describe('numbers', () => {
  it('numbers changes 1, 2, 3 … without a gap for fifty concurrent writers on both sides', async () => {
    const chat = await world.meet('uno');
    await Promise.all(
      numbered(1, 25).flatMap((n) => [
        world.writes(chat, `visitor ${n}`),
        world.says(chat.conversationId, `agent ${n}`, original),
      ]),
    );
    await world.deliver();
    const { messages: changed, seq } = await eventsSince(chat.conversationId, 0);
    // Each outbound one changes twice after it was numbered: sending, sent.
    expect(seq).toBe(51 + 25 * 2);
    expect(new Set(changed.map((it) => it.seq)).size).toBe(51);
    expect((await world.conversation(chat.conversationId)).lastSeq).toBe(seq);
  });

  it('numbers changes in the order of the calls when only the customer writes', async () => {
    const chat = await world.meet('uno');
    for (const n of numbered(1, 5)) await world.writes(chat, `line ${n}`);
    await Promise.all(numbered(1, 50).map((n) => world.writes(chat, `at once ${n}`)));
    const stored = await world.messagesOf(chat.conversationId);
    expect(stored.map(({ seq }) => seq)).toEqual(numbered(1, 56));
    expect(stored.slice(1, 6).map((it) => it.original)).toEqual(numbered(1, 5).map((n) => `line ${n}`));
  });

  it('uses no number for a message that is redelivered several times at once', async () => {
    const { chatId, conversationId } = await world.meet('uno');
    const again = world.inbound(chatId, 'dos');
    await world.receive(again);
    await Promise.all(numbered(1, 10).map(() => world.receive(again)));
    expect(await world.conversation(conversationId)).toMatchObject({ lastSeq: 2, unread: 2 });
  });
});

describe('events since a number', () => {
  it('returns each change once and in order, in pages of any size, despite concurrent changes', async () => {
    const chat = await world.meet('uno');
    let busy = true;
    const writing = (async () => {
      for (const n of numbered(1, 15)) {
        await Promise.all([
          world.writes(chat, `in ${n}`),
          world.says(chat.conversationId, `out ${n}`, original),
        ]);
        await world.deliver();
      }
      busy = false;
    })();
    const seen: number[] = [];
    const state = new Map<string, Message>();
    let since = 0;
    for (let idle = false; !idle; ) {
      const last = !busy;
      const answer = await eventsSince(chat.conversationId, since, 3);
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
    const whole = await world.messagesOf(chat.conversationId);
    expect([...state.values()].sort((a, b) => a.seq - b.seq)).toEqual(whole);
    expect(since).toBe((await world.conversation(chat.conversationId)).lastSeq);
  });

  it('returns all of many changes in pages to a desk that comes back later', async () => {
    const { conversationId } = await world.meet(...numbered(1, 8).map((n) => `line ${n}`));
    const pages: number[][] = [];
    let since = 0;
    for (let more = true; more; ) {
      const page = await eventsSince(conversationId, since, 3);
      pages.push(page.messages.map(({ changedSeq }) => changedSeq));
      ({ more, seq: since } = page);
    }
    expect(pages).toEqual([numbered(1, 3), numbered(4, 6), numbered(7, 8)]);
    expect(since).toBe(8);
  });

  it('returns no changes when nothing happened, and none up to the number asked for', async () => {
    const { conversationId } = await world.meet('uno', 'dos', 'tres');
    expect(await eventsSince(conversationId, 3)).toEqual({ messages: [], seq: 3, more: false });
    expect((await eventsSince(conversationId, 1)).messages.map((it) => it.seq)).toEqual([2, 3]);
    expect(await eventsSince(conversationId, 1, 1)).toMatchObject({ seq: 2, more: true });
  });
});

it('reads history backwards in stretches, without gaps or duplicates', async () => {
  const { conversationId } = await world.meet(...numbered(1, 12).map((n) => `line ${n}`));
  const places: number[] = [];
  for (let more = true; more; ) {
    const place = { limit: 5, before: places[0] };
    const stretch = await readHistory(harness.database, world.workspaceId, conversationId, place);
    places.unshift(...stretch.messages.map(({ seq }) => seq));
    more = stretch.more;
  }
  expect(places).toEqual(numbered(1, 12));
});

describe('the list of conversations', () => {
  const lastLines = ({ list }: Awaited<ReturnType<typeof world.list>>) =>
    list.map(({ lastMessage }) => lastMessage?.original);
  const newestFirst = numbered(1, 9)
    .map((n) => `line ${n}`)
    .reverse();

  it('pages by cursor without gaps or duplicates, although new conversations arrive meanwhile', async () => {
    for (const n of numbered(1, 9)) await world.meet(`line ${n}`);
    const seen: unknown[] = [];
    let cursor: string | undefined;
    for (let more = true; more; ) {
      const page = await world.list({ pageSize: 2, cursor });
      seen.push(...lastLines(page));
      await world.meet('newer');
      more = page.nextCursor !== null;
      cursor = page.nextCursor ?? cursor;
    }
    expect(seen).toEqual(newestFirst);
    expect(lastLines(await world.list({ pageSize: 2, pageNo: 2, cursor }))).toEqual([]);
    expect(lastLines(await world.list({ pageSize: 5, pageNo: 2 }))).toEqual(newestFirst.slice(0, 5));
  });

  it('pages by cursor for the owner, in the same order', async () => {
    for (const n of numbered(1, 9)) await world.meet(`line ${n}`);
    const seen: unknown[] = [];
    let cursor: string | undefined;
    for (let more = true; more; ) {
      const page = await readConversations(harness.database, world.workspaceId, { pageSize: 2, cursor });
      seen.push(...lastLines(page));
      more = page.nextCursor !== null;
      cursor = page.nextCursor ?? undefined;
    }
    expect(seen).toEqual(newestFirst);
  });

  it.each(['x', '1_', `1_${'-'.repeat(36)}`, `${'9'.repeat(15)}_${randomUUID()}`])(
    'begins at the start for the invalid cursor %s',
    async (cursor) => {
      await world.meet('uno');
      expect((await world.list({ cursor })).list).toHaveLength(1);
      const owners = await readConversations(harness.database, world.workspaceId, { pageSize: 9, cursor });
      expect(owners.list).toHaveLength(1);
    },
  );

  it('filters by title, account and unread', async () => {
    const { conversationId: id } = await world.meet('uno');
    await world.meet('dos');
    const { title, socialAccountId } = await rowOf(id);
    const ids = async (query: Parameters<typeof world.list>[0]) =>
      (await world.list(query)).list.map(({ row }) => row.id);
    expect(await ids({ search: title.toUpperCase() })).toEqual([id]);
    expect(await ids({ search: '%' })).toEqual([]);
    expect(await ids({ socialAccountId })).toContain(id);
    expect(await ids({ socialAccountId: randomUUID() })).toEqual([]);
    expect(await ids({ unread: true })).toContain(id);
    await read(id, 1);
    expect(await ids({ unread: true })).not.toContain(id);
  });

  it('lists nothing of another sub-account or workspace', async () => {
    const { conversationId } = await world.meet('uno');
    const colleague = await world.addAgent();
    expect((await world.list({}, colleague)).list).toEqual([]);
    const stranger = await harness.openWorkspace();
    const theirs = await readConversations(harness.database, stranger.workspaceId, { pageSize: 9 });
    expect(theirs.list).toEqual([]);
    expect(await readConversation(harness.database, stranger.workspaceId, conversationId)).toBeNull();
  });
});

describe('the read mark', () => {
  it('moves forward only, and counts what is left', async () => {
    const { conversationId } = await world.meet('uno', 'dos', 'tres');
    expect(await world.conversation(conversationId)).toMatchObject({ unread: 3, readSeq: 0 });
    expect(await read(conversationId, 2)).toMatchObject({ unread: 1, readSeq: 2 });
    expect(await read(conversationId, 1)).toMatchObject({ unread: 1, readSeq: 2 });
    expect(await read(conversationId, 1_000)).toMatchObject({ unread: 0 });
  });

  it('refuses another sub-account’s mark', async () => {
    const { conversationId } = await world.meet('uno');
    const marking = read(conversationId, 1, await world.addAgent());
    await expect(marking).rejects.toMatchObject({ error: 'conversation.not-found' });
    expect(await world.conversation(conversationId)).toMatchObject({ unread: 1 });
  });

  it('announces the mark to the desks when it moves, and only then', async () => {
    const { conversationId } = await world.meet('uno', 'dos');
    const told = () => harness.emitted.filter(({ event }) => Object(event).conversationId === conversationId);
    const before = told().length;
    await read(conversationId, 1);
    await read(conversationId, 1);
    expect(told().slice(before)).toEqual([
      {
        to: `desk ${world.agent.subAccountId}`,
        name: 'conversation',
        event: { conversationId, readSeq: 1, unread: 1 },
      },
    ]);
  });

  it('doesn’t mark messages that arrive after a mark that reached too far', async () => {
    const chat = await world.meet('uno');
    await read(chat.conversationId, 1_000_000);
    await world.writes(chat, 'dos');
    expect(await world.conversation(chat.conversationId)).toMatchObject({ unread: 1 });
  });

  it('counts correctly after many concurrent marks and messages', async () => {
    const chat = await world.meet('uno');
    await Promise.all(
      numbered(0, 19).flatMap((n) => [world.writes(chat, `line ${n}`), read(chat.conversationId, n)]),
    );
    const { readSeq, unread } = await world.conversation(chat.conversationId);
    const stored = await world.messagesOf(chat.conversationId);
    expect(unread).toBe(stored.filter((it) => it.direction === 'in' && it.seq > readSeq).length);
  });
});

describe('a visitor', () => {
  it('sees messages that were sent, their own lines and read marks, each change once', async () => {
    const { chatId, conversationId } = await world.meet('uno', 'dos');
    await read(conversationId, 1);
    await world.says(conversationId, 'an answer', original);
    await world.deliver();
    await world.says(conversationId, 'not sent yet', original);
    const { messages: seen, lastSeq } = await seenBy(chatId);
    expect(seen.map(({ from, text, state }) => [from, text, state]).sort()).toEqual([
      ['business', 'an answer', 'sent'],
      ['visitor', 'dos', 'sent'],
      ['visitor', 'uno', 'read'],
    ]);
    expect((await seenBy(chatId, lastSeq)).messages).toEqual([]);
  });

  it('sees nothing of another visitor’s', async () => {
    await world.meet('secret');
    expect(await seenBy(randomUUID())).toEqual({ messages: [], lastSeq: 0 });
  });

  it('receives an answer from a long conversation as fast as from a short one', async () => {
    const { chatId, conversationId } = await world.meet('uno');
    const [own] = (await seenBy(chatId)).messages;
    const { database } = harness;
    await database.db.execute(sql`
      insert into ${messages} (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
        original, translation_state, delivery, platform_message_id, sent_at)
      select workspace_id, gen_random_uuid(), id, social_account_id, 100 + i, 100 + i, 'in', 'text', '', 'none',
        'received', id || ' ' || i, now() from ${conversations}, generate_series(1, 4000) i where id = ${conversationId}`);
    await database.db.execute(sql`analyze ${messages}, ${conversations}`);
    const chat = { socialAccountId: world.site.id, chatId, hasNames: false };
    await transaction(database, async (tx) => {
      const count = await countReadRows(tx, 'messages', async () => {
        const { messages: found } = await readForVisitor(tx, world.workspaceId, chat, 0, own?.id);
        expect(found.map(({ id }) => id)).toEqual([own?.id]);
      });
      expect(count).toBeLessThan(20);
    });
  });

  it('ends up with the agent’s read mark, however often the visitor polls meanwhile', async () => {
    const { chatId, conversationId } = await world.meet('uno');
    for (const round of numbered(1, 40)) {
      const said = world.inbound(chatId, `line ${round}`);
      await world.receive(said);
      const before = (await seenBy(chatId)).lastSeq;
      // For each message, a page keeps the copy with the highest number.
      const asked = Array.from({ length: 8 }, () => seenBy(chatId, before));
      await read(conversationId, before);
      const answers = await Promise.all(asked);
      const isSaid = ({ id }: { id: string }) => id === said.platformMessageId;
      const known = answers.flatMap(({ messages: some }) => some).filter(isSaid);
      const since = Math.max(...answers.map(({ lastSeq }) => lastSeq));
      known.push(...(await seenBy(chatId, since)).messages.filter(isSaid));
      const latest = Math.max(...known.map(({ changedSeq }) => changedSeq));
      expect(known.find(({ changedSeq }) => changedSeq === latest)?.state, `round ${round}`).toBe('read');
    }
    const [row] = await harness.database.db
      .select({ unread: conversations.unread })
      .from(conversations)
      .where(eq(conversations.id, conversationId));
    expect(row).toEqual({ unread: 0 });
  });
});
