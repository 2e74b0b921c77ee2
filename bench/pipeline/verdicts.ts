/**
 * Measures what verdicts and counters add to an inbound message: the same load as private chats, whose people are judged and
 * counted, and as groups, which never count. They alternate, so that both run under the same conditions. The bare driver
 * follows, with and without the rows of the verdicts.
 */
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
import { createInbox, runPhase } from '../server-under-test/phase.ts';
import { startServer } from '../server-under-test/start.ts';
import type { Crowd } from '../server-under-test/traffic.ts';
import { openBareInbox } from './bare-verdicts.ts';
import { inTurn, warmUp } from './in-turn.ts';
import { accountCount, openDesks, seedWorkspaces } from './inbound.ts';

export const verdicts: Benchmark = {
  name: 'verdicts',
  summary: 'what verdicts and counters add to an inbound message, beside groups, which never count',
  run,
};

const perSecond = 2_000;
const turns = inTurn('group', 'private');
type Kind = (typeof turns)[number];
type Turn = { kind: Kind; durable: Spread; processor: number };
const bareTurns = inTurn('unjudged', 'judged');
type BareTurn = { kind: (typeof bareTurns)[number]; durable: Spread };

const people = { accounts: { first: 0, count: accountCount }, newcomers: 0.05 };
const crowds: Record<Kind, Crowd> = {
  private: { ...people, regulars: 4_000 },
  group: { ...people, regulars: 4_000, chatKind: 'group' },
};

async function run(it: Run): Promise<Outcome> {
  const seconds = it.quick ? 2 : 10;
  const server = await startServer(it, {});
  const inbox = createInbox();
  it.say('seeding workspaces, connecting desks');
  const desks = await openDesks(server, inbox, await seedWorkspaces(server));
  await warmUp(it, { server, inbox, perSecond }, crowds);
  const done: Turn[] = [];
  for (const [index, kind] of turns.entries()) {
    it.say(`${kind}: ${perSecond}/s`);
    const crowd = crowds[kind];
    const phase = await runPhase(server, inbox, { perSecond, seconds, crowd, tag: `${kind}-${index}` });
    done.push({ kind, durable: phase.durable, processor: phase.record.processor });
  }
  for (const desk of desks) desk.disconnect();
  const bare = await measureBare(it, server.databaseUrl, seconds);
  const tables = [budgetTable(budgets(done, bare)), tableOf(done), bareTableOf(bare)];
  return { markdown: tables.join('\n\n'), postgres: server.postgres };
}

async function measureBare(it: Run, databaseUrl: string, seconds: number): Promise<BareTurn[]> {
  const inbox = await openBareInbox(databaseUrl);
  const done: BareTurn[] = [];
  try {
    await inbox.measure(true, { perSecond: 300, seconds: 2, newcomers: people.newcomers });
    for (const kind of bareTurns) {
      it.say(`bare driver, ${kind}: ${perSecond}/s`);
      const load = { perSecond, seconds, newcomers: people.newcomers };
      done.push({ kind, durable: await inbox.measure(kind === 'judged', load) });
    }
  } finally {
    await inbox.close();
  }
  return done;
}

const middle = <Kind>(turns: readonly { kind: Kind; durable: Spread }[], kind: Kind) =>
  medianOf(turns.filter((turn) => turn.kind === kind).map(({ durable }) => durable.p99));

function budgets(turns: readonly Turn[], bare: readonly BareTurn[]): Budget[] {
  const added = middle(turns, 'private') - middle(turns, 'group');
  const least = middle(bare, 'judged') - middle(bare, 'unjudged');
  return [
    {
      what: `verdict and counters add at ${whole(perSecond)}/s: p99`,
      budget: '< 3 ms',
      seen: `${ms(added)} ms (the bare driver’s rows alone: ${ms(least)} ms)`,
      hit: added < 3,
    },
  ];
}

function tableOf(turns: readonly Turn[]): string {
  return table(
    [`${whole(perSecond)}/s, due → durable`, 'messages', ...spreadTitles, 'server process'],
    turns.map(({ kind, durable, processor }) => [
      kind === 'private' ? 'private chats, judged and counted' : 'groups, which never count',
      whole(durable.count),
      ...spreadCells(durable),
      percent(processor),
    ]),
  );
}

function bareTableOf(turns: readonly BareTurn[]): string {
  return table(
    ['the bare driver, the same load', 'messages', ...spreadTitles],
    turns.map(({ kind, durable }) => [
      kind === 'judged' ? 'with the rows of new people’s verdicts' : 'messages and conversations alone',
      whole(durable.count),
      ...spreadCells(durable),
    ]),
  );
}
