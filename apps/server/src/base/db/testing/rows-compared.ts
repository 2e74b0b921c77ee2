import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';

type Plan = { 'Rows Removed by Join Filter'?: number; 'Actual Loops': number; Plans?: Plan[] };

const compared = ({ Plans: below = [], ...plan }: Plan): number =>
  (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops'] +
  below.reduce((sum, one) => sum + compared(one), 0);

/**
 * Returns how many pairs of rows `work` compares that don't belong together: what grows with the square of a batch. Each of its
 * statements is explained as it is executed, and answers no rows.
 */
export async function rowsCompared(tx: Tx, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let sum = 0;
  const execute = async (statement: SQL) => {
    const { rows } = await tx.db.execute<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      sql`explain (analyze, timing off, format json) ${statement}`,
    );
    // PostgreSQL's JSON format has one plan for a statement.
    for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) sum += compared(Plan);
    return { rows: [] };
  };
  // A transaction that can do nothing else.
  await work({ db: { execute } } as unknown as Tx);
  return sum;
}
