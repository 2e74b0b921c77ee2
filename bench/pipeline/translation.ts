import { type Benchmark, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { startServer } from '../server-under-test/start.ts';
import { ledgerTotalsLine } from './charging.ts';
import { startEngine } from './engine.ts';
import { measureTranslations, translationBudgets } from './translations.ts';

export const translation: Benchmark = {
  name: 'translation',
  summary: 'what the server adds to the engine’s time (a part of pipeline, alone)',
  run,
};

async function run(it: Run): Promise<Outcome> {
  const engine = await startEngine(it);
  const server = await startServer(it, { LIBRETRANSLATE_URL: engine.url });
  const { markdown, overheads } = await measureTranslations(it, server, engine);
  const totals = ledgerTotalsLine(await server.call('checkLedgerTotals', null));
  return {
    markdown: [budgetTable(translationBudgets(overheads)), markdown, totals].join('\n\n'),
    postgres: server.postgres,
  };
}
