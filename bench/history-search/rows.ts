/** Writes millions of messages of one workspace and some of a small one, bypassing the modules. */
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { vectorOf } from '../../apps/server/src/modules/conversations/index.ts';
import { seededRandom } from '../kit/arrivals.ts';
import { whole } from '../kit/figures.ts';
import { pause } from '../kit/pause.ts';

export type HistoryOptions = {
  workspaceId: string;
  smallWorkspaceId: string;
  rows: number;
  say(line: string): void;
};
export type FilledHistory = {
  socialAccountIds: string[];
  subAccountIds: string[];
  conversationIds: string[];
  seconds: number;
};

const piece = 20_000;
const random = seededRandom(11);
const pick = <T>(list: readonly T[], at: number): T => {
  const found = list[Math.min(list.length - 1, Math.floor(at * list.length))];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
};
const syllables = [
  'ka',
  'ro',
  'mi',
  'ten',
  'sa',
  'lu',
  'pe',
  'dor',
  'in',
  'va',
  'shi',
  'no',
  'ger',
  'al',
  'que',
  'to',
];
/** A few words are in most texts, most words in a few: the power applied to the rank has this effect. */
const latinWord = () => {
  const rank = Math.floor(random() ** 3 * 30_000);
  let word = pick(syllables, (rank % 16) / 16) + pick(syllables, (Math.floor(rank / 16) % 16) / 16);
  if (rank >= 256) word += pick(syllables, (Math.floor(rank / 256) % 16) / 16);
  if (rank >= 4_096) word += pick(syllables, (Math.floor(rank / 4_096) % 16) / 16);
  return word;
};
export const latin = (words: number) => Array.from({ length: words }, latinWord).join(' ');
const letterFrom = (first: number, count: number) =>
  String.fromCodePoint(first + Math.floor(random() ** 2.5 * count));
export const chinese = (letters: number) =>
  Array.from({ length: letters }, () => letterFrom(0x4e00, 3_000)).join('');
export const thai = (letters: number) =>
  Array.from({ length: letters }, () => letterFrom(0x0e01, 46)).join('');

const language = () => {
  const at = random();
  if (at < 0.55) return { code: 'es', text: latin(4 + Math.floor(random() * 14)) };
  if (at < 0.85) return { code: 'zh-CN', text: chinese(4 + Math.floor(random() * 24)) };
  return { code: 'th', text: thai(10 + Math.floor(random() * 40)) };
};

type Place = { conversationId: string; socialAccountId: string };

/** Waits for the next checkpoint: gigabytes of new rows would otherwise be written out during the searches. */
async function writtenOut(client: pg.Client, say: (line: string) => void): Promise<void> {
  const done = async () =>
    Number((await client.query('select num_done from pg_stat_checkpointer')).rows[0]?.num_done);
  say('waiting for the disk');
  const before = await done();
  // PostgreSQL starts one at least every five minutes, and takes nearly as long for it.
  for (let minutes = 0; minutes < 15 && (await done()) === before; minutes += 1) await pause(60_000);
}

/** Covers two years, the oldest first; conversations of very different lengths. */
export async function fillHistory(client: pg.Client, options: HistoryOptions): Promise<FilledHistory> {
  const { workspaceId, smallWorkspaceId, rows, say } = options;
  const began = Date.now();
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'`);
  for (const trigger of ['messages_withheld', 'messages_index_added'])
    await client.query(`alter table messages disable trigger ${trigger}`);
  const places = await makePlaces(client, workspaceId, 200, Math.ceil(rows / 50));
  const smallPlaces = await makePlaces(client, smallWorkspaceId, 1, 20);
  // Created at the end, as in the migration of an installation with a history.
  await client.query(
    'drop index message_words_words; alter table message_words drop constraint message_words_pkey',
  );
  const seqs = new Map<string, number>();
  const makeFrom = async (from: number) => {
    const count = Math.max(0, Math.min(piece, rows - from));
    const few = { from, count: Math.ceil(count / 2_000), rows };
    return [
      await pieceOf(workspaceId, places, seqs, { from, count, rows }),
      await pieceOf(smallWorkspaceId, smallPlaces, seqs, few),
    ];
  };
  const store = async (pieces: readonly [string, string][]) => {
    for (const values of pieces) await client.query(insertRows, values);
  };
  let made = await makeFrom(0);
  for (let from = 0; from < rows; from += piece) {
    // The next batch is computed while the database stores this one.
    [made] = await Promise.all([makeFrom(from + piece), store(made)]);
    if (from % 200_000 === 0) say(`${whole(from)} of ${whole(rows)} messages`);
  }
  say('indexes');
  await client.query('alter table message_words add primary key (workspace_id, id)');
  await client.query(
    'create index message_words_words on message_words using gin (words) with (gin_pending_list_limit = 1024)',
  );
  await client.query('vacuum analyze message_words');
  await client.query('vacuum analyze messages');
  await client.query('analyze conversations, social_accounts, sub_accounts');
  for (const trigger of ['messages_withheld', 'messages_index_added'])
    await client.query(`alter table messages enable trigger ${trigger}`);
  if (rows >= 10_000_000) await writtenOut(client, say);
  const accounts = await client.query<{ id: string; sub: string }>(
    'select id, sub_account_id as sub from social_accounts where workspace_id = $1 order by handle::int',
    [workspaceId],
  );
  return {
    socialAccountIds: accounts.rows.map(({ id }) => id),
    subAccountIds: [...new Set(accounts.rows.map(({ sub }) => sub))],
    conversationIds: places.map(({ conversationId }) => conversationId),
    seconds: (Date.now() - began) / 1000,
  };
}

