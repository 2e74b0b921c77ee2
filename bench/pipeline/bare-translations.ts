/**
 * Measures the least work that any server needs for a translated message, with the driver and `fetch` alone: the message is
 * committed with a notification, read by the listener, translated by the same engine, and stored with its price in a second
 * transaction. No rules, no settings, no queue, no pushes.
 */
import { randomUUID } from 'node:crypto';
import { poll } from '@parley/testing';
import pg from 'pg';
import { arrive, seededRandom } from '../kit/arrivals.ts';
import { type Spread, spreadOf } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { clock } from '../server-under-test/phase.ts';
import type { TranslationEngine } from './engine.ts';

const tables = `
  create table if not exists bench_messages (id uuid primary key, original text not null, translation text);
  create table if not exists bench_charges (key uuid primary key, amount int not null)`;

export type BareTranslations = {
  databaseUrl: string;
  /** Its own time is subtracted. */
  engine: Pick<TranslationEngine, 'url' | 'ownTime'>;
  perSecond: number;
  seconds: number;
};

/** Runs in the same database as the server's messages, with the same engine. */
export async function measureBareTranslations(options: BareTranslations): Promise<Spread> {
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 16 });
  const dueById = new Map<string, number>();
  const latencies: number[] = [];
  try {
    await pool.query(tables);
    const listener = await pool.connect();
    listener.on('notification', ({ payload = '' }) => {
      void translate(pool, options.engine.url, payload).then(() => {
        latencies.push(monotonic() - (dueById.get(payload) ?? Number.NaN));
      });
    });
    await listener.query('listen bench_messages');
    await arrive(clock, { ...options, random: seededRandom(options.perSecond) }, (due) => {
      for (const moment of due) {
        const id = randomUUID();
        dueById.set(id, moment);
        void accept(pool, id);
      }
    });
    await poll(() => latencies.length === dueById.size, 10_000);
    listener.release(true);
    await pool.query('drop table bench_messages, bench_charges');
  } finally {
    await pool.end();
  }
  const engineMs = await options.engine.ownTime();
  return spreadOf(latencies.map((latency) => latency - engineMs));
}

async function accept(pool: pg.Pool, id: string): Promise<void> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(
    named('add', 'insert into bench_messages (id, original) values ($1, $2)', [id, `Hola ${id}`]),
  );
  await client.query(named('notify', `select pg_notify('bench_messages', $1)`, [id]));
  await client.query('commit');
  client.release();
}

async function translate(pool: pg.Pool, engineUrl: string, id: string): Promise<void> {
  const found = await pool.query<{ original: string }>(
    named('read', 'select original from bench_messages where id = $1', [id]),
  );
  const response = await fetch(`${engineUrl}/translate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q: found.rows[0]?.original, source: 'es', target: 'en', format: 'text' }),
  });
  if (!response.ok) throw new Error(`the translation service answered ${response.status}`);
  const text = await response.text();
  const client = await pool.connect();
  await client.query('begin');
  await client.query(named('store', 'update bench_messages set translation = $2 where id = $1', [id, text]));
  await client.query(named('charge', 'insert into bench_charges (key, amount) values ($1, 40)', [id]));
  await client.query('commit');
  client.release();
}

const named = (name: string, text: string, values: string[]) => ({ name: `bench-${name}`, text, values });
