/**
 * Measures the database alone with the same rows: a message, the update of its conversation, and for one in twenty a new
 * person with identity, sightings, verdict (which triggers count) and conversation. No rules, no ordered locks, no pushes.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Spread, spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';

const newcomers = `
  with it as (
    select * from json_to_recordset($1::json) as r(ws uuid, conversation uuid, account uuid, sub uuid, fan uuid,
      identity uuid, verdict uuid, person text)
  )`;

const conversationSql = `
  insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title, fan_id)
  select ws, conversation, account, sub, 'telegram', person, 'private', person`;

/** New conversations, with their people's verdicts. */
const judgedSql = `${newcomers}, fan as (
    insert into fans (workspace_id, id, display_name) select ws, fan, person from it
  ), identity as (
    insert into fan_identities (workspace_id, id, platform, scope, platform_user_id, fan_id)
    select ws, identity, 'telegram', '', person, fan from it
  ), sighting as (
    insert into fan_sightings (workspace_id, scope, fan_id, verdict_id)
    select ws, s.scope, fan, verdict from it, lateral (values ('workspace'), (sub::text)) s(scope)
  ), verdict as (
    insert into fan_verdicts (workspace_id, id, fan_id, social_account_id, sub_account_id, platform, verdict, rule, scope,
                              decided_at)
    select ws, verdict, fan, account, sub, 'telegram', 'new', 'first', 'workspace', now() from it
  ), account_row as (
    insert into account_fans (workspace_id, id, fan_id, own_fan_id, social_account_id, sub_account_id, platform, counts_as,
                              grown_at, last_active_at)
    select ws, verdict, fan, fan, account, sub, 'telegram', 'new', now(), now() from it
  ) ${conversationSql}, fan from it`;

/** New conversations alone. */
const unjudgedSql = `${newcomers} ${conversationSql}, null::uuid from it`;

const messageSql = `
  with it as (
    select * from json_to_recordset($1::json) as r(ws uuid, conversation uuid, account uuid, message uuid, text text)
  ), moved as (
    update conversations c set last_seq = c.last_seq + 1, unread = c.unread + 1, last_message_id = it.message,
      last_message_at = now()
    from it where c.workspace_id = it.ws and c.id = it.conversation returning c.id, c.last_seq
  )
  insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
                        platform_message_id, original, translation_state, delivery, sent_at)
  select ws, message, conversation, account, m.last_seq, m.last_seq, 'in', 'text', message::text, text, 'none',
    'received', now()
  from it join moved m on m.id = it.conversation`;

/** A conversation that a message arrives in, or of whose account a new person writes. */
export type Place = { ws: string; conversation: string; account: string; sub: string };
type Way = { perSecond: number; spread: Spread };

/** Runs in the same database as the server's own rows. */
export async function measureBareWrites(databaseUrl: string, seconds: number, messageText: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
  try {
    const places = await readPlaces(pool);
    const single = await singly(pool, places, seconds, messageText);
    const batched = await inBatches(pool, places, seconds, messageText);
    return { single, batched, markdown: tableOf(single, batched) };
  } finally {
    await pool.end();
  }
}

export async function readPlaces(pool: pg.Pool): Promise<Place[]> {
  const { rows } = await pool.query<Place>(
    `select workspace_id as ws, id as conversation, social_account_id as account, sub_account_id as sub
     from conversations order by id limit 4000`,
  );
  return rows;
}

async function singly(pool: pg.Pool, places: readonly Place[], seconds: number, text: string): Promise<Way> {
  return loop(16, seconds, async (serial) => {
    const place = places[serial % places.length];
    const isNew = serial % 20 === 0;
    if (place) await writeMessages(pool, { known: isNew ? [] : [place], fresh: isNew ? [place] : [] }, text);
    return 1;
  });
}

/** Writes 400 messages per transaction, two transactions at once: the largest batches that the server itself makes. */
async function inBatches(
  pool: pg.Pool,
  places: readonly Place[],
  seconds: number,
  text: string,
): Promise<Way> {
  const size = 400;
  const half = Math.floor(places.length / 2);
  return loop(2, seconds, async (serial) => {
    // Each of the two uses one half, so that neither waits for the other's rows.
    const from = (serial % 2) * half + Math.floor(Math.random() * (half - size));
    const written = places.slice(from, from + size);
    const split = { fresh: written.slice(0, size / 20), known: written.slice(size / 20) };
    await writeMessages(pool, split, text);
    return size;
  });
}

async function loop(lanes: number, seconds: number, once: (serial: number) => Promise<number>): Promise<Way> {
  const start = monotonic();
  const latencies: number[] = [];
  let written = 0;
  const lane = async (index: number) => {
    for (let serial = index; monotonic() - start < seconds * 1000; serial += lanes) {
      const began = monotonic();
      const count = await once(serial);
      written += count;
      latencies.push(monotonic() - began);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
  return { perSecond: (written / (monotonic() - start)) * 1000, spread: spreadOf(latencies) };
}

/**
 * Stores a message in each of the `known` conversations, which must differ, and one from a new person at the account of each
 * `fresh` one, in one transaction.
 */
export async function writeMessages(
  pool: pg.Pool,
  { known, fresh }: { known: readonly Place[]; fresh: readonly Place[] },
  text: string,
  { judged = true } = {},
): Promise<void> {
  const people = fresh.map((place) => ({
    ...place,
    conversation: randomUUID(),
    fan: randomUUID(),
    identity: randomUUID(),
    verdict: randomUUID(),
    person: randomUUID(),
  }));
  const messages = [...people, ...known].map(({ ws, conversation, account }) => ({
    ws,
    conversation,
    account,
    message: randomUUID(),
    text,
  }));
  const message = { name: 'message', text: messageSql, values: [JSON.stringify(messages)] };
  if (people.length === 0) return void (await pool.query(message));
  const newcomer = judged ? { name: 'judged', text: judgedSql } : { name: 'unjudged', text: unjudgedSql };
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({ ...newcomer, values: [JSON.stringify(people)] });
    await client.query(message);
    await client.query('commit');
  } finally {
    client.release();
  }
}

function tableOf(single: Way, batched: Way): string {
  const row = (name: string, { perSecond, spread }: Way) => [name, whole(perSecond), ...spreadCells(spread)];
  return table(
    ['the bare driver, the same rows', 'messages/s', ...spreadTitles],
    [
      row('one transaction per message, 16 connections', single),
      row('400 messages per transaction, 2 connections', batched),
    ],
  );
}
