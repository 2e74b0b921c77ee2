/**
 * `npm run capture -w apps/console [-- <folder> [<beginning of names>]]`: pictures of every page, in both themes and languages, wide and on a
 * phone, over a workspace in memory. Build first; fails when a page reports an error or doesn't fit into its window.
 */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { type ConsoleServer, startConsoleServer } from '../src/app/testing/console-server.ts';
import { busyWorld, emptyWorld } from '../src/app/testing/console-world.ts';
import { type Look, looks } from './captured-screens.ts';

const settings = [
  { theme: 'light', language: 'zh-CN', width: 1440, height: 900 },
  { theme: 'dark', language: 'en-US', width: 1440, height: 900 },
  { theme: 'dark', language: 'zh-CN', width: 390, height: 844 },
  { theme: 'light', language: 'en-US', width: 390, height: 844 },
] as const;
type Setting = (typeof settings)[number];

/** Only looks whose names begin so. */
const beginning = process.argv[3] ?? '';
const chosen = looks.filter(({ name }) => name.startsWith(beginning));

const root = path.resolve(import.meta.dirname, '..');
const folder = path.resolve(process.argv[2] ?? path.join(root, '../../reports/console-screens'));

/** What is still on its way, in sight. */
const unsettled = '[aria-busy=true]:visible, .ant-skeleton:visible';

/** Run in the page: how far it is wider than its window, in pixels. */
const overflow = 'document.documentElement.scrollWidth - window.innerWidth';

/** Run in the page: how far a dialog hangs out of the window, in pixels; 0 without one. */
const dialogOverflow = `Math.max(0, ...[...document.querySelectorAll('.ant-modal-container')]
  .map((dialog) => Math.ceil(dialog.getBoundingClientRect().bottom) - window.innerHeight))`;

async function take(page: Page, look: Look, base: string, file: string): Promise<string[]> {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (problem) => problems.push(problem.message));
  await page.goto(base + look.path, { waitUntil: 'networkidle' });
  await look.act?.(page);
  await page.locator(unsettled).first().waitFor({ state: 'hidden' });
  await page.screenshot({ path: file, animations: 'disabled' });
  const lower = Number(await page.evaluate(dialogOverflow));
  if (lower > 0) problems.push(`the dialog ends ${lower} px below its window`);
  const wider = Number(await page.evaluate(overflow));
  if (wider > 0) problems.push(`${wider} px wider than its window`);
  return problems;
}

async function takeAll(context: BrowserContext, setting: Setting, busy: ConsoleServer, empty: ConsoleServer) {
  for (const look of chosen) {
    const name = `${look.name}.${setting.theme}.${setting.language}.${setting.width}`;
    const page = await context.newPage();
    await page.addInitScript(
      ([theme, language, token, touring]) => {
        localStorage.setItem('theme', theme);
        localStorage.setItem('arco-locale', language);
        localStorage.setItem('layout', JSON.stringify({ guideState: touring }));
        // The operator's screens have a session of their own.
        if (token === '') localStorage.removeItem('operator:ACCESS_TOKEN');
        else localStorage.setItem('operator:ACCESS_TOKEN', token);
        if (token === '') localStorage.removeItem('ACCESS_TOKEN');
        else localStorage.setItem('ACCESS_TOKEN', token);
      },
      [setting.theme, setting.language, look.stranger ? '' : 'good', look.touring === true] as const,
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
process.stdout.write(`${chosen.length * settings.length} pictures in ${folder}\n`);
