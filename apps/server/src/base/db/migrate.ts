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

/** One advisory lock for all processes of an installation: the second one waits and then has nothing left to do. */
const migrationLock = 7_202_611;

/** Time limit for the database's first answer, in ms. */
export const answerLimit = 10_000;

/**
 * Migrates the schema: applies `migrations/*.sql` in order of their numbers, each in a separate transaction, and the
 * job queue's own migrations. Throws if a file has changed since it was applied: a schema that can't be reproduced is
 * worse than an outdated one.
 */
export async function migrate(
  url: string,
  log: Log,
  folder = ownMigrations,
  limitMs = answerLimit,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: limitMs });
  // An idle connection that is cut emits `error`, which ends the process without a listener.
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  client.on('error', lost);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await applyMigrations(client, await readMigrations(folder), log);
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

type Migration = { name: string; text: string };

/** Returns a folder's migrations in the order of their numbers. */
export async function readMigrations(folder = ownMigrations): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
}

/** Applies those of the migrations that the database doesn't have, each in a separate transaction. */
export async function applyMigrations(
  client: pg.Client,
  migrations: readonly Migration[],
  log: Log,
): Promise<void> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
  const applied = new Map((await appliedMigrations(handleOn(client))).map(({ name, hash }) => [name, hash]));
  for (const { name, text } of migrations) await applyOne(client, name, text, applied.get(name), log);
}

/** Returns the migrations applied to a database, by name. */
export function appliedMigrations({ db }: Handle): Promise<MigrationRecord[]> {
  return db
    .select({ name: schemaMigrations.name, hash: schemaMigrations.hash })
    .from(schemaMigrations)
    .orderBy(schemaMigrations.name);
}

/** Returns the migrations that this version ships, by name, in the form in which `schema_migrations` records them. */
export async function knownMigrations(): Promise<MigrationRecord[]> {
  return (await readMigrations()).map(({ name, text }) => ({ name, hash: hashOf(text) }));
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
    // A lost connection rolls the transaction back anyway; the original failure is the one to report.
    await client.query('rollback').catch(() => undefined);
    throw new Error(`migration ${name} failed`, { cause: error });
  }
}
