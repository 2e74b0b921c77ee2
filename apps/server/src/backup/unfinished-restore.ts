import pg from 'pg';
import { answerLimit } from '../base/db/migrate.ts';

/** The schemas of the data that a restore replaces, until those of the backup are complete. */
const setAside = [
  { schema: 'public', kept: 'replaced_public' },
  { schema: 'graphile_worker', kept: 'replaced_graphile_worker' },
] as const;

/** A schema that exists from a restore's first change until everything is there, at last the secret. */
const marker = 'restore_unfinished';

export class UnfinishedRestore extends Error {
  override name = 'UnfinishedRestore';

  constructor() {
    super(
      'A restore is under way or was interrupted. Repeat it, or put back the former data with npm run restore -- --undo.',
    );
  }
}

/**
 * Throws `UnfinishedRestore` for a database that a restore has begun to fill: what a server would write to it would be
 * lost once the restore is repeated.
 */
export async function assertNoUnfinishedRestore(client: pg.Client): Promise<void> {
  if (await hasSchema(client, marker, setAside[0].kept)) throw new UnfinishedRestore();
}

/** Same for the database at a URL. */
export async function assertNoUnfinishedRestoreAt(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerLimit });
  // A connection that is cut emits `error`, which ends the process without a listener; the query fails as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await assertNoUnfinishedRestore(client);
  } finally {
    await client.end();
  }
}

/** Returns whether the database has any of these schemas. */
async function hasSchema(client: pg.Client, ...names: readonly string[]): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_namespace where nspname = any($1)', [names]);
  return rowCount !== 0;
}

/** Begins to fill a database that is empty. */
export async function markRestore(client: pg.Client): Promise<void> {
  await client.query(`create schema if not exists ${marker}`);
}

/** Empties the database and begins to fill it; what it had can be put back until `dropReplaced`. */
export async function replaceData(client: pg.Client): Promise<void> {
  await client.query('begin');
  await markRestore(client);
  for (const { schema, kept } of setAside)
    if (await hasSchema(client, schema)) await client.query(`alter schema ${schema} rename to ${kept}`);
  await client.query('create schema public');
  await client.query('commit');
}

/** Puts back what `replaceData` has set aside. Returns whether there was anything. */
export async function putBackReplaced(client: pg.Client): Promise<boolean> {
  if (!(await hasSchema(client, setAside[0].kept))) return false;
  await client.query('begin');
  for (const { schema, kept } of setAside) {
    await client.query(`drop schema if exists ${schema} cascade`);
    if (await hasSchema(client, kept)) await client.query(`alter schema ${kept} rename to ${schema}`);
  }
  await markFinished(client);
  await client.query('commit');
  return true;
}

/** Deletes what `replaceData` has set aside. */
export async function dropReplaced(client: pg.Client): Promise<void> {
  for (const { kept } of setAside) await client.query(`drop schema if exists ${kept} cascade`);
}

/** Ends a restore: from now on a server may use the database. */
export async function markFinished(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${marker}`);
}
