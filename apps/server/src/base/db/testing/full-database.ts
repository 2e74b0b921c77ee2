/**
 * Runs migrations as an installation experiences them: each on a full database. The rows for the tables are next to the
 * migration that created them, in `testing/<migration>.rows.sql`, as of that time.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createLog } from '../../log.ts';
import { applyMigrations, ownMigrations, readMigrations } from '../migrate.ts';
import { type Column, findIncompatibilities, readShape, type Shape } from './schema-shape.ts';

/**
 * Empties the database and migrates it to the newest schema, filling it after each migration. Returns all faults, each with
 * the migration's name: what it lost or broke, or left without rows. Stops at the first migration that fails.
 */
export async function migrateFull(url: string, folder = ownMigrations): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  const log = createLog('silent');
  await client.connect();
  try {
    await client.query('drop schema public cascade; create schema public; create schema before');
    const copies: Contents = new Map();
    const full: Contents = new Map();
    const migrations = await readMigrations(folder);
    const faults = await strayRows(folder, migrations);
    let shape = await readShape(client);
    let contents = await contentsOf(client, shape);
    for (const migration of migrations) {
      const { name } = migration;
      const step = async (): Promise<string[]> => {
        const before = shape;
        await renewCopies(client, copies, contents);
        await applyMigrations(client, [migration], log);
        shape = await readShape(client);
        contents = await contentsOf(client, shape);
        const touched = changedTables(copies, contents);
        return faultsOf(client, { before, after: shape, touched }, migration.text);
      };
      const rows = async (): Promise<string[]> => {
        const added = await rowsOf(folder, name);
        if (added !== '') {
          await client.query(added);
          contents = await contentsOf(client, shape);
        }
        return emptyPlaces(client, { shape, contents, full }, rowsFile(name));
      };
      for (const part of [step, rows]) {
        try {
          faults.push(...(await part()).map((fault) => `${name} ${fault}`));
        } catch (error) {
          return [...faults, `${part === step ? name : rowsFile(name)} fails: ${reasonOf(error)}`];
        }
      }
    }
    return faults;
  } finally {
    await client.query('drop schema if exists before cascade');
    await client.end();
  }
}

const rowsFile = (migration: string) => `testing/${migration.replace(/\.sql$/, '.rows.sql')}`;

/** Returns the SQL that fills what a migration created; none if it created nothing to fill. */
async function rowsOf(folder: string, migration: string): Promise<string> {
  const names = await readdir(join(folder, 'testing'));
  const name = rowsFile(migration);
  return names.some((one) => name.endsWith(`/${one}`)) ? readFile(join(folder, name), 'utf8') : '';
}

async function strayRows(folder: string, migrations: readonly { name: string }[]): Promise<string[]> {
  const wanted = migrations.map(({ name }) => rowsFile(name));
  return (await readdir(join(folder, 'testing')))
    .map((name) => `testing/${name}`)
    .filter((name) => !wanted.includes(name))
    .map((name) => `${name} belongs to no migration`);
}

/** Returns the database's own message, which `migrate` wraps. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** A migration's effect: `touched` are the tables whose columns or rows aren't the same as before. */
type Change = { before: Shape; after: Shape; touched: ReadonlySet<string> };

/** Returns the faults of a migration with this SQL that has just run. */
async function faultsOf(
  client: pg.Client,
  { before, after, touched }: Change,
  migration: string,
): Promise<string[]> {
  const faults = findIncompatibilities(before, after, announced('drops', migration));
  const kept = keptColumns(before, after);
  // Comparing the rows of all tables takes far longer.
  const compared = [...kept].filter(([table]) => touched.has(table));
  const changed = await changedRows(client, compared, announced('adds', migration));
  return [...faults, ...changed, ...(await refusedRows(client, after, kept))];
}

/** The columns and rows of each table at some time, as one text. */
type Contents = Map<string, string>;

/** Returns the tables that are not in both, or not the same. */
function changedTables(old: Contents, now: Contents): Set<string> {
  const all = new Set([...old.keys(), ...now.keys()]);
  return new Set([...all].filter((table) => old.get(table) !== now.get(table)));
}

