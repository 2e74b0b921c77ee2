/**
 * Measures what automation adds to an inbound message: the same load in workspaces with automatic replies, each with ten
 * thousand keyword rules and a welcome template, and in workspaces without. They alternate, so that both run under the same
 * conditions. As in most messages, no keyword occurs; a newcomer's first one is welcomed.
 */
import pg from 'pg';
import { type Benchmark, type Budget, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import {
  medianOf,
  ms,
  percent,
  type Spread,
  spreadCells,
  spreadTitles,
  table,
  whole,
} from '../kit/figures.ts';
import { pause } from '../kit/pause.ts';
import { createInbox, runPhase } from '../server-under-test/phase.ts';
import { startServer } from '../server-under-test/start.ts';
import type { Crowd } from '../server-under-test/traffic.ts';
import { inTurn, warmUp } from './in-turn.ts';
import { accountCount, openDesks, seedWorkspaces } from './inbound.ts';

export const automation: Benchmark = {
  name: 'automation',
  summary: 'what automatic replies with ten thousand rules add to an inbound message, beside none',
  run,
};

/** Messages per second: of a large workspace, and of a crowd. */
const rates = [100, 500] as const;
const rules = 10_000;
const turns = inTurn('off', 'on');
type Kind = (typeof turns)[number];
type Turn = { perSecond: number; kind: Kind; durable: Spread; pushed: Spread; processor: number };

const half = accountCount / 2;
const people = { regulars: 2_000, newcomers: 0.05 };
const crowds: Record<Kind, Crowd> = {
  on: { ...people, accounts: { first: 0, count: half } },
  off: { ...people, accounts: { first: half, count: half } },
};

async function run(it: Run): Promise<Outcome> {
  const seconds = it.quick ? 2 : 10;
  const server = await startServer(it, {});
  const inbox = createInbox();
  it.say('seeding workspaces, connecting desks');
  const seeded = await seedWorkspaces(server);
  const answering = seeded.slice(0, seeded.length / 2).map(({ workspaceId }) => workspaceId);
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await switchAutomation(client, answering);
  const desks = await openDesks(server, inbox, seeded);
  await warmUp(it, { server, inbox, perSecond: 500 }, crowds);
  it.say('answering the first messages');
  await settled(client);
  const done: Turn[] = [];
  const phases = rates.flatMap((perSecond) => turns.map((kind) => ({ perSecond, kind })));
  for (const [index, { perSecond, kind }] of phases.entries()) {
    it.say(`${kind}: ${perSecond}/s`);
    const phase = await runPhase(server, inbox, {
      perSecond,
      seconds,
      crowd: crowds[kind],
      tag: `${kind}-${index}`,
    });
    done.push({
      perSecond,
      kind,
      durable: phase.durable,
      pushed: phase.pushed,
      processor: phase.record.processor,
    });
  }
  const answered = await countReplies(client);
  await client.end();
  for (const desk of desks) desk.disconnect();
  return {
    markdown: [
      budgetTable(budgets(done)),
      tableOf(done),
      `${whole(answered)} messages were answered automatically.`,
    ].join('\n\n'),
    postgres: server.postgres,
  };
}

/**
 * Inserts ten thousand keyword rules and a welcome template per workspace, bypassing the endpoints, which would take minutes.
 */
async function switchAutomation(client: pg.Client, workspaceIds: readonly string[]): Promise<void> {
  await client.query(
    `insert into reply_rules (workspace_id, id, kind, title, contents, range, enabled, keywords)
     select w, gen_random_uuid(), case when n = 0 then 'welcome' else 'keyword' end, 'Rule ' || n,
       '[{"kind": "text", "text": "We will answer soon."}]', 'all', true,
       case when n = 0 then '{}' else array['articulo ' || n, 'item ' || n] end
     from unnest($1::uuid[]) w cross join generate_series(0, $2::int) n`,
    [workspaceIds, rules],
  );
  await client.query('insert into reply_rule_versions select w, 1 from unnest($1::uuid[]) w', [workspaceIds]);
  await client.query('update sub_accounts set auto_reply = true where workspace_id = any($1::uuid[])', [
    workspaceIds,
  ]);
  await client.query('analyze reply_rules, sub_accounts');
}

/** Waits until no job is due, since each newcomer's first message is answered by one. */
async function settled(client: pg.Client): Promise<void> {
  const due =
    'select 1 from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts limit 1';
  while ((await client.query(due)).rows.length > 0) await pause(500);
}

async function countReplies(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'select count(*) from messages where triggered_by is not null',
  );
  return Number(rows[0]?.count);
}

const middle = (turns: readonly Turn[], kind: Kind, of: 'durable' | 'pushed', at: 'p50' | 'p99') =>
  medianOf(turns.filter((turn) => turn.kind === kind).map((turn) => turn[of][at]));

function budgets(turns: readonly Turn[]): Budget[] {
  return rates.flatMap((perSecond) => {
    const ofRate = turns.filter((turn) => turn.perSecond === perSecond);
    return (['p50', 'p99'] as const).map((at) => {
      const added = middle(ofRate, 'on', 'durable', at) - middle(ofRate, 'off', 'durable', at);
      return {
        what: `automation with ${whole(rules)} rules adds at ${whole(perSecond)}/s: ${at}`,
        budget: '< 5 ms',
        seen: `${ms(added)} ms`,
        hit: added < 5,
      };
    });
  });
}

function tableOf(turns: readonly Turn[]): string {
  return table(
    ['load', 'messages', ...spreadTitles, 'server process'],
    turns.flatMap(({ perSecond, kind, durable, pushed, processor }) => {
      const load = `${whole(perSecond)}/s ${kind === 'on' ? 'with automation' : 'without'}`;
      return [
        [`${load}: due → durable`, whole(durable.count), ...spreadCells(durable), percent(processor)],
        [`${load}: due → desk`, whole(pushed.count), ...spreadCells(pushed), ''],
      ];
    }),
  );
}
