import { createSplitReportShare, readSplitReport, shareParameter } from '@parley/contract/split-reports';
import pg from 'pg';
import { type Benchmark, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { ms, type Spread, spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { callEndpoint, callForText } from '../server-under-test/http.ts';
import { startServer } from '../server-under-test/start.ts';
import { fillCounts } from './rows.ts';

export const splitReportBenchmark: Benchmark = {
  name: 'split-report',
  summary: 'reports of split links that have had a hundred million visits',
  run,
};

const bare = `
  select kind, name, sum(visits), sum(visitors) from split_link_counts
  where workspace_id = $1 and split_link_id = $2 and day between current_date - $3::int + 1 and current_date group by 1, 2`;

async function run(it: Run): Promise<Outcome> {
  const visits = it.quick ? 1_000_000 : 100_000_000;
  const [links, days] = it.quick ? [10, 30] : [200, 180];
  const server = await startServer(it);
  const nobody = { subAccounts: 0, accounts: 0, desks: 0, firstDesks: 0, translation: false };
  const { workspaceId, consoleToken } = await server.call('seed', nobody);
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    it.say(`counts of ${whole(visits)} visits`);
    const { linkIds, rows } = await fillCounts(client, { workspaceId, links, visits, days });
    it.say('reports');
    const tokens = [];
    for (const splitLinkId of linkIds.slice(0, 50)) {
      const body = { splitLinkId, validDays: null };
      const { share } = await callEndpoint(server.url, createSplitReportShare, { token: consoleToken, body });
      tokens.push({
        splitLinkId,
        token: new URL(share?.path ?? '', server.url).searchParams.get(shareParameter) ?? '',
      });
    }
    const measured = [];
    for (const range of ['7', '30'] as const) {
      const times = await measure(it, client, { url: server.url, workspaceId, tokens, range });
      measured.push({ what: `report of ${range} days`, ...times });
    }
    return { postgres: server.postgres, markdown: report(measured, { visits, links, days, rows }) };
  } finally {
    await client.end();
  }
}

type Reports = {
  url: string;
  workspaceId: string;
  tokens: { splitLinkId: string; token: string }[];
  range: '7' | '30';
};

/**
 * Requests the links' reports in turn, sequentially: by a link's next turn its cached report has expired. The first link is
 * the busiest.
 */
async function measure({ quick }: Run, client: pg.Client, { url, workspaceId, tokens, range }: Reports) {
  const times: Record<'request' | 'bare', number[]> = { request: [], bare: [] };
  for (let turn = -1; turn < (quick ? 2 : 6); turn += 1) {
    const turnBegan = monotonic();
    for (const { splitLinkId, token } of tokens) {
      const began = monotonic();
      await callForText(url, readSplitReport, { token: null, query: { token, days: range } });
      const between = monotonic();
      await client.query({ name: 'bare', text: bare, values: [workspaceId, splitLinkId, Number(range)] });
      if (turn < 0) continue;
      times.request.push(between - began);
      times.bare.push(monotonic() - between);
    }
    while (monotonic() - turnBegan < 1_000) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { request: spreadOf(times.request), bare: spreadOf(times.bare) };
}

type Measured = { what: string; request: Spread; bare: Spread };

function report(
  measured: readonly Measured[],
  { visits, links, days, rows }: Record<'visits' | 'links' | 'days' | 'rows', number>,
): string {
  const slowest = Math.max(...measured.map(({ request }) => request.p95));
  const budgets = budgetTable([
    {
      what: `report of a split link; ${whole(visits)} visits of ${whole(links)} links in ${whole(days)} days, ${whole(rows)} rows of counts: p95`,
      budget: '< 50 ms',
      seen: `${ms(slowest)} ms`,
      hit: slowest < 50,
    },
  ]);
  const lines = measured.map(({ what, request, bare: query }) => [
    what,
    ...spreadCells(request),
    ms(query.p95),
  ]);
  return [budgets, table(['request', ...spreadTitles, 'bare query p95 ms'], lines)].join('\n\n');
}
