import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations as runQueueMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Log } from '../log.ts';
import { queueLogger } from '../queue/queue-logger.ts';
import { serverFolder } from '../server-folder.ts';
import { type Handle, handleOn } from './database.ts';
import { schemaMigrations } from './tables.ts';

export type MigrationRecord = Pick<typeof schemaMigrations.$inferSelect, 'name' | 'hash'>;

export const ownMigrations = join(serverFolder, 'migrations');

/** One lock for all processes of an installation: the second waits and then finds nothing to do. */
const migrationLock = 7_202_611;

/** The time limit for a database's first answer, in ms. */
const answerLimit = 10_000;

/**
 * Brings the schema up to date: the migrations in `migrations/*.sql` in order of their numbers, each in a separate
 * transaction, and the job queue's. A file that has changed since it was applied stops the start: a schema that cannot
 * be reproduced is worse than one that is behind.
 */
export async function migrate(
  url: string,
  log: Log,
  folder = ownMigrations,
  limitMs = answerLimit,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: limitMs });
  // A connection that is cut while nothing is asked reports it on its own; unheard, that ends the process.
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  client.on('error', lost);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const applied = new Map(
      (await appliedMigrations(handleOn(client))).map(({ name, hash }) => [name, hash]),
    );
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    for (const name of files) {
      const text = await readFile(join(folder, name), 'utf8');
      await applyOne(client, name, text, applied.get(name), log);
    }
  } finally {
    await client.end();
  }
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', lost);
  pool.on('connect', (connected) => connected.on('error', lost));
  try {
    await runQueueMigrations({ pgPool: pool, logger: queueLogger(log) });
  } finally {
    await pool.end();
  }
}

/** Returns the migrations that a database has, by name. */
export function appliedMigrations({ db }: Handle): Promise<MigrationRecord[]> {
  return db
    .select({ name: schemaMigrations.name, hash: schemaMigrations.hash })
    .from(schemaMigrations)
    .orderBy(schemaMigrations.name);
}

/** The migrations that this version has, by name, as `schema_migrations` records them. */
export async function knownMigrations(folder = ownMigrations): Promise<MigrationRecord[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, hash: hashOf(await readFile(join(folder, name), 'utf8')) })),
  );
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function applyOne(client: pg.Client, name: string, text: string, known: string | undefined, log: Log) {
  const hash = hashOf(text);
  if (known === hash) return;
  if (known !== undefined) throw new Error(`migration ${name} was changed after it had been applied`);
  await client.query('begin');
  try {
    await client.query(text);
    await handleOn(client).db.insert(schemaMigrations).values({ name, hash });
    await client.query('commit');
    log.info({ migration: name }, 'migration applied');
  } catch (error) {
    // A connection that is gone takes the transaction along; what broke it is the news.
    await client.query('rollback').catch(() => undefined);
    throw new Error(`migration ${name} failed`, { cause: error });
  }
}
