/**
 * Retakes the screenshots of the user guide (`docs/images/`, committed), and of every screen in both themes, both
 * languages and two widths, for the review of visual changes (`reports/screenshots/`, which git ignores): `npm run
 * screenshots`. `-- guide` or `-- looks` selects one of the two; `-- looks console-proxies` only screens with that name
 * prefix.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { publishNotification } from '@parley/contract/notifications';
import type { Page } from 'playwright-core';
import { captureGuide } from './guide-pictures.ts';
import type { Equipment } from './harness/browser.ts';
import { type Business, fillBusiness } from './harness/business.ts';
import { startWork } from './harness/desk.ts';
import { type Owner, operatorOf, password, registerOwner } from './harness/people.ts';
import { operator } from './harness/server.ts';
import { waitUntilSettled } from './harness/settled.ts';
import { openStage, type Stage } from './harness/stage.ts';
import { type ExternalServices, fillTeam, startExternalServices } from './harness/team.ts';
import { accountScreens } from './screens/account.ts';
import { consoleScreens } from './screens/console.ts';
import { deskScreens } from './screens/desk.ts';
import { emptyScreens } from './screens/empty.ts';
import { contactScreens, fanScreens, reportScreens } from './screens/fans.ts';
import { loggedOutScreens } from './screens/logged-out.ts';
import { operatorScreens } from './screens/operator.ts';
import type { Entrance, Screen } from './screens/screen.ts';

const folder = path.resolve(import.meta.dirname, '../reports/screenshots');
const [which, beginning = ''] = process.argv.slice(2);
const wanted = (name: string) => name.startsWith(beginning);

type Look = { theme: 'light' | 'dark'; language: 'zh-CN' | 'en-US'; width: number };

/** Any four consecutive ones cover both themes, languages and widths, for a quicker review. */
const looks: readonly Look[] = [
  { theme: 'light', language: 'en-US', width: 1440 },
  { theme: 'dark', language: 'zh-CN', width: 390 },
  { theme: 'dark', language: 'en-US', width: 1440 },
  { theme: 'light', language: 'zh-CN', width: 390 },
  { theme: 'light', language: 'zh-CN', width: 1440 },
  { theme: 'dark', language: 'en-US', width: 390 },
  { theme: 'dark', language: 'zh-CN', width: 1440 },
  { theme: 'light', language: 'en-US', width: 390 },
];

