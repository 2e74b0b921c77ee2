import { type Benchmark, type Budget, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { ms, type Spread, spreadCells, spreadTitles, table, whole } from '../kit/figures.ts';
import { type BareStage, measureBare } from './bare.ts';
import type { Received } from './crowd.ts';
import { measureServer, type ServerStage, type Stage } from './parley.ts';
import type { Pushes } from './pushes.ts';

export const fanout: Benchmark = {
  name: 'fanout',
  summary: 'desks connected to one process: memory, push latency, console pages meanwhile',
  run,
};

async function run(it: Run): Promise<Outcome> {
  const sizes = it.quick ? [100, 300] : [500, 1_000, 2_000];
  const { stages, barePage, postgres } = await measureServer(it, sizes);
  const bare = await measureBare(it, sizes);
  const last = stages.at(-1);
  if (!last) throw new Error('no stage was measured');
  const markdown = [
    budgetTable(budgets(last)),
    memory(stages, bare),
    pushes(stages, bare),
    pages(stages, barePage),
  ];
  return { markdown: markdown.join('\n\n'), postgres };
}

const megabytes = (bytes: number) => `${whole(bytes / 1e6)} MB`;

function budgets({ desks, connected, after, pages: { all } }: ServerStage): Budget[] {
  const peak = Math.max(connected, after);
  return [
    {
      what: `memory of the server's process with ${whole(desks)} desks`,
      budget: desks === 2_000 ? '< 600 MB' : '–',
      seen: megabytes(peak),
      hit: peak < 600e6,
    },
    {
      what: 'console pages meanwhile: p95',
      budget: '< 30 ms',
      seen: `${ms(all.p95)} ms`,
      hit: all.p95 < 30,
    },
  ];
}

function memory(stages: readonly ServerStage[], bare: readonly BareStage[]): string {
  const row = (name: string, { desks, connectSeconds, before, connected, after }: Stage) => [
    `${whole(desks)} desks, ${name}`,
    connectSeconds.toFixed(1),
    megabytes(before),
    megabytes(connected),
    megabytes(after),
    `${whole((connected - before) / desks / 1000)} kB`,
  ];
  return table(
    ['memory (resident)', 'connected in s', 'before', 'connected', 'after pushes', 'for each desk'],
    [...stages.map((stage) => row('Parley', stage)), ...bare.map((stage) => row('bare Socket.IO', stage))],
  );
}

function pushes(stages: readonly ServerStage[], bare: readonly BareStage[]): string {
  const three = (desks: number, name: string, { toOne, toTeam, toAll }: Pushes) => {
    const row = (reach: string, received: Received) => [
      `${whole(desks)} desks, ${name}, to ${reach}`,
      whole(received.count),
      ...spreadCells(received),
      String(received.lost),
    ];
    return [row('one', toOne), row('a team of 50', toTeam), row('everybody at once', toAll)];
  };
  return table(
    ['push', 'received', ...spreadTitles, 'desks cut off'],
    stages.flatMap(({ desks, messages, signals }, index) => [
      ...three(desks, 'a message accepted', messages),
      ...three(desks, 'the push alone', signals),
      ...three(desks, 'bare Socket.IO', bare[index]?.signals ?? signals),
    ]),
  );
}

function pages(stages: readonly ServerStage[], barePage: Spread): string {
  const row = (name: string, spread: Spread) => [name, whole(spread.count), ...spreadCells(spread)];
  return table(
    ['console pages, 20/s', 'answers', ...spreadTitles],
    [
      ...stages.flatMap(({ desks, pages: { each } }) =>
        [...each].map(([path, spread]) => row(`${whole(desks)} desks: \`GET ${path}\``, spread)),
      ),
      row('bare Node server, one row by its key, nothing else going on', barePage),
    ],
  );
}
