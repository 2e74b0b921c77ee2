import type { App } from '../../apps/server/src/app.ts';
import { findDiscrepancies } from '../../apps/server/src/modules/characters/index.ts';
import { findMiscounts } from '../../apps/server/src/modules/fans/index.ts';

export type LedgerTotals = {
  /** Number of messages with a paid translation. */
  charged: number;
  /** The price of the messages, by their own rows and by the ledger. */
  onMessages: number;
  inLedger: number;
  /** Charged messages without a ledger row, and ledger rows without a message; must be 0. */
  unmatched: number;
  /** Balances that differ from their ledger, and counters that differ from their verdicts; any is a fault. */
  wrongBalances: number;
  wrongCounters: number;
};

/** Compares every message with the ledger, every balance with its ledger, every counter with its verdicts. */
export async function checkLedgerTotals(app: App): Promise<LedgerTotals> {
  const { rows } = await app.database.pool.query<Omit<LedgerTotals, 'wrongBalances' | 'wrongCounters'>>(`
    with paid as (
      select m.workspace_id, m.id, m.characters from messages m where m.characters > 0
    ), spent as (
      select e.workspace_id, e.message_id as id, sum(e.amount) as amount from character_entries e
      where e.kind = 'usage' and e.details->>'engine' <> 'bench' group by 1, 2
    )
    select count(p.id)::int as charged, coalesce(sum(p.characters), 0) as "onMessages",
      coalesce(sum(s.amount), 0) as "inLedger",
      count(*) filter (where p.characters is distinct from s.amount)::int as unmatched
    from paid p full join spent s using (workspace_id, id)`);
  const [totals] = rows;
  if (!totals) throw new Error('an aggregate without a row');
  const wrongBalances = (await findDiscrepancies(app.database)).length;
  return { ...totals, wrongBalances, wrongCounters: (await findMiscounts(app.database)).length };
}