function equipmentOf({ theme, language, width }: Look): Equipment {
  const phone = width < 500;
  return {
    theme,
    language,
    colorScheme: theme,
    locale: language,
    viewport: { width, height: phone ? 844 : 900 },
    ...(phone ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
  };
}

/** Runs in the page: by how many pixels the page or a dialog exceeds the window, which a phone widens to fit. */
const overflow = `Math.max(document.documentElement.scrollWidth - Math.min(innerWidth, screen.width),
  ...[...document.querySelectorAll('.ant-modal-container')]
    .map((dialog) => Math.ceil(dialog.getBoundingClientRect().bottom) - innerHeight))`;

type Camera = (page: Page, screen: string) => Promise<void>;

function camera({ theme, language, width }: Look): Camera {
  return async (page, screen) => {
    await waitUntilSettled(page);
    const name = `${screen}-${width}-${theme}-${language}`;
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
    const excess = await page.evaluate<number>(overflow);
    if (excess > 0) throw new Error(`${name}: ${excess} px wider than its window, or a dialog longer`);
  };
}

async function captureScreen(page: Page, origin: string, look: Look, screen: Screen): Promise<void> {
  if (screen.height !== undefined) {
    await page.setViewportSize({ width: look.width, height: screen.height });
  }
  await page.goto(origin + screen.path);
  await page.locator(screen.whole).first().waitFor();
  await screen.act?.(page);
  await camera(look)(page, screen.name);
}

/** Logs in, after taking a screenshot. */
async function enter(origin: string, page: Page, look: Look, entrance: Entrance): Promise<void> {
  await page.goto(origin + entrance.path);
  await page.locator('form').waitFor();
  if (wanted(entrance.name)) await camera(look)(page, entrance.name);
  await page.locator('input[autocomplete=username]').fill(entrance.username);
  await page.locator('input[type=password]').fill(entrance.password);
  await page.locator('button[type=submit]').click();
  await page.locator(entrance.whole).first().waitFor();
}

/** @param entrance where to log in first; null for screens of logged-out users */
async function captureEach(
  { server, newPerson, troubles }: Stage,
  look: Look,
  entrance: Entrance | null,
  screens: readonly Screen[],
): Promise<void> {
  const chosen = screens.filter(({ name }) => wanted(name));
  if (chosen.length === 0 && !(entrance !== null && wanted(entrance.name))) return;
  const { page, close } = await newPerson(equipmentOf(look));
  if (entrance !== null) await enter(server.url, page, look, entrance);
  for (const screen of chosen) {
    // Each in a separate tab, so that no screen has to be closed properly, and a failing one doesn't affect the others.
    const tab = await page.context().newPage();
    await captureScreen(tab, server.url, look, screen).catch((problem: unknown) => {
      troubles.push(`${screen.name}: ${String(problem)}`);
    });
    await tab.close();
  }
  await close();
}

async function captureWidget(
  { shop, newPerson }: Stage,
  { visitorState }: Business,
  look: Look,
): Promise<void> {
  const shoot = camera(look);
  const { page, close } = await newPerson({
    ...equipmentOf(look),
    storageState: visitorState,
  });
  await page.goto(shop.url);
  await page.locator('parley-chat .launcher').click();
  await page.locator('.log .text').first().waitFor();
  await shoot(page, 'widget');
  await close();
}

type People = Business & { newcomer: Owner };

async function captureConsole(
  stage: Stage,
  { owner, newcomer, sharePath, lockedPath, reportPath, contactPath, chatSharePath }: People,
  look: Look,
): Promise<void> {
  await captureEach(stage, look, null, [...loggedOutScreens, ...contactScreens(contactPath)]);
  const entrance = { name: 'console-login', path: '/login', whole: '.figure-value', password };
  const sharedChat = { name: 'console-shared-chat', path: chatSharePath, whole: '.message' };
  const screens = [
    ...consoleScreens,
    ...fanScreens(sharePath, lockedPath),
    ...reportScreens(reportPath),
    sharedChat,
    ...accountScreens,
  ];
  await captureEach(stage, look, { ...entrance, username: owner.email }, screens);
  const again = { ...entrance, name: 'console-empty-login', username: newcomer.email };
  await captureEach(stage, look, again, emptyScreens);
}

async function captureLook(stage: Stage, business: People, look: Look): Promise<void> {
  const { owner, agent } = business;
  await captureConsole(stage, business, look);
  const desk = { name: 'desk-login', path: '/desk/', whole: '[data-conversation]' };
  const { accountName } = agent;
  await captureEach(stage, look, { ...desk, username: accountName, password }, deskScreens(agent));
  const operating = { name: 'operator-login', path: '/operator/login', whole: '.page-head' };
  const { email, password: secret } = operator;
  const operatorLogin = { ...operating, username: email, password: secret };
  await captureEach(stage, look, operatorLogin, operatorScreens(owner.email));
  if (wanted('widget')) await captureWidget(stage, business, look);
}

function report({ troubles }: Stage): void {
  for (const trouble of troubles.splice(0)) {
    process.exitCode = 1;
    process.stderr.write(`${trouble}\n`);
  }
}

/** Publishes a notification, for the list, the bell and its page. */
async function notifyOwners({ server }: Stage): Promise<void> {
  const operating = await operatorOf(server.url);
  const body = {
    requestId: crypto.randomUUID(),
    title: { 'zh-CN': '今晚维护', 'en-US': 'Maintenance tonight' },
    body: {
      'zh-CN': '今晚 23:00 至 23:30 暂停服务。',
      'en-US': 'Parley is not available from 23:00 to 23:30.',
    },
    level: 'warning' as const,
    expiresAt: null,
    ownerEmail: null,
  };
  await operating.call(publishNotification, { body });
}

async function captureAll(stage: Stage, services: ExternalServices): Promise<void> {
  const business = await fillBusiness(stage);
  // With an agent at the desk, the widget shows the business as online.
  await startWork(stage, business.agent);
  if (which !== 'looks') await captureGuide(stage, business);
  report(stage);
  if (which === 'guide') return;
  await fillTeam(stage, business, services);
  await notifyOwners(stage);
  const newcomer = await registerOwner(stage.server.url);
  for (const look of looks) {
    await captureLook(stage, { ...business, newcomer }, look);
    report(stage);
  }
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const services = await startExternalServices();
try {
  const stage = await openStage(services.environment);
  try {
    await captureAll(stage, services);
    process.stdout.write(`Look at them: ${folder}\n`);
  } finally {
    await stage.close();
  }
} finally {
  await services.close();
}
