import { searchMessages } from '@parley/contract/conversations';
import pg from 'pg';
import { seededRandom } from '../kit/arrivals.ts';
import { type Benchmark, type Budget, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { ms, spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { callForText } from '../server-under-test/http.ts';
import { type Server, startServer } from '../server-under-test/start.ts';
import { chinese, type FilledHistory, fillHistory, latin, thai } from './rows.ts';

export const historySearch: Benchmark = {
  name: 'history-search',
  summary: 'two million messages in one workspace: searches in three scripts, with and without filters',
  run,
};

/** `refused`: the number of those in `latencies` that were answered with an error. */
type Measured = { what: string; latencies: number[]; refused: number };
type Case = { what: string; token: string; query: () => Record<string, string> };

const random = seededRandom(5);
const one = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
};
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

async function run(it: Run): Promise<Outcome> {
  const rows = it.rows ?? (it.quick ? 50_000 : 2_000_000);
  const server = await startServer(it);
  const nobody = { subAccounts: 0, accounts: 0, desks: 0, firstDesks: 0, translation: false };
  const [large, small] = [await server.call('seed', nobody), await server.call('seed', nobody)];
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    const smallWorkspaceId = small.workspaceId;
    const filled = await fillHistory(client, { ...large, smallWorkspaceId, rows, say: it.say });
    const times = it.quick ? 5 : 60;
    const bare = await measureBare(client, large.workspaceId, times);
    const token = await server.call('openConsole', large.workspaceId);
    const cases = casesOf(filled, token, await server.call('openConsole', smallWorkspaceId));
    it.say('searches');
    const pages = await measure(server, cases, { times, say: it.say });
    const refused = pages.reduce((sum, page) => sum + page.refused, 0);
    const { p95 } = spreadOf(pages.flatMap(({ latencies }) => latencies));
    const budget: Budget = {
      what: `a page of 20 among ${whole(rows)} messages, any search and filter: p95`,
      budget: '< 300 ms',
      seen: `${ms(p95)} ms`,
      hit: p95 < 300 && refused === 0,
    };
    const sizes = await client.query<{ words: string; index: string; messages: string }>(
      `select pg_size_pretty(pg_table_size('message_words')) as words,
         pg_size_pretty(pg_relation_size('message_words_words')) as index,
         pg_size_pretty(pg_table_size('messages')) as messages`,
    );
    const size = sizes.rows[0];
    const seeded = `Filled in ${whole(filled.seconds)} s. The messages take ${size?.messages}, their words ${size?.words} and the index of these ${size?.index}.`;
    return {
      markdown: [budgetTable([budget]), seeded, pageTable([bare, ...pages])].join('\n\n'),
      postgres: server.postgres,
    };
  } finally {
    await client.end();
  }
}

function casesOf(filled: FilledHistory, token: string, smallToken: string): Case[] {
  const { socialAccountIds, subAccountIds, conversationIds } = filled;
  const texts: Readonly<Record<string, () => string>> = {
    'a frequent word': () => one(['kata', 'roka', 'mika', 'ka']),
    'a word': () => latin(1),
    'two words': () => latin(2),
    'the beginning of a word': () => latin(1).slice(0, 4),
    'two Chinese characters': () => chinese(2),
    'three Chinese characters': () => chinese(3),
    'one Chinese character': () => chinese(1),
    'four Thai letters': () => thai(4),
    'nothing there': () => `zzq${Math.floor(random() * 1e6)}`,
  };
  const filters: Readonly<Record<string, () => Record<string, string>>> = {
    'social account': () => ({ socialAccountId: one(socialAccountIds) }),
    'sub-account': () => ({ subAccountId: one(subAccountIds) }),
    conversation: () => ({ conversationId: one(conversationIds) }),
    direction: () => ({ direction: one(['in', 'out']) }),
    days: () => {
      const from = Date.now() - random() * 700 * 86_400_000;
      return { from: day(from), to: day(from + random() * 60 * 86_400_000) };
    },
  };
  const anyText = () => one(Object.values(texts))();
  return [
    ...Object.entries(texts).map(([what, text]) => ({ what, token, query: () => ({ text: text() }) })),
    ...Object.entries(filters).map(([what, filter]) => ({
      what: `a search and ${what}`,
      token,
      query: () => ({ text: anyText(), ...filter() }),
    })),
    {
      what: 'no search, a social account and days',
      token,
      query: () => ({ ...filters['social account']?.(), ...filters.days?.() }),
    },
    {
      what: 'in a workspace with a thousandth of that',
      token: smallToken,
      query: () => ({ text: anyText() }),
    },
  ];
}

/** Searches a word in the index alone, without the server: the lower limit of any search. */
async function measureBare(client: pg.Client, workspaceId: string, times: number): Promise<Measured> {
  const latencies: number[] = [];
  for (let turn = 0; turn <= times; turn += 1) {
    const began = monotonic();
    await client.query(
      'select id from message_words where workspace_id = $1 order by sent_at desc, id desc limit 21',
      [workspaceId],
    );
    if (turn > 0) latencies.push(monotonic() - began);
  }
  return { what: 'the bare query: the newest', latencies, refused: 0 };
}

/**
 * Sends requests sequentially, alternating their kinds; the first of each kind is discarded. A refused search, such as one
 * that takes too long, counts with its duration: hours of filling must not be lost because of it.
 */
async function measure(
  server: Server,
  cases: readonly Case[],
  { times, say }: { times: number; say: Run['say'] },
): Promise<Measured[]> {
  const measured = cases.map(({ what }): Measured => ({ what, latencies: [], refused: 0 }));
  for (let turn = 0; turn <= times; turn += 1) {
    for (const [at, { what, query, token }] of cases.entries()) {
      const asked = query();
      const began = monotonic();
      const refusal = await refusalOf(server, token, asked);
      const took = monotonic() - began;
      if (refusal !== null)
        say(`${what}, turn ${turn}: ${JSON.stringify(asked)} after ${ms(took)} ms: ${refusal}`);
      const page = measured[at];
      if (turn === 0 || page === undefined) continue;
      page.latencies.push(took);
      if (refusal !== null) page.refused += 1;
    }
  }
  return measured;
}

/** Returns why a search was refused; null if it was answered. */
const refusalOf = (server: Server, token: string, query: Record<string, string>): Promise<string | null> =>
  callForText(server.url, searchMessages, { token, query: { ...query, pageSize: '20' } }).then(
    () => null,
    (error: unknown) => String(error),
  );

function pageTable(pages: readonly Measured[]): string {
  const rows = pages.map(({ what, latencies, refused }) => {
    const spread = spreadOf(latencies);
    return [what, whole(spread.count), whole(refused), ...spreadCells(spread)];
  });
  return table(['a page of 20', 'asked', 'refused', ...spreadTitles], rows);
}
