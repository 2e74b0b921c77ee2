import type { Endpoint } from '@parley/contract';
import { exportCharacterAllocations, exportCharacterUsage } from '@parley/contract/characters';
import pg from 'pg';
import { type Benchmark, type Budget, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { ms, type Spread, spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { callForText } from '../server-under-test/http.ts';
import { type Server, startServer } from '../server-under-test/start.ts';
import { askedOf, type ListQueryCase } from './queries.ts';
import { allocationEverySeconds, daysBack, fillRecords } from './rows.ts';
import { fillTeam } from './team.ts';
import type { WriterMethods } from './writer-process.ts';

export const records: Benchmark = {
  name: 'records',
  summary:
    'ten thousand sub-accounts, fifty million records: pages by every filter, spreadsheets of a million rows',
  run,
};

async function run(it: Run): Promise<Outcome> {
  const usageRows = it.rows ?? (it.quick ? 50_000 : 50_000_000);
  const exported = it.quick ? 10_000 : 1_000_000;
  const allocationRows = Math.max(Math.round(usageRows / 10), Math.round(exported * 1.1));
  const server = await startServer(it);
  const nobody = { subAccounts: 0, accounts: 0, desks: 0, firstDesks: 0, translation: false };
  const { workspaceId, consoleToken } = await server.call('seed', nobody);
  const size = it.quick ? 1_000 : 10_000;
  const { places, subAccountIds } = await fill(it, server, { workspaceId, size, usageRows, allocationRows });
  const pages = await measurePages(server, consoleToken, askedOf(places, subAccountIds), it.quick ? 20 : 200);
  const writer = await measureWriter(it, exported);
  it.say('exports');
  const back = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const files = [
    await measureExport(server, consoleToken, exportCharacterUsage, {
      from: back(exported / Math.ceil(usageRows / daysBack) - 1),
    }),
    await measureExport(server, consoleToken, exportCharacterAllocations, {
      from: back((exported * allocationEverySeconds) / 86_400),
    }),
  ];
  const added = Math.max(...files.map(({ peak, before }) => peak - before));
  const budgets: Budget[] = [
    {
      what: `a page among ${whole(usageRows)} usage records and ${whole(size)} sub-accounts, any filter: p95`,
      budget: '< 50 ms',
      seen: `${ms(Math.max(...pages.map(({ spread }) => spread.p95)))} ms`,
      hit: pages.every(({ spread }) => spread.p95 < 50),
    },
    {
      what: `memory that a spreadsheet of ${whole(exported)} rows adds to the server, at most`,
      budget: '< 200 MB',
      seen: megabytes(added),
      hit: added < 200e6,
    },
    {
      what: `the writer's whole process for ${whole(exported)} rows`,
      budget: '< 200 MB',
      seen: megabytes(writer.peak),
      hit: writer.peak < 200e6,
    },
  ];
  const tables = [budgetTable(budgets), pageTable(pages), fileTable(exported, writer, files)];
  return { markdown: tables.join('\n\n'), postgres: server.postgres };
}

type Sizes = { workspaceId: string; size: number; usageRows: number; allocationRows: number };

async function fill({ say }: Run, server: Server, { size, ...sizes }: Sizes) {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    say(`${whole(size)} sub-accounts`);
    const subAccountIds = await fillTeam(client, { workspaceId: sizes.workspaceId, size });
    const places = await fillRecords(client, { ...sizes, subAccountIds, say });
    return { places, subAccountIds };
  } finally {
    await client.end();
  }
}

const megabytes = (bytes: number) => `${whole(bytes / 1e6)} MB`;

type Query = Record<string, string>;
type Measured = Pick<ListQueryCase, 'list' | 'what'> & { spread: Spread };

/** Sends requests sequentially, alternating their kinds; the first of each kind is discarded. */
async function measurePages(
  server: Server,
  token: string,
  kinds: readonly ListQueryCase[],
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
  return kinds.map(({ list, what }, index) => ({ list, what, spread: spreadOf(latencies[index] ?? []) }));
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
  // V8 lets its young generation grow to 96 MB even if few objects survive; half of that is as fast.
  const file = new URL('./writer-process.ts', import.meta.url);
  const writer = await children.start<WriterMethods>(file, null, ['--max-semi-space-size=16']);
  const written = await writer.call('write', rows);
  await writer.stop();
  return written;
}

function pageTable(pages: readonly Measured[]): string {
  return table(
    ['a page of 50', 'with', 'asked', ...spreadTitles],
    pages.map(({ list, what, spread }) => [list, what, whole(spread.count), ...spreadCells(spread)]),
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
