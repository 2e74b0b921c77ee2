import type { Budget, Run } from '../kit/benchmark.ts';
import { table, whole } from '../kit/figures.ts';
import type { LedgerTotals } from '../server-under-test/ledger-totals.ts';
import type { Server } from '../server-under-test/start.ts';

export type Charging = { markdown: string; budget: Budget };

/** Measures charges per second on one hot balance, and those of simpler implementations. */
export async function measureCharging(run: Run, server: Server): Promise<Charging> {
  const seconds = run.quick ? 1.5 : 6;
  run.say('charging: one hot balance');
  const shared = await server.call('chargeHot', { seconds, shared: true });
  const alone = await server.call('chargeHot', { seconds, shared: false });
  const naive = await server.call('chargeNaively', { seconds });
  const bare = await server.call('insertOnly', { seconds });
  const markdown = table(
    ['charges on one balance, 16 at a time', 'charges/s'],
    [
      ['the characters module, those that end together in one transaction', whole(shared.perSecond)],
      ['the characters module, each in a transaction of its own', whole(alone.perSecond)],
      ['naive, bare driver: the balance’s row changed in the same transaction', whole(naive.perSecond)],
      ['bare driver: the entry alone', whole(bare.perSecond)],
    ],
  );
  const { perSecond } = shared;
  const budget = {
    what: 'charges a second on one balance',
    budget: '> 2,000',
    seen: whole(perSecond),
    hit: perSecond > 2_000,
  };
  return { markdown, budget };
}

/** Returns one sentence on whether the totals are consistent afterwards; they are always checked, so a fault shows. */
export function ledgerTotalsLine(totals: LedgerTotals): string {
  const { charged, onMessages, inLedger, unmatched, wrongBalances, wrongCounters } = totals;
  const right = unmatched === 0 && wrongBalances === 0 && wrongCounters === 0 && onMessages === inLedger;
  return (
    `${right ? 'The totals agree' : '**The totals disagree**'} after the run: ${whole(charged)} charged translations; ` +
    `${whole(onMessages)} characters on messages, ${whole(inLedger)} in the ledger; ${unmatched} charges without ` +
    `their message or the reverse; ${wrongBalances} balances and ${wrongCounters} fan counters off.`
  );
}