/**
 * Copies the tables that a migration or its rows have changed since the last copy. Copying all of them each time would flood
 * the servers of concurrent tests with invalidations of created and dropped tables.
 */
async function renewCopies(client: pg.Client, copies: Contents, now: Contents): Promise<void> {
  const old = [...changedTables(copies, now)];
  const statements = [
    ...old.filter((table) => copies.has(table)).map((table) => `drop table before."${table}"`),
    ...old
      .filter((table) => now.has(table))
      .map((table) => `create table before."${table}" as table public."${table}"`),
  ];
  await client.query(statements.join(';'));
  copies.clear();
  for (const [table, contents] of now) copies.set(table, contents);
}

async function contentsOf(client: pg.Client, { tables, columns }: Shape): Promise<Contents> {
  if (tables.length === 0) return new Map();
  const selects = tables.map(
    (table) => `
      select '${table}' as table, md5(coalesce(string_agg(r::text, ' ' order by r::text), '')) as rows
      from public."${table}" r`,
  );
  const { rows } = await client.query<{ table: string; rows: string }>(selects.join(' union all '));
  return new Map(
    rows.map((one) => {
      const own = columns.filter(({ table }) => table === one.table);
      return [one.table, `${one.rows} ${own.map(({ name, type }) => `${name} ${type}`).join(', ')}`];
    }),
  );
}

/**
 * Returns what the migration drops, now unused by code, from its line `-- drops: mails.problem, old_mails`, or the queues to
 * which it adds work for jobs, from a line `-- adds: …`.
 */
function announced(what: 'drops' | 'adds', migration: string): string[] {
  return [...migration.matchAll(new RegExp(`^-- ${what}: (.+)$`, 'gm'))].flatMap(([, list = '']) =>
    list.split(/,\s*/),
  );
}

/** Returns the columns that existed before and still do, by table, as an SQL list. */
function keptColumns(before: Shape, after: Shape): Map<string, string> {
  const kept = new Map<string, string>();
  for (const { table, name } of before.columns.filter((column) => !column.generated)) {
    if (!after.columns.some((column) => column.table === table && column.name === name)) continue;
    const others = kept.get(table);
    kept.set(table, others === undefined ? `"${name}"` : `${others}, "${name}"`);
  }
  return kept;
}

/**
 * Returns rows whose values changed, and rows that were added, except to `growing`: values that a migration derives belong in
 * new columns.
 */
async function changedRows(
  client: pg.Client,
  compared: readonly [table: string, columns: string][],
  growing: readonly string[],
): Promise<string[]> {
  const counts = compared.map(([table, columns]) => {
    const rowsIn = (schema: string) => `select (${columns})::text from ${schema}."${table}"`;
    return `
      select '${table}' as table,
        (select count(*)::int from (${rowsIn('before')} except all ${rowsIn('public')}) r) as lost,
        (select count(*)::int from (${rowsIn('public')} except all ${rowsIn('before')}) r) as added`;
  });
  if (counts.length === 0) return [];
  const { rows } = await client.query<{ table: string; lost: number; added: number }>(
    counts.join(' union all '),
  );
  return rows
    .filter(({ table, lost, added }) => lost !== 0 || (added !== 0 && !growing.includes(table)))
    .map(({ table, lost, added }) => `loses or changes ${lost} rows of ${table}, adds ${added}`);
}

/** Returns the tables that refuse rows which they accepted before, written by code that has only the old columns. */
async function refusedRows(
  client: pg.Client,
  { tables }: Shape,
  kept: ReadonlyMap<string, string>,
): Promise<string[]> {
  if (kept.size === 0) return [];
  const deletions = tables.map((table) => `"from_${table}" as (delete from public."${table}")`);
  const inserts = [...kept].map(
    ([table, columns]) => `"into_${table}" as (
      insert into public."${table}" (${columns}) overriding system value
      select ${columns} from before."${table}")`,
  );
  await client.query('begin');
  try {
    await client.query(deletionTriggers('disable'));
    // In one statement, so that foreign keys are checked at its end and the order of tables doesn't matter.
    await client.query(`with ${deletions.join(', ')} select`);
    await client.query('set constraints all immediate');
    await client.query(deletionTriggers('enable'));
    await client.query(`with ${inserts.join(', ')} select`);
    await client.query('set constraints all immediate');
    return [];
  } catch (error) {
    return [`refuses what could be written before: ${reasonOf(error)}`];
  } finally {
    await client.query('rollback');
  }
}

