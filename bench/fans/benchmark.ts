import { fanPage } from '@parley/contract/fans';
import pg from 'pg';
import { type Benchmark, type Budget, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { ms, type Spread, spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { callForText } from '../server-under-test/http.ts';
import { type Server, startServer } from '../server-under-test/start.ts';
import { casesOf, type FanQueryCase } from './queries.ts';
import { fillFans } from './rows.ts';

export const fans: Benchmark = {
  name: 'fans',
  summary: 'five million fans in one workspace: pages by random filters, orders and searches',
  run,
};

async function run(it: Run): Promise<Outcome> {
  const rows = it.rows ?? (it.quick ? 50_000 : 5_000_000);
  const server = await startServer(it);
  const nobody = { subAccounts: 0, accounts: 0, desks: 0, firstDesks: 0, translation: false };
  const { workspaceId, consoleToken } = await server.call('seed', nobody);
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    const filled = await fillFans(client, { workspaceId, rows, say: it.say });
    const times = it.quick ? 5 : 100;
    const bare = await measureBare(client, workspaceId, times);
    const pages = await measurePages(server, consoleToken, casesOf(filled), times);
    const all = pages.flatMap(({ latencies }) => latencies);
    const { p95 } = spreadOf(all);
    const budget: Budget = {
      what: `a page of 50 among ${whole(rows)} fans, any filter, sort and search: p95`,
      budget: '< 50 ms',
      seen: `${ms(p95)} ms`,
      hit: p95 < 50,
    };
    const seeded = `Filled in ${whole(filled.seconds)} s, indexes included.`;
    const markdown = [budgetTable([budget]), seeded, pageTable([bare, ...pages])].join('\n\n');
    return { markdown, postgres: server.postgres };
  } finally {
    await client.end();
  }
}

type Measured = { what: string; latencies: number[] };

/** Reads the newest rows from the index alone, without the server: the lower limit of any page. */
async function measureBare(client: pg.Client, workspaceId: string, times: number): Promise<Measured> {
  const latencies: number[] = [];
  for (let turn = 0; turn <= times; turn += 1) {
    const began = monotonic();
    await client.query(
      `select * from account_fans where workspace_id = $1 and type = 'new' order by grown_at desc, id desc limit 51`,
      [workspaceId],
    );
    if (turn > 0) latencies.push(monotonic() - began);
  }
  return { what: 'the bare query: one type, newest first', latencies };
}

/** Sends requests sequentially, alternating their kinds; the first of each kind is discarded. */
async function measurePages(
  server: Server,
  token: string,
  cases: readonly FanQueryCase[],
  times: number,
): Promise<Measured[]> {
  const measured = cases.map(({ what }): Measured => ({ what, latencies: [] }));
  for (let turn = 0; turn <= times; turn += 1) {
    for (const [at, { query }] of cases.entries()) {
      const began = monotonic();
      await callForText(server.url, fanPage, { token, query: query() });
      if (turn > 0) measured[at]?.latencies.push(monotonic() - began);
    }
  }
  return measured;
}

function pageTable(pages: readonly Measured[]): string {
  const rows = pages.map(({ what, latencies }): [string, Spread] => [what, spreadOf(latencies)]);
  return table(
    ['a page of 50', 'asked', ...spreadTitles],
    rows.map(([what, spread]) => [what, whole(spread.count), ...spreadCells(spread)]),
  );
}
