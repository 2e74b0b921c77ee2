/** Search in messages and their export, against an exhaustive scan and while the index lags behind. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { ownMigrations } from '../../../base/db/migrate.ts';
import { countComparedRows } from '../../../base/db/testing/count-compared-rows.ts';
import { newId } from '../../../base/ids.ts';
import { messagesToIndex, messageWords } from '../../../schema/conversations/search.ts';
import { conversations, messages } from '../../../schema/conversations.ts';
import { exportSpreadsheet, exportTranscript } from '../history-export/service.ts';
import { eraseTexts, keptForMs } from '../retention/service.ts';
import { type ConversationsHarness, startConversationsHarness } from '../testing/conversations-harness.ts';
import type { ConversationsWorld } from '../testing/conversations-world.ts';
import { findMessages } from './find-messages.ts';
import { presentFound } from './presenter.ts';
import type { MessageFilters } from './queries.ts';
import { indexWaiting } from './service.ts';
import { lockOutdated } from './store.ts';

let harness: ConversationsHarness;
let world: ConversationsWorld;
beforeAll(async () => {
  harness = await startConversationsHarness();
});
beforeEach(async () => {
  world = await harness.openWorkspace();
});
afterAll(() => harness.close());

const signal = new AbortController().signal;
const index = () => indexWaiting(harness.deps, signal, 0);
const execute = (statement: ReturnType<typeof sql>) => harness.database.db.execute(statement);

type Query = MessageFilters & { cursor?: string; pageSize?: number };
async function search(query: Query) {
  const page = await findMessages(harness.database, world.workspaceId, { pageSize: 20, ...query });
  return { ...page, list: page.list.map((row) => presentFound(row, query.text)) };
}
const found = async (query: Query) => (await search(query)).list.map(({ original }) => original.text);

/** Stores messages of one chat and returns its conversation. */
const chatOf = async (...texts: string[]) => (await world.meet(...texts)).conversationId;
const change = (conversationId: string, values: Partial<typeof messages.$inferInsert>) =>
  harness.database.db.update(messages).set(values).where(eq(messages.conversationId, conversationId));
/** Calls a function before the present changes are indexed, and after it. */
async function beforeAndAfterIndexing(check: () => Promise<void>) {
  await check();
  await index();
  await check();
}

