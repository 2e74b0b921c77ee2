/**
 * `npm run look -w apps/console [-- <folder>]`: pictures of every page, in both themes and languages, wide and on a
 * phone, over a workspace in memory. Build first; fails when a page reports an error or is wider than its window.
 */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { type ConsoleServer, startConsoleServer } from '../src/fixtures/console-server.ts';
import { busyWorld, emptyWorld } from '../src/fixtures/console-world.ts';
import { sampleId } from '../src/fixtures/samples.ts';

type Look = {
  name: string;
  path: string;
  stranger?: true;
  empty?: true;
  act?: (page: Page) => Promise<void>;
};

const openDialog = async (page: Page) => {
  await page.locator('.page-head .ant-btn-primary').click();
  await page.locator('.ant-modal form').waitFor();
};

const looks: readonly Look[] = [
  { name: 'login', path: '/login', stranger: true },
  { name: 'register', path: '/register', stranger: true },
  { name: 'home', path: '/workplace/home' },
  { name: 'home-empty', path: '/workplace/home', empty: true },
  { name: 'sub-accounts', path: '/subpage/sonAccount' },
  { name: 'sub-accounts-empty', path: '/subpage/sonAccount', empty: true },
  { name: 'sub-accounts-create', path: '/subpage/sonAccount', act: openDialog },
  { name: 'social-accounts', path: '/subpage/socialAccount' },
  { name: 'social-accounts-add', path: '/subpage/socialAccount', act: openDialog },
  { name: 'chat-history', path: '/internalControl/chatHistory' },
  { name: 'chat-history-read', path: `/internalControl/chatHistory?conversation=${sampleId(2, 1)}` },
  { name: 'not-found', path: '/nowhere' },
];

const settings = [
  { theme: 'light', language: 'zh-CN', width: 1440, height: 900 },
  { theme: 'dark', language: 'en-US', width: 1440, height: 900 },
  { theme: 'dark', language: 'zh-CN', width: 390, height: 844 },
  { theme: 'light', language: 'en-US', width: 390, height: 844 },
] as const;
type Setting = (typeof settings)[number];

const root = path.resolve(import.meta.dirname, '..');
const folder = path.resolve(process.argv[2] ?? path.join(root, '../../reports/console-looks'));

/** Run in the page: everything that is seen has arrived, no skeleton is left in sight. */
const settled = `[...document.querySelectorAll('[aria-busy=true], .ant-skeleton')]
  .every((element) => element.getClientRects().length === 0)`;

/** Run in the page: how far it is wider than its window, in pixels. */
const overflow = 'document.documentElement.scrollWidth - window.innerWidth';

async function take(page: Page, look: Look, base: string, file: string): Promise<string[]> {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (problem) => problems.push(problem.message));
  await page.goto(base + look.path, { waitUntil: 'networkidle' });
  await look.act?.(page);
  await page.waitForFunction(settled);
  await page.screenshot({ path: file, animations: 'disabled' });
  const wider = Number(await page.evaluate(overflow));
  if (wider > 0) problems.push(`${wider} px wider than its window`);
  return problems;
}

async function takeAll(context: BrowserContext, setting: Setting, busy: ConsoleServer, empty: ConsoleServer) {
  for (const look of looks) {
    const name = `${look.name}.${setting.theme}.${setting.language}.${setting.width}`;
    const page = await context.newPage();
    await page.addInitScript(
      ([theme, language, token]) => {
        localStorage.setItem('theme', theme);
        localStorage.setItem('arco-locale', language);
        if (token === '') localStorage.removeItem('ACCESS_TOKEN');
        else localStorage.setItem('ACCESS_TOKEN', token);
      },
      [setting.theme, setting.language, look.stranger ? '' : 'good'] as const,
    );
    const base = (look.empty ? empty : busy).baseUrl;
    const problems = await take(page, look, base, path.join(folder, `${name}.png`));
    for (const problem of problems) process.stderr.write(`${name}: ${problem}\n`);
    if (problems.length > 0) process.exitCode = 1;
    await page.close();
  }
}

mkdirSync(folder, { recursive: true });
const dist = path.join(root, 'dist');
const busy = await startConsoleServer(busyWorld(), dist);
const empty = await startConsoleServer(emptyWorld(), dist);
const debian = '/usr/bin/chromium';
const browser = await chromium.launch({
  ...(existsSync(debian) ? { executablePath: debian } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const setting of settings) {
  const context = await browser.newContext({ viewport: { width: setting.width, height: setting.height } });
  await takeAll(context, setting, busy, empty);
  await context.close();
}
await browser.close();
await busy.close();
await empty.close();
process.stdout.write(`${looks.length * settings.length} pictures in ${folder}\n`);