async function makePlaces(
  client: pg.Client,
  workspaceId: string,
  accounts: number,
  conversations: number,
): Promise<Place[]> {
  await client.query(
    `with subs as (
       insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
       select $1, gen_random_uuid(), substr(md5($1::uuid::text || n), 1, 8), 'none', 'Agent ' || n
       from generate_series(1, ($2::int + 3) / 4) n returning id
     ), numbered as (select id, row_number() over () as n from subs)
     insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials, state, enabled)
     select $1, gen_random_uuid(), 'telegram', 'Shop ' || m, 'shop-' || m, m, s.id, '', 'offline', false
     from generate_series(1, $2::int) m join numbered s on s.n = (m + 3) / 4`,
    [workspaceId, accounts],
  );
  const { rows } = await client.query<Place>(
    `insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title)
     select $1, gen_random_uuid(), s.id, s.sub_account_id, 'telegram', 'chat-' || n, 'private', 'Customer ' || n
     from (select n, 1 + floor($2::int * power(random(), 3))::int as at from generate_series(1, $3::int) n) n
     join social_accounts s on s.workspace_id = $1 and s.handle = n.at::text
     returning id as "conversationId", social_account_id as "socialAccountId"`,
    [workspaceId, accounts, conversations],
  );
  return rows;
}

const twoYears = 730 * 86_400_000;

/** Returns the parameters of `insertRows`. Yields to other work. */
async function pieceOf(
  workspaceId: string,
  places: readonly Place[],
  seqs: Map<string, number>,
  { from, count, rows }: { from: number; count: number; rows: number },
): Promise<[string, string]> {
  const now = Date.now();
  const pieces: object[] = [];
  for (let n = 0; n < count; n += 1) {
    if (n % 500 === 0) await setImmediate();
    const place = pick(places, random() ** 2);
    const seq = (seqs.get(place.conversationId) ?? 0) + 1;
    seqs.set(place.conversationId, seq);
    const { code, text } = language();
    const sentAt = now - twoYears * (1 - (from + n) / rows);
    const message = { original: text, translation: latin(4 + Math.floor(random() * 14)), sentAt };
    pieces.push({
      ...place,
      ...message,
      seq,
      code,
      words: vectorOf({ workspaceId, kind: 'text', ...place, ...message }),
      inbound: random() < 0.6,
      id: `${Math.floor(sentAt)
        .toString(16)
        .padStart(12, '0')
        .replace(/(.{8})(.{4})/, '$1-$2')}-7${hex(3)}-8${hex(3)}-${hex(12)}`,
    });
  }
  return [workspaceId, JSON.stringify(pieces)];
}

const hex = (digits: number) =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');

const insertRows = `
  with input as (
    select * from json_to_recordset($2::json) as i(id uuid, "conversationId" uuid, "socialAccountId" uuid, seq bigint,
      original text, translation text, code text, inbound boolean, "sentAt" float8, words text)
  ), stored as (
    insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, original,
      original_language, translation, translation_language, translation_state, delivery, sent_at, created_at)
    select $1, id, "conversationId", "socialAccountId", seq, seq, case when inbound then 'in' else 'out' end, 'text',
      original, code, translation, 'en', 'done', case when inbound then 'received' else 'sent' end,
      to_timestamp("sentAt" / 1000), to_timestamp("sentAt" / 1000) from input
  )
  insert into message_words (workspace_id, id, sent_at, inbound, words)
  select $1, id, to_timestamp("sentAt" / 1000), inbound, words::tsvector from input`;
