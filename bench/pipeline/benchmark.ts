import { type Benchmark, type Budget, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { ms, whole } from '../kit/figures.ts';
import { startServer } from '../server-under-test/start.ts';
import { stamped } from '../server-under-test/traffic.ts';
import { measureBareWrites } from './bare-writes.ts';
import { ledgerTotalsLine, measureCharging } from './charging.ts';
import { startEngine } from './engine.ts';
import { type InboundResult, measureInbound } from './inbound.ts';
import { measureTranslations, type TranslationResult, translationBudgets } from './translations.ts';
import { measureVisitors } from './visitors.ts';

export const pipeline: Benchmark = {
  name: 'pipeline',
  summary: 'messages accepted, judged, pushed, translated and charged, at several loads',
  run,
};

async function run(it: Run): Promise<Outcome> {
  const engine = await startEngine(it);
  const server = await startServer(it, { LIBRETRANSLATE_URL: engine.url });
  const inbound = await measureInbound(it, server);
  it.say('bare database: the same rows');
  const bare = await measureBareWrites(server.databaseUrl, it.quick ? 2 : 8, stamped(1));
  const visitors = await measureVisitors(it, server);
  const translations = await measureTranslations(it, server, engine);
  const charging = await measureCharging(it, server);
  const totals = ledgerTotalsLine(await server.call('checkLedgerTotals', null));
  const markdown = [
    budgetTable([...budgets(inbound, translations), charging.budget]),
    inbound.markdown,
    bare.markdown,
    `The server's most is ${share(inbound.most.perSecond, bare.single.perSecond)} of the bare driver's one by one, ` +
      `${share(inbound.most.perSecond, bare.batched.perSecond)} of its batches.`,
    visitors,
    translations.markdown,
    charging.markdown,
    totals,
  ].join('\n\n');
  return { markdown, postgres: server.postgres };
}

function share(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)} %`;
}

function budgets({ phases, most }: InboundResult, { overheads }: TranslationResult): Budget[] {
  const durable = phases.get(2_000)?.durable.p99 ?? Number.NaN;
  const pushed = phases.get(2_000)?.pushed.p99 ?? Number.NaN;
  return [
    {
      what: 'inbound messages accepted a second',
      budget: '2,000',
      seen: whole(most.perSecond),
      hit: most.perSecond >= 2_000,
    },
    { what: 'at 2,000/s, durable: p99', budget: '< 100 ms', seen: `${ms(durable)} ms`, hit: durable < 100 },
    { what: 'at 2,000/s, at the desk: p99', budget: '< 100 ms', seen: `${ms(pushed)} ms`, hit: pushed < 100 },
    ...translationBudgets(overheads),
  ];
}
