import {
  characterAllocationPage,
  characterUsagePage,
  type Endpoint,
  exportCharacterAllocations,
  exportCharacterUsage,
} from '@parley/contract';
import { callForText } from '../house/http.ts';
import { type Server, startServer } from '../house/start.ts';
import { seededRandom } from '../kit/arrivals.ts';
import { type Benchmark, type Budget, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { ms, type Spread, spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { fillRecords, type Places, platformsUsed } from './rows.ts';
import type { WriterMethods } from './writer-process.ts';

export const records: Benchmark = {
  name: 'records',
  summary: 'the records of characters: pages by every filter, and spreadsheets of a million rows',
  run,
};

type Query = Record<string, string>;
type Asked = { what: string; endpoint: Endpoint; query: () => Query };

async function run(it: Run): Promise<Outcome> {
  const rows = it.quick ? 50_000 : 5_000_000;
  const exported = it.quick ? 10_000 : 1_000_000;
  const server = await startServer(it);
  const wish = { accounts: 0, desks: 0, firstDesks: 0, translation: false };
  const { workspaceId, consoleToken, subAccounts } = await server.call('seed', { ...wish, subAccounts: 40 });
  it.say(`${whole(rows)} rows of each record`);
  const subAccountIds = subAccounts.map(({ id }) => id);
  const places = await fillRecords(server.databaseUrl, { workspaceId, subAccountIds, rows });
  const pages = await measurePages(server, consoleToken, asked(places, subAccountIds), it.quick ? 20 : 200);
  const writer = await measureWriter(it, exported);
  it.say('exports');
  const files = [
    await measureExport(server, consoleToken, exportCharacterUsage, { platform: platformsUsed[0] }),
    await measureExport(server, consoleToken, exportCharacterAllocations, {
      from: new Date(Date.now() - exported * 13_000).toISOString().slice(0, 10),
    }),
  ];
  const added = Math.max(...[writer, ...files].map(({ peak, before }) => peak - before));
  const budgets: Budget[] = [
    {
      what: `a page of ${whole(rows)} rows, any filter: p95`,
      budget: '< 50 ms',
      seen: `${ms(Math.max(...pages.map(({ spread }) => spread.p95)))} ms`,
      hit: pages.every(({ spread }) => spread.p95 < 50),
    },
    {
      what: `memory that a spreadsheet of ${whole(exported)} rows adds, at most`,
      budget: '< 200 MB',
      seen: megabytes(added),
      hit: added < 200e6,
    },
  ];
  const markdown = [budgetTable(budgets), pageTable(pages), fileTable(exported, writer, files)].join('\n\n');
  return { markdown, postgres: server.postgres };
}

const megabytes = (bytes: number) => `${whole(bytes / 1e6)} MB`;

function asked(places: Places, subAccountIds: readonly string[]): Asked[] {
  const random = seededRandom(5);
  const one = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  };
  const subAccountId = () => ({ subAccountId: one(subAccountIds) });
  const platform = () => ({ platform: one(platformsUsed) });
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const days = () => {
    const last = Math.floor(random() * 700);
    return { from: day(last + 30), to: day(last) };
  };
  const usage = (what: string, query: () => Query): Asked => ({
    ...{ what: `usage, ${what}`, endpoint: characterUsagePage },
    query,
  });
  const allocations = (what: string, query: () => Query): Asked => ({
    ...{ what: `allocations, ${what}`, endpoint: characterAllocationPage },
    query,
  });
  return [
    usage('latest', () => ({})),
    usage('from a random place', () => ({ cursor: one(places.usage) })),
    usage('sub-account, from a random place', () => ({ ...subAccountId(), cursor: one(places.usage) })),
    usage('platform and 30 days', () => ({ ...platform(), ...days() })),
    usage('all filters', () => ({ ...subAccountId(), ...platform(), ...days() })),
    usage('a platform that nobody uses', () => ({ platform: 'irc' })),
    allocations('latest', () => ({})),
    allocations('from a random place', () => ({ cursor: one(places.allocations) })),
    allocations('taken back', () => ({ direction: 'remove', cursor: one(places.allocations) })),
    allocations('sub-account and 30 days', () => ({ ...subAccountId(), ...days() })),
    allocations('all filters', () => ({ ...subAccountId(), direction: 'remove', ...days() })),
  ];
}

type Measured = { what: string; spread: Spread };

/** One request after the other, the kinds taking turns; the first of each kind is left out. */
async function measurePages(
  server: Server,
  token: string,
  kinds: readonly Asked[],
  times: number,
): Promise<Measured[]> {
  const latencies = kinds.map((): number[] => []);
  for (let turn = 0; turn <= times; turn += 1) {
    for (const [index, { endpoint, query }] of kinds.entries()) {
      const began = monotonic();
      await callForText(server.url, endpoint, { token, query: query() });
      if (turn > 0) latencies[index]?.push(monotonic() - began);
    }
  }
  return kinds.map(({ what }, index) => ({ what, spread: spreadOf(latencies[index] ?? []) }));
}

type Exported = { what: string; bytes: number; seconds: number; before: number; peak: number };

async function measureExport(
  server: Server,
  token: string,
  endpoint: Endpoint,
  query: Query,
): Promise<Exported> {
  const before = await server.call('memory', null);
  let peak = before;
  const look = setInterval(() => {
    void server.call('resident', null).then((now) => {
      peak = Math.max(peak, now);
    });
  }, 100);
  const began = monotonic();
  let bytes = 0;
  try {
    const response = await fetch(`${server.url}${endpoint.path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok || !response.body) throw new Error(`${endpoint.path}: ${response.status}`);
    for await (const piece of response.body) bytes += piece.length;
  } finally {
    clearInterval(look);
  }
  return { what: endpoint.path, bytes, seconds: (monotonic() - began) / 1000, before, peak };
}

async function measureWriter({ children, say }: Run, rows: number) {
  say(`the writer alone, ${whole(rows)} rows`);
  const writer = await children.start<WriterMethods>(new URL('./writer-process.ts', import.meta.url), null);
  const written = await writer.call('write', rows);
  await writer.stop();
  return written;
}

function pageTable(pages: readonly Measured[]): string {
  return table(
    ['a page of 50', 'asked', ...spreadTitles],
    pages.map(({ what, spread }) => [what, whole(spread.count), ...spreadCells(spread)]),
  );
}

function fileTable(rows: number, writer: Omit<Exported, 'what'>, files: readonly Exported[]): string {
  const cells = ({ bytes, seconds, before, peak }: Omit<Exported, 'what'>) => [
    megabytes(bytes),
    seconds.toFixed(0),
    megabytes(before),
    megabytes(peak),
    megabytes(peak - before),
  ];
  return table(
    [`${whole(rows)} rows`, 'file', 's', 'memory before', 'at most', 'more by'],
    [
      ['the writer alone, a whole process', ...cells(writer)],
      ...files.map((file) => [`\`${file.what}\``, ...cells(file)]),
    ],
  );
}