describe('a search of the chat history', () => {
  it('finds texts and their translations, before they are indexed and after it', async () => {
    await chatOf('¿Dónde está mi pedido?', '我的包裹还没有到', 'พัสดุถึงเมื่อไหร่');
    await beforeAndAfterIndexing(async () => {
      for (const text of ['donde PEDIDO', '还没有', 'ถึง']) expect(await found({ text })).toHaveLength(1);
    });
    expect(await harness.database.db.select().from(messagesToIndex)).toEqual([]);
    expect(await found({ text: '没还有' })).toEqual([]);
    expect(await found({ text: '?!' })).toEqual([]);
    const { list, complete } = await search({ text: 'wh' });
    expect(complete).toBe(true);
    const [{ original, translation } = { original: null, translation: null }] = list;
    expect(original?.text).toBe('¿Dónde está mi pedido?');
    expect(translation?.hits.map(([from, to]) => translation.text.slice(from, to))).toEqual(['Where']);
  });

  it('finds a translation stored after its original was indexed, and no replaced text', async () => {
    const conversationId = await chatOf('Gracias');
    await index();
    await change(conversationId, { translation: 'Cheers' });
    await beforeAndAfterIndexing(async () => {
      expect(await found({ text: 'cheers' })).toEqual(['Gracias']);
    });
    await change(conversationId, { original: 'Nada' });
    await beforeAndAfterIndexing(async () => {
      expect(await found({ text: 'gracias' })).toEqual([]);
      expect(await found({ text: 'nada' })).toEqual(['Nada']);
    });
  });

  it('never finds withheld texts, nor erased ones from the moment of erasure', async () => {
    const kept = await chatOf('un secreto');
    await index();
    await world.decide({ saveChatHistory: false }, world.agent);
    const withheld = await chatOf('otro secreto');
    await beforeAndAfterIndexing(async () => {
      expect(await found({ text: 'secreto' })).toEqual(['un secreto']);
    });
    const wordsOf = (id: string) =>
      harness.database.db
        .select({ words: messageWords.words })
        .from(messageWords)
        .innerJoin(messages, eq(messages.id, messageWords.id))
        .where(eq(messages.conversationId, id));
    expect(await wordsOf(kept)).toHaveLength(1);
    expect(await wordsOf(withheld)).toEqual([]);
    await world.decide({ saveChatHistory: true }, world.agent);
    await change(kept, { withheld: true });
    harness.clock.advance(keptForMs + 60_000);
    await eraseTexts(harness.deps, signal);
    expect(await wordsOf(kept)).toEqual([]);
    expect(await found({ text: 'secreto' })).toEqual([]);
  });

  it('finds by any filters and words, page by page, the same as an exhaustive scan', async () => {
    const [first, second] = [await chatOf('uno'), await chatOf('dos')];
    await fill([first, second], 3_000);
    await index();
    const { rows: all } = await execute(sql`
      select m.id, m.original, m.conversation_id, m.direction, m.kind, to_char(m.sent_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day
      from ${messages} m
      where workspace_id = ${world.workspaceId} order by m.sent_at desc, m.id desc`);
    for (const query of queriesOf(first)) {
      const expected = all.filter(
        (row) =>
          (query.text ?? '').split(' ').every((word) => ` ${row.original}`.includes(` ${word}`)) &&
          (query.conversationId ?? row.conversation_id) === row.conversation_id &&
          (query.direction ?? row.direction) === row.direction &&
          (query.kind ?? row.kind) === row.kind &&
          (query.from ?? '') <= String(row.day) &&
          String(row.day) <= (query.to ?? '9'),
      );
      const ids: unknown[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page = await search({ ...query, pageSize: 50, ...(cursor === undefined ? {} : { cursor }) });
        ids.push(...page.list.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(ids, JSON.stringify(query)).toEqual(expected.map(({ id }) => id));
    }
  });

  it('never scans the whole table, for any word, kind or number of months', async () => {
    await fill([await chatOf('uno'), await chatOf('dos')], 3_000);
    await index();
    await execute(sql`analyze ${messageWords}`);
    const { workspaceId } = world;
    const wanted = [
      { text: 'nowhere' },
      { text: 'old nowhere' },
      { text: '无处' },
      { kind: 'voice' as const },
    ];
    for (const filters of wanted)
      await transaction(harness.database, async (tx) => {
        const { list } = await findMessages(tx, workspaceId, { ...filters, pageSize: 20 });
        const { rows } = await tx.db.execute(sql`
          select seq_tup_read as read from pg_stat_xact_user_tables where relname = 'message_words'`);
        expect({ list, rows }).toEqual({ list: [], rows: [{ read: 0 }] });
      });
  });

  it('finds by kind what an earlier version has indexed, once the migration is done', async () => {
    const conversationId = await contactCard();
    await index();
    await execute(sql`update ${messageWords} set words = ts_delete(words, (
      select array_agg(lexeme) from unnest(words) where lexeme like '%~%'))
      where id in (select id from ${messages} where conversation_id = ${conversationId})`);
    const ofKind = async () => (await search({ conversationId, kind: 'contact' })).list.length;
    expect(await ofKind()).toBe(0);
    const migration = join(ownMigrations, '1280-kinds-of-messages-in-the-index.sql');
    await execute(sql.raw(await readFile(migration, 'utf8')));
    await index();
    expect(await ofKind()).toBe(1);
  });

  it('finds nothing of another sub-account, social account or workspace', async () => {
    const conversationId = await chatOf('Hola');
    await index();
    const text = 'hola';
    expect(await found({ text, subAccountId: world.agent.subAccountId })).toEqual(['Hola']);
    expect(await found({ text, socialAccountId: world.site.id })).toEqual(['Hola']);
    expect(await found({ text, platform: 'webchat' })).toEqual(['Hola']);
    expect(await found({ text, platform: 'telegram' })).toEqual([]);
    const other = await world.addAgent();
    await world.addAccount(other);
    expect(await found({ text, subAccountId: other.subAccountId })).toEqual([]);
    expect(await found({ text, socialAccountId: newId() })).toEqual([]);
    expect(await found({ text, conversationId: newId() })).toEqual([]);
    world = await harness.openWorkspace();
    expect(await found({ text, conversationId })).toEqual([]);
  });

  it('omits what its author has deleted, if asked to, and always what was erased', async () => {
    const conversationId = await chatOf('paraguas');
    const text = 'paraguas';
    await change(conversationId, { deletedAt: new Date() });
    expect(await found({ text, withoutTakenBack: true })).toEqual([]);
    expect(await found({ text })).toEqual(['paraguas']);
    await change(conversationId, { deletedAt: null, erasedAt: new Date() });
    expect(await found({ text })).toEqual([]);
    await change(conversationId, { erasedAt: null });
    expect(await found({ text, withoutTakenBack: true })).toEqual(['paraguas']);
  });
});

/** Stores a message without words, of a kind that is no text. Returns its conversation. */
async function contactCard(...more: { text: string; kind: 'unsupported' }[]): Promise<string> {
  const chat = randomUUID();
  const attachment = { type: 'contact' as const, name: 'Marta', phones: ['+34 600'] };
  const card = world.inbound(chat, '', { kind: 'contact', attachment });
  await world.receive(card, ...more.map(({ text, kind }) => world.inbound(chat, text, { kind })));
  await harness.runJobs();
  return world.idOf(chat);
}

describe('an export of messages', () => {
  const wanted = (filters: MessageFilters) => ({
    workspaceId: world.workspaceId,
    filters,
    reader: { language: 'en-US', timeZone: 'Asia/Shanghai', now: harness.clock.now() } as const,
  });
  const transcript = async (filters: MessageFilters) =>
    textOf((await exportTranscript(harness.database, wanted(filters))).body);

  it('lists one conversation from its beginning and a search from the newest, without withheld texts', async () => {
    const conversationId = await chatOf('primero', 'segundo', 'tercero');
    await execute(sql`update ${messages} set withheld = true where original = 'segundo'`);
    await chatOf('otro primero');
    const whole = await transcript({ conversationId });
    expect(whole).toMatch(/primero.*tercero/s);
    expect(whole).not.toMatch(/segundo|otro/);
    const hits = await transcript({ text: 'primero' });
    expect(hits).toMatch(/otro primero.*primero/s);
    expect(hits).not.toContain('tercero');
  });

  it('names the kind of a message without words, in the list and in a file', async () => {
    const conversationId = await contactCard({ text: 'poll', kind: 'unsupported' });
    await beforeAndAfterIndexing(async () => {
      for (const query of [{ conversationId }, { conversationId, kind: 'contact' as const }])
        expect((await search(query)).list).toMatchObject([{ kind: 'contact', original: { text: '' } }]);
      expect((await search({ conversationId, kind: 'location' })).list).toEqual([]);
    });
    const text = await transcript({ conversationId });
    expect(text).toContain('Marta · +34 600');
    expect(text).toMatch(/[(（]poll[)）]/);
  });

  it('looks each waiting message up, however empty the planner expects the queue to be', async () => {
    const conversationId = await chatOf('hola');
    await index();
    await execute(sql`analyze ${messagesToIndex}`);
    await fill([conversationId, conversationId], 200);
    const compared = await transaction(harness.database, (tx) =>
      countComparedRows(tx, (explaining) => lockOutdated(explaining, 0, 400)),
    );
    expect(compared).toBe(0);
  });

  it('refuses while more messages wait for the index than a search examines', async () => {
    const conversationId = await chatOf('hola');
    await index();
    await fill([conversationId, conversationId], 600);
    expect(await search({ text: 'common' })).toMatchObject({ complete: false });
    const indexing = { error: 'chat-history.indexing' };
    await expect(exportSpreadsheet(harness.database, wanted({ text: 'common' }))).rejects.toMatchObject(
      indexing,
    );
    await expect(transcript({ text: 'common' })).rejects.toMatchObject(indexing);
    expect((await transcript({ conversationId })).match(/common/g)).toHaveLength(600);
    await index();
    expect((await transcript({ text: 'common' })).match(/common/g)).toHaveLength(600);
  });
});

/** Messages over three years, with some words in most of them and some in few, and many at one moment. */
async function fill(conversationIds: readonly string[], count: number) {
  await execute(sql`
    insert into ${messages} (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, original,
      translation_state, delivery, sent_at)
    select c.workspace_id, gen_random_uuid(), c.id, c.social_account_id, n + 10, n + 10,
      case n % 3 when 0 then 'out' else 'in' end,
      case when n % 11 = 0 then 'image' when n % 700 = 5 then 'contact' else 'text' end,
      'common' || case when n % 7 = 0 then ' seventh' else '' end || case when n % 500 = 3 then ' rare' else '' end
        || case when n < 40 then ' old' else '' end,
      'none', 'received', timestamptz '2023-01-01 00:00+00' + (n / 4) * interval '35 hours'
    from generate_series(1, ${count}::int) n join ${conversations} c on c.id = (${sql.param([...conversationIds])}::uuid[])[1 + n % 2]`);
}

const queriesOf = (conversationId: string): Query[] => [
  { text: 'rare' },
  { text: 'old' },
  { text: 'seventh old' },
  { text: 'sev com', direction: 'out' },
  { text: 'rare', conversationId },
  { text: 'comm', conversationId, from: '2025-06-01' },
  { text: 'comm old' },
  { text: 'comm old sev', conversationId },
  { conversationId, from: '2023-06-01', to: '2023-07-31' },
  { direction: 'out', to: '2023-02-10' },
  { text: 'common', from: '2025-01-01', to: '2025-01-03' },
  { text: 'seventh', from: '2024-11-01' },
  { kind: 'image' },
  { kind: 'contact' },
  { kind: 'voice' },
  { kind: 'text', text: 'seventh' },
  { kind: 'image', text: 'sev rare' },
  { kind: 'contact', text: 'com', direction: 'in' },
  { kind: 'image', conversationId, from: '2023-06-01', to: '2023-07-31' },
];
