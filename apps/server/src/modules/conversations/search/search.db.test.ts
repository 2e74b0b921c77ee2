import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as conversationsApi from '@parley/contract/conversations';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { ownMigrations } from '../../../base/db/migrate.ts';
import { newId } from '../../../base/ids.ts';
import { type InboundHarness, startInboundHarness } from '../../../testing/inbound-harness.ts';
import { eraseTexts, keptForMs } from '../retention/service.ts';
import { findMessages } from './find-messages.ts';
import { indexWaiting } from './service.ts';

let harness: InboundHarness;
beforeAll(async () => {
  harness = await startInboundHarness();
  await harness.decide({ save_chat_history: true });
});
beforeEach(() => harness.database.db.execute(sql`update messages set original = ''`));
afterAll(() => harness.close());

const index = () => indexWaiting(harness, new AbortController().signal, 0);
const execute = (statement: ReturnType<typeof sql>) => harness.database.db.execute(statement);

type Query = Partial<Parameters<typeof search>[0]>;
async function search(query: {
  text?: string;
  from?: string;
  to?: string;
  direction?: 'in' | 'out';
  kind?: conversationsApi.FoundKind;
  conversationId?: string;
  socialAccountId?: string;
  subAccountId?: string;
  cursor?: string;
  pageSize?: number;
}) {
  return harness.call(conversationsApi.searchMessages, { query }, await harness.ownerToken());
}
const found = async (query: Query) => (await search(query)).list.map(({ original }) => original.text);

/** Stores messages of one chat and returns its conversation. */
async function chatOf(...texts: string[]): Promise<string> {
  const chat = randomUUID();
  for (const text of texts) await harness.tell(harness.inbound(chat, text));
  const rows = await harness.quiet(chat);
  return rows[0]?.conversation_id ?? '';
}

describe('a search of the chat history', () => {
  it('finds texts and their translations, before they are indexed and after it', async () => {
    await chatOf('¿Dónde está mi pedido?', '我的包裹还没有到', 'พัสดุถึงเมื่อไหร่');
    for (const text of ['donde PEDIDO', '还没有', 'ถึง']) expect(await found({ text })).toHaveLength(1);
    await index();
    expect((await execute(sql`select * from messages_to_index`)).rows).toEqual([]);
    for (const text of ['donde PEDIDO', '还没有', 'ถึง']) expect(await found({ text })).toHaveLength(1);
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
    await execute(sql`update messages set translation = 'Cheers' where conversation_id = ${conversationId}`);
    for (const pause of [() => Promise.resolve(), index]) {
      await pause();
      expect(await found({ text: 'cheers' })).toEqual(['Gracias']);
    }
    await execute(sql`update messages set original = 'Nada' where conversation_id = ${conversationId}`);
    for (const pause of [() => Promise.resolve(), index]) {
      await pause();
      expect(await found({ text: 'gracias' })).toEqual([]);
      expect(await found({ text: 'nada' })).toEqual(['Nada']);
    }
  });

  it('never finds withheld texts, nor erased ones from the moment of erasure', async () => {
    const kept = await chatOf('un secreto');
    await index();
    await harness.decide({ save_chat_history: false });
    const chat = randomUUID();
    await harness.tell(harness.inbound(chat, 'otro secreto'));
    await harness.quiet(chat);
    for (const pause of [() => Promise.resolve(), index]) {
      await pause();
      expect(await found({ text: 'secreto' })).toEqual(['un secreto']);
    }
    await harness.decide({ save_chat_history: true });
    await execute(sql`update messages set withheld = true where conversation_id = ${kept}`);
    harness.clock.advance(keptForMs + 60_000);
    await eraseTexts(
      { database: harness.database, clock: harness.clock, realtime: harness.app.services.realtime },
      new AbortController().signal,
    );
    const { rows } = await execute(sql`
      select words from message_words w join messages m on m.id = w.id where m.conversation_id = ${kept}`);
    expect(rows).toEqual([]);
    expect(await found({ text: 'secreto' })).toEqual([]);
  });

  it('finds by any filters and words, page by page, the same as an exhaustive scan', async () => {
    const [first, second] = [await chatOf('uno'), await chatOf('dos')];
    await fill([first, second], 3_000);
    await index();
    const { rows: all } = await execute(sql`
      select m.id, m.original, m.conversation_id, m.direction, m.kind, to_char(m.sent_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day
      from messages m where original <> '' order by m.sent_at desc, m.id desc`);
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
    await execute(sql`analyze message_words`);
    const { workspaceId } = harness.owner;
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
    const chat = randomUUID();
    const attachment = { type: 'contact' as const, name: 'Marta', phones: ['+34 600'] };
    await harness.tell(harness.inbound(chat, '', { kind: 'contact', attachment }));
    const conversationId = (await harness.quiet(chat))[0]?.conversation_id ?? '';
    await index();
    await execute(sql`update message_words set words = ts_delete(words, (
      select array_agg(lexeme) from unnest(words) where lexeme like '%~%'))
      where id in (select id from messages where conversation_id = ${conversationId})`);
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
    const other = await harness.createSubAccount(harness.owner);
    expect(await found({ text: 'hola', subAccountId: harness.agent.subAccountId })).toEqual(['Hola']);
    expect(await found({ text: 'hola', socialAccountId: harness.site })).toEqual(['Hola']);
    expect(await found({ text: 'hola', subAccountId: other.subAccountId })).toEqual([]);
    expect(await found({ text: 'hola', socialAccountId: newId() })).toEqual([]);
    expect(await found({ text: 'hola', conversationId: newId() })).toEqual([]);
    const stranger = await harness.registerOwner();
    const asked = await harness.call(
      conversationsApi.searchMessages,
      { query: { text: 'hola', conversationId } },
      stranger.token,
    );
    expect(asked.list).toEqual([]);
  });
});

