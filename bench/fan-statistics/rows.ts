/** Writes a year of counters of a large team, bypassing the modules. */
import { platformIds } from '@parley/contract/catalogues';
import type pg from 'pg';

export const daysBack = 400;
export const platformsUsed = platformIds.slice(0, 20);
/** The number of platforms, of 20, that each sub-account works on. */
export const platformsEach = 3;

export type CountersOptions = { workspaceId: string; subAccounts: number; fans: number };

/** Distributes the fans evenly over sub-accounts, platforms and days. Returns the number of day rows. */
export async function fillCounters(client: pg.Client, it: CountersOptions): Promise<number> {
  const parameters = [it.workspaceId, it.subAccounts];
  await client.query('set synchronous_commit = off');
  await client.query(subAccounts, parameters);
  const each = Math.max(1, Math.round(it.fans / (it.subAccounts * platformsEach * daysBack)));
  const { rowCount } = await client.query(days, [it.workspaceId, platformsUsed, each]);
  await client.query(hours, [it.workspaceId]);
  await client.query(totals, [it.workspaceId]);
  await client.query('vacuum analyze');
  return rowCount ?? 0;
}

const subAccounts = `
  insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
  select $1, gen_random_uuid(), substr(md5($1::uuid::text || n), 1, 8), 'none', 'Shift ' || n
  from generate_series(1, $2::int) n`;

// Days are written in order, as in real operation.
const days = `
  insert into fan_growth_days
  select $1, s.id, ($2::text[])[1 + (s.n * 7 + p) % cardinality($2::text[])], current_date - d, 0, 0,
    ($3::int * 1.7 * random())::int, ($3::int * 0.3 * random())::int
  from generate_series(${daysBack - 1}, 0, -1) d
  cross join (select id, row_number() over () as n from sub_accounts where workspace_id = $1) s
  cross join generate_series(1, ${platformsEach}) p`;

const hours = `
  insert into fan_growth_hours
  select workspace_id, sub_account_id, platform, date_trunc('hour', now(), 'UTC') - h * interval '1 hour', 0, 0,
    (random() * 2)::int, 0
  from fan_growth_days cross join generate_series(0, 47) h where workspace_id = $1 and day = current_date`;

const totals = `
  insert into fan_statistics_totals
  select workspace_id, sub_account_id, platform, 'epoch', 0, 0, sum(new_fans), sum(repeat_fans), sum(new_fans) / 2
  from fan_growth_days where workspace_id = $1 group by 1, 2, 3`;
