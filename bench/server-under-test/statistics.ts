/** The planner's statistics of the server's database. */
import { poll } from '@parley/testing';
import pg from 'pg';

/** Waits until autovacuum has analyzed the tables that grew: until then statements are planned for empty ones. */
export async function waitUntilAnalyzed(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await poll(() => hasBeenAnalyzed(client), 90_000);
  } finally {
    await client.end();
  }
}

async function hasBeenAnalyzed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ analyzed: boolean }>(
    `select bool_and(last_autoanalyze is not null) as analyzed from pg_stat_user_tables
     where relname in ('messages', 'conversations')`,
  );
  return rows[0]?.analyzed === true;
}
