import pg from 'pg';
import { type Benchmark, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { ms, percent, spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { pause } from '../kit/pause.ts';
import { type Server, startServer } from '../server-under-test/start.ts';
import type { BareMethods } from './bare-process.ts';
import type { FurtherMethods, FurtherOptions } from './further-process.ts';
import type { KuttMethods, KuttOptions } from './kutt-process.ts';
import type { RecordingMethods, RecordingOptions } from './recording-process.ts';
import { fillLinks, isCounting, readCounts, targetsEach } from './rows.ts';
import type { Rushed, VisitorMethods } from './visitors-process.ts';

export const redirect: Benchmark = {
  name: 'redirect',
  summary:
    'a hundred thousand split links, a million visits: redirects beside a bare server, counted exactly',
  run,
};

const connections = 64;
const environment = { TRUST_PROXY: '127.0.0.1' };

async function run(it: Run): Promise<Outcome> {
  const links = it.quick ? 1_000 : 100_000;
  const server = await startServer(it, environment);
  const nobody = { subAccounts: 0, accounts: 0, desks: 0, firstDesks: 0, translation: false };
  const { workspaceId } = await server.call('seed', nobody);
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  it.say(`${whole(links)} links`);
  await fillLinks(client, workspaceId, links);
  const visitors = await it.children.start<VisitorMethods>(
    new URL('./visitors-process.ts', import.meta.url),
    null,
  );
  const bare = await it.children.start<BareMethods>(new URL('./bare-process.ts', import.meta.url), null);
  const barePort = await bare.call('port', null);
  const ownPort = Number(new URL(server.url).port);
  const crowd = { prefix: '/s/', connections, links, busyLinks: links / 100 };
  const [seconds, visits] = it.quick ? [2, 1_000_000] : [180, it.rows ?? 1_000_000];
  const rush = (ports: number[], rushed: { seconds: number; visits: number }) =>
    visitors.call('rush', { ...crowd, ...rushed, ports });
  await rush([ownPort], { seconds: it.quick ? 1 : 5, visits });
  const short = { seconds: it.quick ? 2 : 10, visits: Number.MAX_SAFE_INTEGER };
  it.say('a bare server, then redirects, in turns');
  const bareBefore = await rush([barePort], short);
  const led = await rush([ownPort], { seconds, visits });
  const bareAfter = await rush([barePort], short);
  await settled(client);
  const recording = await rushRecording(it, server, (ports) => rush(ports, short));
  const kutt = await runKutt(it, links, (port) =>
    visitors.call('rush', { ...crowd, ...short, prefix: '/', ports: [port] }),
  );
  it.say('half of that');
  const perSecond = Math.round(led.answered / led.seconds / 2);
  const pace = (seconds: number) =>
    visitors.call('pace', { ...crowd, connections: 256, ports: [ownPort], perSecond, seconds });
  // While the visits were counted, the links left the cache and are now read again: this shows the start of a rush.
  const returned = await pace(it.quick ? 1 : 3);
  const half = await pace(it.quick ? 2 : 15);
  it.say('one link, three processes');
  const turns = await rotateOverProcesses(it, server, (ports, count) =>
    visitors.call('rush', { ...crowd, ports, links: 1, busyLinks: 1, seconds: 60, visits: count }),
  );
  const counts = await settled(client);
  await client.end();
  const all = led.answered + returned.latencies.length + half.latencies.length + turns.answered;
  return {
    postgres: server.postgres,
    markdown: report({
      links,
      led,
      kutt,
      returned,
      half,
      turns,
      perSecond,
      counts,
      expected: all,
      bareBefore,
      bareAfter,
      recording,
    }),
  };
}

/** Sends the same visitors to a bare server that stores them. */
async function rushRecording(
  it: Run,
  { databaseUrl }: Server,
  rush: (ports: number[]) => Promise<Rushed>,
): Promise<Rushed> {
  const options: RecordingOptions = { databaseUrl };
  const file = new URL('./recording-process.ts', import.meta.url);
  const recording = await it.children.start<RecordingMethods>(file, options);
  const rushed = await rush([await recording.call('port', null)]);
  await recording.stop();
  return rushed;
}

/** Sends visits of one link to three server processes. */
async function rotateOverProcesses(
  it: Run,
  server: Server,
  rush: (ports: number[], visits: number) => Promise<Rushed>,
): Promise<Rushed> {
  const further = await Promise.all(
    [1, 2].map(async () => {
      const options: FurtherOptions = {
        databaseUrl: server.databaseUrl,
        folder: await it.children.temporaryFolder(),
        environment,
      };
      return it.children.start<FurtherMethods>(new URL('./further-process.ts', import.meta.url), options);
    }),
  );
  const ports = await Promise.all(further.map((one) => one.call('port', null)));
  const turns = await rush([Number(new URL(server.url).port), ...ports], it.quick ? 600 : 12_000);
  await Promise.all(further.map((one) => one.stop()));
  return turns;
}

type Peer = { rushed: Rushed; recorded: number };

/**
 * Sends the same visitors to Kutt. `KUTT_FOLDER` is its folder, including dependencies, `KUTT_NODE` the Node.js for which
 * these were built; returns null if it isn't installed.
 */
async function runKutt(
  it: Run,
  links: number,
  rush: (port: number) => Promise<Rushed>,
): Promise<Peer | null> {
  const source = process.env.KUTT_FOLDER;
  if (source === undefined) return null;
  it.say('Kutt');
  const node = process.env.KUTT_NODE ?? process.execPath;
  const options: KuttOptions = { source, node, folder: await it.children.temporaryFolder(), links };
  const kutt = await it.children.start<KuttMethods>(new URL('./kutt-process.ts', import.meta.url), options);
  await pause(1_000);
  const rushed = await rush(await kutt.call('port', null));
  let recorded = 0;
  for (let before = -1; before < recorded; await pause(2_000)) {
    before = recorded;
    recorded = await kutt.call('visits', null);
  }
  await kutt.stop();
  return { rushed, recorded };
}

/** Waits until all visits are counted, and returns the counts. */
async function settled(client: pg.Client): Promise<number[]> {
  do await pause(1_000);
  while (await isCounting(client));
  return readCounts(client);
}

type Paced = { latencies: number[]; failed: number };
type Measured = {
  links: number;
  led: Rushed;
  kutt: Peer | null;
  returned: Paced;
  half: Paced;
  turns: Rushed;
  perSecond: number;
  counts: number[];
  expected: number;
  bareBefore: Rushed;
  bareAfter: Rushed;
  recording: Rushed;
};

function report(it: Measured): string {
  const { led, kutt, returned, half, turns, counts, bareBefore, bareAfter, recording } = it;
  const rate = ({ answered, seconds }: Rushed) => answered / seconds;
  const bareRate = (rate(bareBefore) + rate(bareAfter)) / 2;
  const spread = spreadOf(half.latencies);
  const each = Object.values(turns.targets);
  const isExact = each.length === targetsEach && Math.max(...each) - Math.min(...each) <= 1;
  // The links were visited before the measurement too, so the check is that all counts agree.
  const areEqual = new Set(counts).size === 1 && (counts[0] ?? 0) >= it.expected;
  const budgets = budgetTable([
    {
      what: `redirects of ${whole(it.links)} links, recorded, beside a bare Node server in the same run`,
      budget: '≥ 70 %',
      seen: percent(rate(led) / bareRate),
      hit: rate(led) / bareRate >= 0.7,
    },
    {
      what: `redirects at half of that, ${whole(it.perSecond)}/s: p99`,
      budget: '< 10 ms',
      seen: `${ms(spread.p99)} ms`,
      hit: spread.p99 < 10 && half.failed === 0,
    },
    {
      what: 'visits in links, targets, days, hours and rows: the same number',
      budget: 'equal',
      seen: counts.map(whole).join(', '),
      hit: areEqual,
    },
    {
      what: `${whole(turns.answered)} visits of one link over three processes by ${connections} clients, by target`,
      budget: 'differ by ≤ 1',
      seen: each.map(whole).join(', '),
      hit: isExact,
    },
  ]);
  const rates = table(
    [`${connections} connections`, 'visits', 'failed', 'a second'],
    [
      ['bare Node server, before', bareBefore] as const,
      ['redirects, recorded', led] as const,
      ['bare Node server, after', bareAfter] as const,
      ['bare Node server that stores visits, without rules and counts', recording] as const,
      ...(kutt === null
        ? []
        : [[`Kutt on SQLite, which recorded ${whole(kutt.recorded)}`, kutt.rushed] as const]),
    ].map(([what, rushed]) => [what, whole(rushed.answered), whole(rushed.failed), whole(rate(rushed))]),
  );
  const latencies = table(
    ['half load', ...spreadTitles],
    [
      ['redirect, the first seconds', ...spreadCells(spreadOf(returned.latencies))],
      ['redirect', ...spreadCells(spread)],
    ],
  );
  return [budgets, rates, latencies].join('\n\n');
}
