/** Exports and imports a snapshot of a whole database by COPY, which needs none of PostgreSQL's programs. */
import { pipeline } from 'node:stream/promises';
import { inArray } from 'drizzle-orm';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { handleOn } from '../base/db/database.ts';
import { appliedMigrations, knownMigrations } from '../base/db/migrate.ts';
import { makeAuditPartitions } from '../schema/audit.ts';
import { files } from '../schema/files.ts';
import { makeVisitorPartitions, makeVisitPartitions } from '../schema/split-links.ts';
import {
  type ArchiveReader,
  type ArchiveWriter,
  type BackedUpTable,
  BackupError,
  type BackupManifest,
} from './archive.ts';
import { assertNoUnfinishedRestore } from './unfinished-restore.ts';

/** Created by the migrations of the restored database. */
const madeByMigrating = ['public.schema_migrations', 'graphile_worker.migrations'];
const schemas = `('public', 'graphile_worker')`;
const quoted = pg.escapeIdentifier;
const nameOf = ({ schema, name }: { schema: string; name: string }) => `${quoted(schema)}.${quoted(name)}`;
const entryOf = ({ schema, name }: { schema: string; name: string }) => `database/${schema}.${name}.copy`;

export async function connectForBackup(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'parley backup' });
  // An idle connection that breaks emits `error`, which ends the process without a listener.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

type Snapshot = Pick<
  BackupManifest,
  'migrations' | 'queueMigrations' | 'partitions' | 'sequences' | 'tables' | 'files'
>;

/** Starts the snapshot for all further reads through `client`, until its transaction ends. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  // The first statement takes the snapshot.
  await assertNoUnfinishedRestore(client);
  await appliedMigrations(handleOn(client)).catch((error: unknown) => {
    throw new BackupError('The database is empty: start the server once.', { cause: error });
  });
}

export async function writeTables(
  client: pg.Client,
  archive: ArchiveWriter,
  keyOf: (file: { id: string }) => string,
): Promise<Snapshot> {
  const many = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows;
  const found = await many<Omit<BackedUpTable, 'rows'>>(`
    select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
            order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${schemas} and c.relkind = 'r' order by 1, 2`);
  const tables: BackedUpTable[] = [];
  for (const table of found) {
    if (madeByMigrating.includes(`${table.schema}.${table.name}`)) continue;
    const columns = table.columns.map(quoted).join(', ');
    const rows = client.query(copyTo(`copy ${nameOf(table)} (${columns}) to stdout`));
    await archive.add(entryOf(table), rows);
    tables.push({ ...table, rows: rows.rowCount });
  }
  const stored = await handleOn(client)
    .db.select({ id: files.id, contentType: files.contentType })
    .from(files)
    .where(inArray(files.state, ['stored', 'kept']))
    .orderBy(files.id);
  return {
    tables,
    migrations: await appliedMigrations(handleOn(client)),
    queueMigrations: (
      await many<{ id: number }>(`select id from graphile_worker.migrations order by id`)
    ).map(({ id }) => id),
    partitions: await many(`
      select p.relname as parent, c.relname as name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relispartition order by 2`),
    sequences: await sequencesOf(client),
    files: stored.map((file) => ({ ...file, key: keyOf(file) })),
  };
}

async function sequencesOf(client: pg.Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences where schemaname in ${schemas} order by 1, 2`,
  );
  const sequences: BackupManifest['sequences'] = [];
  for (const row of rows) {
    const { rows: values } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${nameOf(row)}`,
    );
    const [value] = values;
    if (value) sequences.push({ ...row, ...value });
  }
  return sequences;
}

export async function isDatabaseEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${schemas} limit 1`,
  );
  return rows.length === 0;
}

/** Creates the partition of a month, by parent table. */
const makers: Readonly<Record<string, typeof makeAuditPartitions>> = {
  audit_entries: makeAuditPartitions,
  split_visits: makeVisitPartitions,
  split_visitors: makeVisitorPartitions,
};
const monthOf = /^(\w+)_(\d{4})_(0[1-9]|1[0-2])$/;

/**
 * Creates a monthly partition with its protection. Checksums prove that a file is intact, not who wrote it: only the
 * partition's month is taken from the backup. Throws `BackupError` for any other partition.
 */
async function makePartition(client: pg.Client, { parent, name }: BackupManifest['partitions'][number]) {
  const [, table, year, month] = monthOf.exec(name) ?? [];
  const make = Object.hasOwn(makers, parent) && table === parent ? makers[parent] : undefined;
  if (make === undefined) throw new BackupError(`The backup names an unknown partition: ${name}.`);
  await make(handleOn(client), 1, `${year}-${month}-01`);
}

/**
 * Imports a backup into a database that was migrated to the backup's version: all of it, or nothing. `finish` runs at
 * the end of the same transaction.
 */
export async function readTables(
  client: pg.Client,
  { manifest, read }: ArchiveReader,
  finish: (client: pg.Client) => Promise<void>,
): Promise<void> {
  await assertSameVersion(client, manifest);
  await client.query('begin');
  for (const partition of manifest.partitions) await makePartition(client, partition);
  // Rows are imported unchanged: no trigger may react to them, and a row may precede those that it refers to.
  const keys = await foreignKeys(client);
  for (const { owner, name } of keys)
    await client.query(`alter table ${owner} drop constraint ${quoted(name)}`);
  const names = manifest.tables.map(nameOf);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  const { rows: parents } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'p'`,
  );
  for (const { name } of parents) await client.query(`alter table only ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  for (const table of manifest.tables) {
    const columns = table.columns.map(quoted).join(', ');
    await pipeline(
      await read(entryOf(table)),
      client.query(copyFrom(`copy ${nameOf(table)} (${columns}) from stdin`)),
    );
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { name } of parents) await client.query(`alter table only ${name} enable trigger user`);
  for (const { owner, name, definition } of keys)
    await client.query(`alter table ${owner} add constraint ${quoted(name)} ${definition}`);
  for (const sequence of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      nameOf(sequence),
      sequence.lastValue,
      sequence.isCalled,
    ]);
  await finish(client);
  await client.query('commit');
  await client.query('analyze');
}

async function foreignKeys(client: pg.Client) {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(`
    select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text in ${schemas}`);
  return rows;
}

/**
 * Throws for a backup of another version, before anything is changed: emptying a database for nothing would lose it.
 */
export async function assertOwnVersion({ migrations }: BackupManifest): Promise<void> {
  if (JSON.stringify(await knownMigrations()) !== JSON.stringify(migrations)) throw otherVersion();
}

const otherVersion = () =>
  new BackupError(
    'The backup was made by another version of Parley: restore it with that version, then update.',
  );

/** Counts other connections to the database, such as those of a server that is still running. */
export async function countOtherConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ others: number }>(`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`);
  return rows[0]?.others ?? 0;
}

async function assertSameVersion(client: pg.Client, manifest: BackupManifest): Promise<void> {
  const ours = await appliedMigrations(handleOn(client));
  const { rows: queue } = await client.query<{ id: number }>(
    'select id from graphile_worker.migrations order by id',
  );
  const same =
    JSON.stringify(ours) === JSON.stringify(manifest.migrations) &&
    JSON.stringify(queue.map(({ id }) => id)) === JSON.stringify(manifest.queueMigrations);
  if (!same) throw otherVersion();
}
