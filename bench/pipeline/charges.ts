import { type Benchmark, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { startServer } from '../server-under-test/start.ts';
import { ledgerTotalsLine, measureCharging } from './charging.ts';

export const charges: Benchmark = {
  name: 'charges',
  summary: 'charges a second on one hot balance, beside simpler ways (a part of pipeline, alone)',
  run,
};

async function run(it: Run): Promise<Outcome> {
  const server = await startServer(it);
  const { markdown, budget } = await measureCharging(it, server);
  const totals = ledgerTotalsLine(await server.call('checkLedgerTotals', null));
  return { markdown: [budgetTable([budget]), markdown, totals].join('\n\n'), postgres: server.postgres };
}
