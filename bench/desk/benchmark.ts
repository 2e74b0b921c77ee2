import { deskMessages } from '@parley/contract/conversations';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../e2e/harness/browser.ts';
import { type Benchmark, type Budget, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { ms, spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { callForText } from '../server-under-test/http.ts';
import { type Server, startServer } from '../server-under-test/start.ts';
import { serveBare } from './bare.ts';
import { keysToPaint, loadList, openByClick, type Parts, type Scroll, scroll } from './browser.ts';
import { type FilledDesk, fillDesk } from './rows.ts';

export const desk: Benchmark = {
  name: 'desk',
  summary:
    'an agent’s page: opening a conversation of 100,000 messages, scrolling, typing (npm run build first)',
  run,
};

const accounts = 200;
const conversations = 5_000;
/** Rows of the list that are loaded by scrolling through some thirty screens. */
const listed = 1_000;

const parts: Parts = {
  list: '.desk-scroll',
  row: '.desk-row-item',
  pane: '.desk-messages',
  message: 'li[data-message]',
  field: '.desk-composer textarea',
};
const bareParts: Parts = {
  list: '.list',
  row: '.row',
  pane: '.pane',
  message: '.message',
  field: 'textarea',
};

type Seen = {
  what: string;
  /** Times of opening a page's first conversation as soon as the list is shown; empty if nothing must be loaded first. */
  first: number[];
  /** Times of opening further conversations, one after another. */
  opened: number[];
  list: Scroll;
  pane: Scroll;
  keys: number[];
  /** Elements in the document at the end. */
  elements: number;
};

async function run(it: Run): Promise<Outcome> {
  const messages = it.rows ?? (it.quick ? 5_000 : 100_000);
  const server = await startServer(it);
  const seeded = await server.call('seed', {
    subAccounts: 1,
    accounts,
    desks: 0,
    firstDesks: 1,
    translation: false,
  });
  const token = seeded.subAccounts[0]?.deskTokens[0] ?? '';
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const browser = await launchBrowser();
  try {
    it.say(`${whole(conversations)} conversations, one of ${whole(messages)} messages`);
    const filled = await fillDesk(client, { workspaceId: seeded.workspaceId, conversations, messages });
    const answers = await measureAnswers(server, token, filled.longId, {
      messages,
      times: it.quick ? 5 : 40,
    });
    it.say('the desk');
    const parley = await measureDesk(browser, server.url, { token, filled, quick: it.quick, messages });
    it.say('the bare page');
    const bare = await measureBare(browser, it.quick);
    return {
      markdown: [budgetTable(budgets(parley)), pageTable([parley, bare]), answerTable(answers)].join('\n\n'),
      postgres: server.postgres,
    };
  } finally {
    await browser.close();
    await client.end();
  }
}

type DeskOptions = { token: string; filled: FilledDesk; quick: boolean; messages: number };

/** Measures an agent's page; each conversation is opened in a new page. */
async function measureDesk(browser: Browser, url: string, options: DeskOptions): Promise<Seen> {
  const { token, filled, quick, messages } = options;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  await context.addInitScript((stored) => localStorage.setItem('desk:ACCESS_TOKEN', stored), token);
  const page = await context.newPage();
  await page.goto(`${url}/desk/`);
  const link = (id: string | undefined) => `a[data-conversation="${id}"]`;
  await page.locator(link(filled.longId)).waitFor();
  const [first, opened]: [number[], number[]] = [[], []];
  const unfinished = '.desk-message-items[aria-label] li[aria-setsize="-1"]';
  for (let turn = 0; turn < (quick ? 3 : 20); turn += 1) {
    await page.goto(`${url}/desk/`);
    first.push(await openByClick(page, link(filled.longId), unfinished));
    // In a page that hasn't opened it before: a cached conversation would need no request.
    await page.goto(`${url}/desk/`);
    // Opens one close to it, so that both are visible: the list is virtualized.
    await page.locator(link(filled.otherIds[turn % 5])).click();
    await page.locator(parts.message).first().waitFor();
    opened.push(await openByClick(page, link(filled.longId), unfinished));
  }
  const pane = await scroll(page, parts.pane, -60, quick ? 2 : 10);
  await loadList(page, parts, quick ? 300 : listed);
  const list = await scroll(page, parts.list, -120, quick ? 2 : 10);
  const keys = await keysToPaint(page, parts.field, quick ? 20 : 200);
  const elements = await page.locator('*').count();
  await context.close();
  return { what: `Parley, ${whole(messages)} messages`, first, opened, list, pane, keys, elements };
}

async function measureBare(browser: Browser, quick: boolean): Promise<Seen> {
  const bare = await serveBare(quick ? 300 : listed, 60);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const opened: number[] = [];
  for (let turn = 0; turn < (quick ? 3 : 20); turn += 1) {
    await page.goto(bare.url);
    opened.push(await openByClick(page, '.list a', bareParts.message));
  }
  const pane = await scroll(page, bareParts.pane, -60, quick ? 2 : 10);
  await page.evaluate(`document.querySelector('${bareParts.list}').scrollTo(0, 1e9)`);
  const list = await scroll(page, bareParts.list, -120, quick ? 2 : 10);
  const keys = await keysToPaint(page, bareParts.field, quick ? 20 : 200);
  const elements = await page.locator('*').count();
  await page.close();
  bare.close();
  return { what: 'a bare page', first: [], opened, list, pane, keys, elements };
}

type Answer = { what: string; latencies: number[] };

/** Measures only the requests behind opening and jumping. */
async function measureAnswers(
  server: Server,
  token: string,
  id: string,
  { messages, times }: { messages: number; times: number },
): Promise<Answer[]> {
  const day = new Date(Date.now() - messages * 2.5 * 60_000).toISOString().slice(0, 10);
  const middle = String(Math.floor(messages / 2));
  const endpoint = { ...deskMessages, path: deskMessages.path.replace(':conversationId', id) };
  const cases: Readonly<Record<string, Record<string, string>>> = {
    'the newest 50': {},
    'the 50 before the middle': { before: middle },
    'the 50 after the middle': { after: middle },
    '60 around the middle': { around: middle, limit: '60' },
    '60 around the first of a day': { day, limit: '60' },
  };
  const answers = Object.keys(cases).map((what): Answer => ({ what, latencies: [] }));
  for (let turn = 0; turn <= times; turn += 1) {
    for (const [at, query] of Object.values(cases).entries()) {
      const began = monotonic();
      await callForText(server.url, endpoint, { token, query });
      if (turn > 0) answers[at]?.latencies.push(monotonic() - began);
    }
  }
  return answers;
}

function budgets({ first, opened, list, pane, keys }: Seen): Budget[] {
  const key = spreadOf(keys);
  const frames = (what: string, { perSecond }: Scroll): Budget => ({
    what: `scrolling the ${what}`,
    budget: '≥ 55 frames/s',
    seen: `${perSecond.toFixed(1)} frames/s`,
    hit: perSecond >= 55,
  });
  const opening = (what: string, times: readonly number[]): Budget => {
    const { p95 } = spreadOf(times);
    return { what: `${what}: first paint, p95`, budget: '< 300 ms', seen: `${ms(p95)} ms`, hit: p95 < 300 };
  };
  return [
    opening('opening the long conversation after another', opened),
    opening('opening it first, in a page that has just loaded', first),
    frames('messages', pane),
    frames('list', list),
    {
      what: 'a key in the composer to its paint: p95',
      budget: '< 50 ms',
      seen: `${ms(key.p95)} ms`,
      hit: key.p95 < 50,
    },
  ];
}

function pageTable(pages: readonly Seen[]): string {
  const times = (what: string, times: readonly number[]) => [
    what,
    String(times.length),
    ...spreadCells(spreadOf(times)),
  ];
  const frames = (what: string, { perSecond, longest }: Scroll) => [what, perSecond.toFixed(1), ms(longest)];
  return [
    table(
      ['the page', 'times', ...spreadTitles],
      pages.flatMap(({ what, first, opened, keys }) => [
        ...(first.length === 0 ? [] : [times(`${what}: click to first paint, first conversation`, first)]),
        times(`${what}: click to first paint`, opened),
        times(`${what}: key to paint`, keys),
      ]),
    ),
    table(
      ['scrolling', 'frames/s', 'longest frame ms'],
      pages.flatMap(({ what, list, pane }) => [
        frames(`${what}: messages`, pane),
        frames(`${what}: list`, list),
      ]),
    ),
    ...pages.map(({ what, elements }) => `${what}: ${whole(elements)} elements in the document.`),
  ].join('\n\n');
}

function answerTable(answers: readonly Answer[]): string {
  return table(
    ['the request alone', 'asked', ...spreadTitles],
    answers.map(({ what, latencies }) => [
      what,
      whole(latencies.length),
      ...spreadCells(spreadOf(latencies)),
    ]),
  );
}
