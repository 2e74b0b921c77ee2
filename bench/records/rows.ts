/** Millions of rows of both records, written past the modules: nobody could spend that many characters in time. */
import pg from 'pg';

/** Made again once the rows are there: that is many times faster than keeping them up row by row. */
const rebuilt = [
  'character_usage_days_by_sub_account',
  'character_usage_days_by_platform',
  'character_usage_days_by_both',
  'character_allocations',
  'character_allocations_by_kind',
  'character_allocations_by_sub_account',
  'character_allocations_by_both',
  'character_entries_from',
  'character_entries_to',
];

export const platformsUsed = ['webchat', 'telegram', 'xmpp', 'whatsapp', 'line'] as const;

export type Places = {
  /** Cursors of random rows. */
  usage: string[];
  allocations: string[];
};

/** Days go back from today; each sub-account has its part of every one. One allocation in 25 is taken back. */
export async function fillRecords(
  databaseUrl: string,
  wish: { workspaceId: string; subAccountIds: readonly string[]; rows: number },
): Promise<Places> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set synchronous_commit = off; set maintenance_work_mem = "256MB"');
    const { rows: definitions } = await client.query<{ name: string; sql: string }>(
      'select indexname as name, indexdef as sql from pg_indexes where indexname = any($1)',
      [rebuilt],
    );
    for (const { name } of definitions) await client.query(`drop index ${name}`);
    const parameters = [wish.workspaceId, wish.subAccountIds, wish.rows];
    await client.query(usageRows, [...parameters, platformsUsed]);
    await client.query(allocationRows, parameters);
    for (const { sql } of definitions) await client.query(sql);
    await client.query('vacuum analyze character_usage_days');
    await client.query('vacuum analyze character_entries');
    return await placesOf(client, wish.workspaceId);
  } finally {
    await client.end();
  }
}

const usageRows = `
  insert into character_usage_days
  select $1, current_date - (n / 5000)::int, ($2::uuid[])[1 + n % cardinality($2::uuid[])], gen_random_uuid(),
    ($4::text[])[1 + (n / 7) % 5], 'es', 'en', 'ai', 'libretranslate', 1 + n % 5000, 1 + n % 90
  from generate_series(0, $3::int - 1) n`;

const allocationRows = `
  insert into character_entries (workspace_id, id, key, kind, from_account, to_account, amount, remark,
                                 sub_account_before, owner_after, created_at)
  select $1, gen_random_uuid(), 'bench ' || n, case when back then 'take-back' else 'allocation' end,
    case when back then agent else $1 end, case when back then $1 else agent end, 1 + n % 900, 'For the weekend',
    n % 100000, n, now() - n * interval '13 seconds'
  from (select n, n % 25 = 0 as back, ($2::uuid[])[1 + n % cardinality($2::uuid[])] as agent
        from generate_series(0, $3::int - 1) n) made`;

async function placesOf(client: pg.Client, workspaceId: string): Promise<Places> {
  const list = async (sql: string) =>
    (await client.query<{ place: string }>(sql, [workspaceId])).rows.map(({ place }) => place);
  return {
    usage: await list(`select day || '_' || sub_account_id || '_' || id as place
      from character_usage_days tablesample bernoulli (0.1) where workspace_id = $1 limit 500`),
    allocations: await list(`select (extract(epoch from created_at) * 1000000)::bigint || '_' || id as place
      from character_entries tablesample bernoulli (0.1)
      where workspace_id = $1 and kind in ('allocation', 'take-back') limit 500`),
  };
}
