import {
  createWorkOrderShare,
  readWorkOrderShare,
  shareTokenHeader,
} from '@parley/contract/work-order-shares';
import pg from 'pg';
import { type Benchmark, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { ms, spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { pause } from '../kit/pause.ts';
import { callEndpoint } from '../server-under-test/http.ts';
import { type Server, startServer } from '../server-under-test/start.ts';
import { createTraffic } from '../server-under-test/traffic.ts';
import type { BareMethods } from './bare-process.ts';
import type { Visited, VisitorMethods, VisitPlan } from './visitors-process.ts';

export const share: Benchmark = {
  name: 'share',
  summary: 'two thousand pages a second of a shared work order while fans arrive, and how old they are',
  run,
};

const perSecond = 2_000;
const fansPerSecond = 50;
const accounts = 20;

type Shared = { server: Server; url: string; headers: Record<string, string>; workOrderId: string };

async function run(it: Run): Promise<Outcome> {
  const seconds = it.quick ? 3 : 20;
  const shared = await shareOrder(it);
  const { url, headers, server } = shared;
  const visitors = await it.children.start<VisitorMethods>(
    new URL('./visitors-process.ts', import.meta.url),
    null,
  );
  const body = await (await fetch(url, { headers })).text();
  const bare = await it.children.start<BareMethods>(new URL('./bare-process.ts', import.meta.url), body);
  const plan: VisitPlan = { url, headers, perSecond, seconds, lookAtOneIn: 0 };
  await visitors.call('visit', { ...plan, perSecond: 200, seconds: 2 });
  it.say('a bare server');
  const bareUrl = await bare.call('url', null);
  const ofBare = await visitors.call('visit', { ...plan, url: bareUrl, headers: {} });
  await bare.stop();
  it.say('the share, nothing arriving');
  const quiet = await visitors.call('visit', plan);
  it.say(`the share, ${fansPerSecond} fans a second arriving`);
  const { busy, staleness } = await whileFansArrive(shared, () =>
    visitors.call('visit', { ...plan, lookAtOneIn: 20 }),
  );
  return {
    postgres: server.postgres,
    markdown: tables(
      seconds,
      [
        { what: 'bare Node HTTP server, the same bytes', visited: ofBare },
        { what: 'the share, nothing arriving', visited: quiet },
        { what: `the share, ${fansPerSecond} fans a second arriving`, visited: busy },
      ],
      staleness,
    ),
  };
}

/** Creates a work order with twenty social accounts, shared without a password. */
async function shareOrder(it: Run): Promise<Shared> {
  const server = await startServer(it);
  it.say('seeding');
  const { workspaceId, consoleToken, subAccounts } = await server.call('seed', {
    subAccounts: 1,
    accounts,
    desks: 0,
    firstDesks: 0,
    translation: false,
  });
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `insert into work_orders (workspace_id, id, name, platform, sub_account_id, total_goal, daily_goal, time_zone,
       open_day, open_since, next_reset_at)
     select $1, gen_random_uuid(), 'Bench', platform, sub_account_id, 100000, 10000, 'UTC', current_date,
       current_date, current_date + 2
     from social_accounts where workspace_id = $1 and sub_account_id = $2 limit 1 returning id`,
    [workspaceId, subAccounts[0]?.id],
  );
  await client.end();
  const workOrderId = rows[0]?.id ?? '';
  const made = await callEndpoint(server.url, createWorkOrderShare, {
    token: consoleToken,
    body: {
      title: 'Bench',
      access: 'public',
      validDays: null,
      fanNames: 'none',
      chatHistory: false,
      password: null,
      orders: [{ workOrderId, socialAccountIds: null }],
    },
  });
  const token = new URL(made.path, server.url).searchParams.get('share') ?? '';
  return {
    server,
    workOrderId,
    url: server.url + readWorkOrderShare.path,
    headers: { [shareTokenHeader]: token },
  };
}

/** Sends messages of new people during the visit, and records when each count was committed and first shown. */
async function whileFansArrive({ server, workOrderId }: Shared, visit: () => Promise<Visited>) {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const committed: [count: number, at: number][] = [];
  let isOver = false;
  const traffic = createTraffic(
    { accounts: { first: 0, count: accounts }, regulars: 1, newcomers: 1 },
    Math.random,
    'share',
  );
  const arrivals = (async () => {
    while (!isOver) {
      server.tell('accept', [traffic(monotonic())]);
      await pause(1_000 / fansPerSecond);
    }
  })();
  const watch = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ count: string }>(
        'select coalesce(sum(new_fans), 0) as count from fan_order_days where work_order_id = $1',
        [workOrderId],
      );
      const count = Number(rows[0]?.count ?? 0);
      if (count > (committed.at(-1)?.[0] ?? -1)) committed.push([count, monotonic()]);
      await pause(5);
    }
  })();
  const busy = await visit();
  isOver = true;
  await Promise.all([arrivals, watch]);
  await client.end();
  return { busy, staleness: stalenessOf(committed, busy.shown) };
}

/** Returns for each shown count the time since the earliest later count was committed. */
function stalenessOf(committed: readonly [number, number][], shown: readonly [number, number][]): number[] {
  return shown.slice(1).flatMap(([, at], index) => {
    const before = shown[index]?.[0] ?? 0;
    const missed = committed.find(([count]) => count > before);
    return missed === undefined || missed[1] > at ? [] : [at - missed[1]];
  });
}

type Row = { what: string; visited: Visited };

function tables(seconds: number, rows: readonly Row[], staleness: readonly number[]): string {
  const busy = rows.at(-1)?.visited;
  const answered = (busy?.latencies.length ?? 0) / seconds;
  const old = spreadOf(staleness);
  const budgets = budgetTable([
    {
      what: `pages a second of one share, ${fansPerSecond} fans a second arriving`,
      budget: whole(perSecond),
      seen: whole(answered),
      hit: answered >= perSecond * 0.97 && busy?.failures === 0,
    },
    {
      what: 'from the commit of a verdict to the first answer that shows it: max',
      budget: '1,000 ms',
      seen: `${ms(old.max)} ms`,
      hit: old.count > 0 && old.max <= 1_000,
    },
  ]);
  const latencies = table(
    [`${whole(perSecond)} requests/s`, 'answered/s', 'failed', 'KB each', ...spreadTitles],
    rows.map(({ what, visited: { latencies: sample, failures, bytes } }) => [
      what,
      whole(sample.length / seconds),
      whole(failures),
      (bytes / Math.max(1, sample.length) / 1_000).toFixed(1),
      ...spreadCells(spreadOf(sample)),
    ]),
  );
  const age = table(
    ['commit → first shown', 'counts', ...spreadTitles],
    [['answers', whole(old.count), ...spreadCells(old)]],
  );
  return [budgets, latencies, age].join('\n\n');
}
