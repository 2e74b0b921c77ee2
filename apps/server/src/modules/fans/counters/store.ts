import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { type Counter, columnList, counters } from './queries.ts';

/** The slot of folded rows, which no trigger ever increments. */
const folded = -1;

/**
 * Merges the slots of all counters, and deletes meaningless rows: zeros, those of deleted accounts and work orders, and expired
 * ones. One transaction per counter, so that concurrent counting waits only briefly.
 */
export async function foldCounters(database: Database): Promise<void> {
  for (const counter of counters)
    await transaction(database, (tx) => foldCounter(tx, counter), { unlimited: true });
}

/** Upserts the sums of the rows `gone` into one row each, unless all are zero. */
function addUp({ table, key, sums }: Counter): SQL {
  const columns = columnList(['workspace_id', ...key]);
  const added = columnList(sums, (column) => sql`sum(${column})`);
  const both = columnList(sums, (column) => sql`${column} = d.${column} + excluded.${column}`);
  return sql`
    insert into ${table} as d (${columns}, slot, ${columnList(sums)})
    select ${columns}, ${folded}::smallint, ${added} from gone
    group by ${columns} having (${added}) <> (${zeros(sums)}) order by ${columns}
    on conflict (${columns}, slot) do update set ${both}`;
}

const zeros = (sums: readonly string[]) => columnList(sums, () => sql`0`);

/**
 * Skips rows that are being counted: waiting for them while the counting transaction waits for a folded row would be a deadlock.
 */
async function foldCounter(tx: Tx, counter: Counter): Promise<void> {
  const { table, sums, settled = sql`true`, expired = sql`false` } = counter;
  await tx.db.execute(sql`
    with idle as materialized (
      select ctid from ${table} where slot <> ${folded} and ${settled} for update skip locked
    ), gone as (
      delete from ${table} t using idle where t.ctid = idle.ctid returning t.*
    ) ${addUp(counter)}`);
  await tx.db.execute(sql`
    delete from ${table} where ${expired} or slot = ${folded} and (${columnList(sums)}) = (${zeros(sums)})`);
}

/**
 * Deletes the counters of a deleted sub-account that have dropped to zero with its verdicts. The rest counts verdicts on social
 * accounts that were moved elsewhere and may be deleted concurrently, so only rows deleted by this statement itself are summed.
 */
export async function deleteGrowth(tx: Tx, workspaceId: string, subAccountId: string): Promise<void> {
  for (const counter of counters.filter(({ key }) => key.includes('sub_account_id')))
    await tx.db.execute(sql`
      with gone as (
        delete from ${counter.table} where workspace_id = ${workspaceId} and sub_account_id = ${subAccountId} returning *
      ) ${addUp(counter)}`);
}
