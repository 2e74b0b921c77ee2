import { sql } from 'drizzle-orm';
import type { Tx } from '../base/db/database.ts';

/**
 * Returns how many rows of a table `work` reads in a transaction, as counted by the database: the cost of a query, independent
 * of the machine's load. Analyze the table first, or the plan is arbitrary.
 */
export async function countReadRows(tx: Tx, table: string, work: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    const { rows } = await tx.db.execute<{ read: number }>(sql`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = ${table}`);
    const [row] = rows;
    if (!row) throw new Error(`there is no table ${table}`);
    return row.read;
  };
  const before = await count();
  await work();
  return (await count()) - before;
}
