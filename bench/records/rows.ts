/** Writes millions of rows of both records, bypassing the modules: spending that many characters would take too long. */
import type pg from 'pg';
import { whole } from '../kit/figures.ts';

/** The tables filled without indexes and keys: creating those once at the end is many times faster. */
const filled = ['character_usage_days', 'character_entries', 'character_days'] as const;

export const platformsUsed = ['webchat', 'telegram', 'xmpp', 'whatsapp', 'line'] as const;
/** The number of days before today that have usage. */
export const daysBack = 730;
export const allocationEverySeconds = 13;

export type RecordsOptions = {
  workspaceId: string;
  subAccountIds: readonly string[];
  usageRows: number;
  allocationRows: number;
  say(line: string): void;
};
export type Places = {
  /** Cursors of random rows. */
  usage: string[];
  allocations: string[];
};

/** Distributes rows over the days, and each day's over the sub-accounts. One allocation in 25 is taken back. */
export async function fillRecords(client: pg.Client, request: RecordsOptions): Promise<Places> {
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB';
    set max_parallel_maintenance_workers = 2`);
  const rebuild = await stripTables(client);
  const parameters = [request.workspaceId, request.subAccountIds];
  await inPieces(request, 'usage', request.usageRows, (from, to) =>
    client.query(usageRows, [
      ...parameters,
      from,
      to,
      platformsUsed,
      Math.ceil(request.usageRows / daysBack),
    ]),
  );
  await inPieces(request, 'allocations', request.allocationRows, (from, to) =>
    client.query(allocationRows, [...parameters, from, to, allocationEverySeconds]),
  );
  await client.query(dayRows, parameters);
  await client.query(totalRows, [request.workspaceId]);
  for (const sql of rebuild) {
    request.say(sql.slice(0, 90));
    await client.query(sql);
  }
  for (const table of [...filled, 'character_totals']) await client.query(`vacuum analyze ${table}`);
  return placesOf(client, request);
}

/**
 * Returns the statements that restore indexes and keys. The tables are made unlogged: only reads are measured, which are the
 * same, and the benchmark's database is discarded; the full run would write 40 GB of log.
 */
async function stripTables(client: pg.Client): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; name: string; sql: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as sql from pg_constraint
     where contype = 'p' and conrelid = any($1::text[]::regclass[])`,
    [filled],
  );
  const { rows: indexes } = await client.query<{ name: string; sql: string }>(
    `select indexname as name, indexdef as sql from pg_indexes where tablename = any($1) and indexname <> all($2)`,
    [filled, keys.map(({ name }) => name)],
  );
  for (const table of filled) await client.query(`alter table ${table} set unlogged, disable trigger user`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return [
    ...keys.map(({ table, name, sql }) => `alter table ${table} add constraint ${name} ${sql}`),
    ...indexes.map(({ sql }) => sql),
    ...filled.map((table) => `alter table ${table} enable trigger user`),
  ];
}

const piece = 5_000_000;

async function inPieces(
  { say }: RecordsOptions,
  what: string,
  rows: number,
  fill: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows; from += piece) {
    const to = Math.min(rows, from + piece);
    await fill(from, to - 1);
    say(`${what}: ${whole(to)} of ${whole(rows)} rows`);
  }
}

const usageRows = `
  insert into character_usage_days
  select $1, current_date - (n / $6::int)::int, ($2::uuid[])[1 + n % cardinality($2::uuid[])], gen_random_uuid(),
    ($5::text[])[1 + (n / 7) % 5], 'es', 'en', 'ai', 'libretranslate', 1 + n % 5000, 1 + n % 90
  from generate_series($3::int, $4::int) n`;

const allocationRows = `
  insert into character_entries (workspace_id, id, key, kind, from_account, to_account, amount, remark,
                                 sub_account_before, owner_after, created_at)
  select $1, gen_random_uuid(), 'bench ' || n, case when back then 'take-back' else 'allocation' end,
    case when back then agent else $1 end, case when back then $1 else agent end, 1 + n % 900, 'For the weekend',
    n % 100000, n, now() - n * $5::int * interval '1 second'
  from (select n, n % 25 = 0 as back, ($2::uuid[])[1 + n % cardinality($2::uuid[])] as agent
        from generate_series($3::int, $4::int) n) made`;

const dayRows = `
  insert into character_days
  select $1, agent, current_date - n, 1 + n % 5000, 1 + n % 90
  from unnest($2::uuid[]) agent, generate_series(0, ${daysBack - 1}) n`;

const totalRows = `
  insert into character_totals select workspace_id, sub_account_id, sum(used) from character_days
  where workspace_id = $1 group by 1, 2`;

async function placesOf(
  client: pg.Client,
  { workspaceId, usageRows, allocationRows }: RecordsOptions,
): Promise<Places> {
  const list = async (sql: string) =>
    (await client.query<{ place: string }>(sql, [workspaceId])).rows.map(({ place }) => place);
  /** Samples whole pages, enough for some tens of thousands of rows. */
  const some = (rows: number) => `tablesample system (${Math.min(100, (100 * 50_000) / rows)})`;
  return {
    usage: await list(`select day || '_' || sub_account_id || '_' || id as place
      from character_usage_days ${some(usageRows)} where workspace_id = $1 order by random() limit 500`),
    allocations: await list(`select (extract(epoch from created_at) * 1000000)::bigint || '_' || id as place
      from character_entries ${some(allocationRows)}
      where workspace_id = $1 and kind in ('allocation', 'take-back') order by random() limit 500`),
  };
}