describe('an export of messages', () => {
  const file = async (path: string, query: Record<string, string>) => {
    const response = await fetch(`${harness.url}${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${await harness.ownerToken()}` },
    });
    return { status: response.status, type: response.headers.get('content-type'), response };
  };

  it('lists one conversation from its beginning and a search from the newest, without withheld texts', async () => {
    const conversationId = await chatOf('primero', 'segundo');
    await execute(sql`update messages set withheld = true where original = 'segundo'`);
    await chatOf('otro primero');
    const { response, type } = await file(conversationsApi.exportTranscript.path, { conversationId });
    expect(type).toContain('text/plain');
    const text = await response.text();
    expect(text).toContain('primero');
    expect(text).not.toMatch(/segundo|otro/);
    const found = await (
      await file(conversationsApi.exportTranscript.path, { text: 'primero' })
    ).response.text();
    expect(found.indexOf('otro primero')).toBeGreaterThan(0);
    expect(found.lastIndexOf('primero')).toBeGreaterThan(found.indexOf('otro primero') + 10);
    const sheet = await file(conversationsApi.exportMessages.path, { conversationId });
    expect([...new Uint8Array(await sheet.response.arrayBuffer()).slice(0, 2)]).toEqual([0x50, 0x4b]);
    const { rows } = await execute(sql`
      select object_kind, object_id::text from audit_entries where action = 'chat-history.exported' order by id desc limit 1`);
    expect(rows).toEqual([{ object_kind: 'conversation', object_id: conversationId }]);
  });

  it('names the kind of a message without words, in the list and in a file', async () => {
    const chat = randomUUID();
    const attachment = { type: 'contact' as const, name: 'Marta', phones: ['+34 600'] };
    await harness.tell(
      harness.inbound(chat, '', { kind: 'contact', attachment }),
      harness.inbound(chat, 'poll', { kind: 'unsupported' }),
    );
    const conversationId = (await harness.quiet(chat))[0]?.conversation_id ?? '';
    for (const look of [() => Promise.resolve(), index]) {
      await look();
      for (const query of [{ conversationId }, { conversationId, kind: 'contact' as const }])
        expect((await search(query)).list).toMatchObject([{ kind: 'contact', original: { text: '' } }]);
      expect((await search({ conversationId, kind: 'location' })).list).toEqual([]);
    }
    const { response } = await file(conversationsApi.exportTranscript.path, { conversationId });
    const text = await response.text();
    expect(text).toContain('Marta · +34 600');
    expect(text).toMatch(/[(（]poll[)）]/);
  });

  it('refuses while more messages wait for the index than a search examines', async () => {
    const conversationId = await chatOf('hola');
    await index();
    await fill([conversationId, conversationId], 600);
    expect(await search({ text: 'common' })).toMatchObject({ complete: false });
    expect((await file(conversationsApi.exportMessages.path, { text: 'common' })).status).toBe(409);
    const whole = await (
      await file(conversationsApi.exportTranscript.path, { conversationId })
    ).response.text();
    expect(whole.match(/common/g)).toHaveLength(600);
    await index();
    expect((await file(conversationsApi.exportMessages.path, { text: 'common' })).status).toBe(200);
  });
});

/** Messages over three years, with some words in most of them and some in few, and many at one moment. */
async function fill(conversationIds: readonly string[], count: number) {
  await execute(sql`
    insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, original,
      translation_state, delivery, sent_at)
    select c.workspace_id, gen_random_uuid(), c.id, c.social_account_id, n + 10, n + 10,
      case n % 3 when 0 then 'out' else 'in' end,
      case when n % 11 = 0 then 'image' when n % 700 = 5 then 'contact' else 'text' end,
      'common' || case when n % 7 = 0 then ' seventh' else '' end || case when n % 500 = 3 then ' rare' else '' end
        || case when n < 40 then ' old' else '' end,
      'none', 'received', timestamptz '2023-01-01 00:00+00' + (n / 4) * interval '35 hours'
    from generate_series(1, ${count}::int) n join conversations c on c.id = (${sql.param([...conversationIds])}::uuid[])[1 + n % 2]`);
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
