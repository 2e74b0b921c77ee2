import { sql } from 'drizzle-orm';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { type Counter, counters, listed } from './queries.ts';

/** The slot of folded rows, for which no trigger ever counts. */
const folded = -1;

/**
 * Adds up the slots of all counters, and deletes rows that say nothing: of deleted accounts and work orders, and of times
 * that nothing reads. Each counter in its own transaction, so that what is counted meanwhile waits briefly.
 */
export async function foldCounters(database: Database): Promise<void> {
  for (const counter of counters)
    await transaction(database, (tx) => foldCounter(tx, counter), { unlimited: true });
}

/**
 * Skips what is being counted at this moment: waiting for it while it waits for a row that is being folded would be a
 * deadlock.
 */
async function foldCounter(
  tx: Tx,
  { table, key, sums, settled = sql`true`, expired = sql`false` }: Counter,
): Promise<void> {
  const columns = listed(['workspace_id', ...key]);
  const added = listed(sums, (column) => sql`sum(${column})`);
  const both = listed(sums, (column) => sql`${column} = d.${column} + excluded.${column}`);
  await tx.db.execute(sql`
    with idle as materialized (
      select ctid from ${table} where slot <> ${folded} and ${settled} for update skip locked
    ), gone as (
      delete from ${table} t using idle where t.ctid = idle.ctid returning t.*
    )
    insert into ${table} as d (${columns}, slot, ${listed(sums)})
    select ${columns}, ${folded}::smallint, ${added} from gone group by ${columns} order by ${columns}
    on conflict (${columns}, slot) do update set ${both}`);
  const zeros = listed(sums, () => sql`0`);
  await tx.db.execute(sql`
    delete from ${table} where ${expired} or slot = ${folded} and (${listed(sums)}) = (${zeros})`);
}

/**
 * Deletes the counters of a deleted sub-account that have come to nothing with its verdicts. What is left counts verdicts on
 * social accounts that were moved away from it. No join finds the rows of what has come to nothing: the planner would take
 * both sides for a row, and compare all with all.
 */
export async function deleteGrowth(tx: Tx, workspaceId: string, subAccountId: string): Promise<void> {
  for (const { table, key, sums } of counters.filter(({ key }) => key.includes('sub_account_id'))) {
    const columns = listed(key);
    await tx.db.execute(sql`
      with held as materialized (
        select ctid as place, ${columns}, ${listed(sums)} from ${table}
        where workspace_id = ${workspaceId} and sub_account_id = ${subAccountId} for update
      )
      delete from ${table} where ctid = any(array(
        select unnest(array_agg(place)) from held group by ${columns}
        having (${listed(sums, (column) => sql`sum(${column})`)}) = (${listed(sums, () => sql`0`)})))`);
  }
}