/** Some triggers refuse deletions, others record them. Lasts until the transaction is rolled back. */
const deletionTriggers = (act: 'disable' | 'enable') => `do $$
declare
  t record;
begin
  for t in select tgrelid::regclass as name, tgname from pg_trigger where not tgisinternal and tgtype & 8 > 0 loop
    execute format('alter table %s ${act} trigger %I', t.name, t.tgname);
  end loop;
end $$`;

/**
 * Returns the cases that the rows don't cover: two workspaces, null and a value in nullable columns, true and false, each
 * value that a check constraint lists. Without them the next migration runs on a database that is only half full. Leaves out
 * the tables in `full`, which covered the same cases with the same rows, and adds those that cover theirs.
 */
async function emptyPlaces(
  client: pg.Client,
  { shape, contents, full }: { shape: Shape; contents: Contents; full: Contents },
  file: string,
): Promise<string[]> {
  const listed = await listedValues(client);
  const all = shape.tables.map((table) => {
    const wanted: Wanted[] = [
      { what: 'two rows', is: 'count(*) > 1' },
      ...shape.columns.filter((column) => column.table === table).flatMap(wantedOf),
      ...listed.filter((one) => one.table === table),
    ];
    const met = `array[${wanted.map(({ is }) => is).join(', ')}] as met`;
    return { table, wanted, met, state: `${contents.get(table)} ${met}` };
  });
  const asked = all.filter(({ table, state }) => full.get(table) !== state);
  if (asked.length === 0) return [];
  const { rows } = await client.query<{ table: string; met: boolean[] }>(
    asked
      .map(({ table, met }) => `select '${table}' as table, ${met} from public."${table}"`)
      .join(' union all '),
  );
  return asked.flatMap(({ table, wanted, state }) => {
    const met = rows.find((row) => row.table === table)?.met;
    const missing = wanted.filter((_, index) => met?.[index] !== true).map(({ what }) => what);
    if (missing.length === 0) full.set(table, state);
    return missing.length === 0 ? [] : [`needs in ${file}, for ${table}: ${missing.join(', ')}`];
  });
}

type Wanted = { what: string; is: string };

function wantedOf({ name, type, nullable }: Column): Wanted[] {
  const wanted: Wanted[] = [];
  if (name === 'workspace_id') {
    wanted.push({ what: 'two workspaces', is: 'count(distinct workspace_id) > 1' });
  }
  if (nullable) {
    wanted.push({ what: `${name} null`, is: `count(*) > count("${name}")` });
    wanted.push({ what: `${name} not null`, is: `count("${name}") > 0` });
  }
  if (type === 'boolean') {
    wanted.push({ what: `${name} true and false`, is: `count(distinct "${name}") > 1` });
  }
  return wanted;
}

/** Returns the values listed by check constraints of one column, e.g. `state in ('kept', 'sent')`; ignores patterns of `~`. */
async function listedValues(client: pg.Client): Promise<(Wanted & { table: string })[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select t.relname as table, a.attname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     join pg_class t on t.oid = c.conrelid
     where c.contype = 'c' and cardinality(c.conkey) = 1 and t.relnamespace = 'public'::regnamespace
     order by c.conname`,
  );
  return rows.flatMap(({ table, name, definition }) =>
    [...definition.matchAll(/(?<!~\*? )'(?:[^']|'')*'(?=::text)/g)].map(([value]) => ({
      table,
      what: `${name} ${value}`,
      is: `count(*) filter (where "${name}" = ${value}) > 0`,
    })),
  );
}
