import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';

type Plan = {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

function compared({ Plans: below = [], ...plan }: Plan): number {
  const { 'Actual Loops': loops, 'Rows Removed by Join Filter': unlike = 0 } = plan;
  const isRepeated = loops > 1 || / (Join|Loop)$/.test(plan['Node Type']);
  const unfit = isRepeated ? (plan['Rows Removed by Filter'] ?? 0) : 0;
  // A correlated subquery reads the matching row, and others that are compared with it.
  const isAsked = loops > 1 && plan['Parent Relationship'] === 'SubPlan';
  const members = isAsked ? Math.max(0, plan['Actual Rows'] - 1) : 0;
  return (unlike + unfit + members) * loops + below.reduce((sum, one) => sum + compared(one), 0);
}

/**
 * Returns how many non-matching pairs of rows `work` compares, which grows with the square of a batch. Each of its statements
 * is executed by EXPLAIN ANALYZE, and returns no rows.
 */
export async function countComparedRows(tx: Tx, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let sum = 0;
  const execute = async (statement: SQL) => {
    const { rows } = await tx.db.execute<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      sql`explain (analyze, timing off, format json) ${statement}`,
    );
    // PostgreSQL's JSON format has one plan per statement.
    for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) sum += compared(Plan);
    return { rows: [] };
  };
  // A transaction that can only execute.
  await work({ db: { execute } } as unknown as Tx);
  return sum;
}
