/** Reports the database's time by statement, from PostgreSQL's own pg_stat_statements. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** Settings that the database must be started with, which make it a little slower. */
export const countingSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_utility': 'on',
  'pg_stat_statements.track_planning': 'on',
};

const heaviest = `
  select calls, round(total_exec_time + total_plan_time) as total_ms, round(mean_exec_time::numeric, 3) as mean_ms,
    plans, round(mean_plan_time::numeric, 3) as mean_plan_ms, rows,
    regexp_replace(query, '\\s+', ' ', 'g') as statement
  from pg_stat_statements order by total_exec_time + total_plan_time desc limit 60`;

/** Starts counting in the server's database. `adminUrl`: any database, as the superuser. */
export async function countStatements(adminUrl: string): Promise<void> {
  await asAdmin(adminUrl, (client) => client.query('create extension if not exists pg_stat_statements'));
}

/** Writes the sixty most expensive statements, tab-separated, to `folder`/statements.tsv. */
export async function writeStatements(adminUrl: string, folder: string): Promise<void> {
  const { rows } = await asAdmin(adminUrl, (client) => client.query<Record<string, unknown>>(heaviest));
  const lines = rows.map((row) => Object.values(row).join('\t'));
  const text = [Object.keys(rows[0] ?? {}).join('\t'), ...lines, ''].join('\n');
  await writeFile(path.join(folder, 'statements.tsv'), text);
}

async function asAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(adminUrl);
  url.pathname = 'parley';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
