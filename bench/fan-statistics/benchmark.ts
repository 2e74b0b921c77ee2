import type { Endpoint } from '@parley/contract';
import { fanStatistics, platformGrowthLineChart, subAccountFansRank } from '@parley/contract/fan-statistics';
import pg from 'pg';
import { type Benchmark, type Budget, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { ms, type Spread, spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { callForText } from '../server-under-test/http.ts';
import { startServer } from '../server-under-test/start.ts';
import { daysBack, fillCounters, platformsEach, platformsUsed } from './rows.ts';

export const fanStatisticsBenchmark: Benchmark = {
  name: 'fan-statistics',
  summary: 'a thousand sub-accounts, 400 days of counters: ranking, chart and figures',
  run,
};

type Case = { what: string; endpoint: Endpoint; query: Record<string, string>; bare: string };

const since = (days: number) => `
  select sub_account_id, sum(new_fans), sum(repeat_fans) from fan_growth_days
  where workspace_id = $1 and day > current_date - ${days} group by 1`;
const totals = `
  select sub_account_id, sum(new_fans), sum(repeat_fans) from fan_statistics_totals where workspace_id = $1 group by 1`;
const byPlatform = (days: number) => `
  select platform, day, sum(new_fans), sum(repeat_fans) from fan_growth_days
  where workspace_id = $1 and day > current_date - ${days} group by 1, 2`;
const ofHours = `
  select sub_account_id, sum(new_fans), sum(repeat_fans) from fan_growth_hours
  where workspace_id = $1 and hour > now() - interval '24 hours' group by 1`;

const ranking = (period: string, bare: string): Case => ({
  what: `ranking, ${period}`,
  endpoint: subAccountFansRank,
  query: { period, pageSize: '10' },
  bare,
});
const chart = (days: '7' | '30'): Case => ({
  what: `chart, ${days} days`,
  endpoint: platformGrowthLineChart,
  query: { days },
  bare: byPlatform(Number(days)),
});
const cases: readonly Case[] = [
  ranking('today', since(1)),
  ranking('24h', ofHours),
  ranking('7d', since(7)),
  ranking('30d', since(30)),
  ranking('total', totals),
  chart('7'),
  chart('30'),
  { what: 'figures', endpoint: fanStatistics, query: {}, bare: totals },
];

async function run(it: Run): Promise<Outcome> {
  const subAccounts = it.quick ? 50 : 1_000;
  const fans = it.quick ? 100_000 : 5_000_000;
  const server = await startServer(it);
  const nobody = { subAccounts: 0, accounts: 0, desks: 0, firstDesks: 0, translation: false };
  const { workspaceId, consoleToken } = await server.call('seed', nobody);
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    it.say(`${whole(fans)} fans of ${whole(subAccounts)} sub-accounts`);
    const rows = await fillCounters(client, { workspaceId, subAccounts, fans });
    it.say('requests');
    const measured = await measure(it, client, server.url, { workspaceId, consoleToken });
    return { markdown: report(measured, { subAccounts, rows }), postgres: server.postgres };
  } finally {
    await client.end();
  }
}

type Measured = { what: string; request: Spread; bare: Spread };

/** Requests and bare queries of all kinds alternate, sequentially; the first rounds are discarded. */
async function measure(
  { quick }: Run,
  client: pg.Client,
  url: string,
  { workspaceId, consoleToken }: { workspaceId: string; consoleToken: string },
): Promise<Measured[]> {
  const times: { request: number[]; bare: number[] }[] = cases.map(() => ({ request: [], bare: [] }));
  for (let turn = -5; turn < (quick ? 20 : 200); turn += 1) {
    for (const [index, { endpoint, query, bare }] of cases.entries()) {
      const began = monotonic();
      await callForText(url, endpoint, { token: consoleToken, query });
      const between = monotonic();
      await client.query({ name: `bare ${index}`, text: bare, values: [workspaceId] });
      const ended = monotonic();
      if (turn < 0) continue;
      times[index]?.request.push(between - began);
      times[index]?.bare.push(ended - between);
    }
  }
  return cases.map(({ what }, index) => ({
    what,
    request: spreadOf(times[index]?.request ?? []),
    bare: spreadOf(times[index]?.bare ?? []),
  }));
}

function report(measured: readonly Measured[], { subAccounts, rows }: { subAccounts: number; rows: number }) {
  const slowest = Math.max(...measured.map(({ request }) => request.p95));
  const budget: Budget = {
    what: `ranking, chart and figures of ${whole(subAccounts)} sub-accounts on ${platformsEach} of ${platformsUsed.length} platforms each, ${daysBack} days, ${whole(rows)} rows: p95`,
    budget: '< 20 ms',
    seen: `${ms(slowest)} ms`,
    hit: slowest < 20,
  };
  const lines = measured.map(({ what, request, bare }) => [what, ...spreadCells(request), ms(bare.p95)]);
  return [budgetTable([budget]), table(['request', ...spreadTitles, 'bare query p95 ms'], lines)].join(
    '\n\n',
  );
}
