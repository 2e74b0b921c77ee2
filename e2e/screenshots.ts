/**
 * `npm run screenshots`: makes the pictures of the user guide anew (`docs/images/`, committed), and pictures of every
 * screen in both themes, both languages and two widths, to be looked at before a change of looks is called done
 * (`reports/screenshots/`, which git ignores). `npm run screenshots -- guide` and `-- looks` make one of the two.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { photographGuide } from './guide-pictures.ts';
import type { Equipment } from './harness/browser.ts';
import { type Business, fillBusiness } from './harness/business.ts';
import { startWork } from './harness/desk.ts';
import { password } from './harness/people.ts';
import { openStage, type Stage } from './harness/stage.ts';
import { settled } from './harness/until.ts';

const folder = path.resolve(import.meta.dirname, '../reports/screenshots');

type Look = { theme: 'light' | 'dark'; language: 'zh-CN' | 'en-US'; width: number };

const looks: Look[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['en-US', 'zh-CN'] as const).flatMap((language) =>
    [1440, 390].map((width): Look => ({ theme, language, width })),
  ),
);

function equipmentOf({ theme, language, width }: Look): Equipment {
  const phone = width < 500;
  return {
    ...{ theme, language, colorScheme: theme },
    viewport: { width, height: phone ? 844 : 900 },
    ...(phone ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
  };
}

function camera({ theme, language, width }: Look) {
  return async (page: Page, screen: string): Promise<void> => {
    await settled(page);
    await page.screenshot({ path: path.join(folder, `${screen}-${width}-${theme}-${language}.png`) });
  };
}

async function photographConsole({ server, sitDown }: Stage, { owner }: Business, look: Look): Promise<void> {
  const shoot = camera(look);
  const { page, close } = await sitDown(equipmentOf(look));
  await page.goto(`${server.url}/login`);
  await page.locator('form').waitFor();
  await shoot(page, 'console-login');
  await page.locator('input[autocomplete=username]').fill(owner.email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('.figure-value').nth(3).waitFor();
  await shoot(page, 'console-home');
  for (const [screen, address] of [
    ['console-sub-accounts', '/subpage/sonAccount'],
    ['console-character-usage', '/subpage/chatUse'],
    // The last: its button is pressed next.
    ['console-social-accounts', '/subpage/socialAccount'],
  ] as const) {
    await page.goto(server.url + address);
    await page.locator('.ant-table-row').first().waitFor();
    await shoot(page, screen);
  }
  await page.locator('.page-head .ant-btn-primary').click();
  await page.locator('.ant-modal .ant-select').nth(1).click();
  await page.locator('.ant-select-item-option').first().click();
  await page.locator('#credentials_siteName').waitFor();
  await shoot(page, 'console-add-social-account');
  await page.goto(`${server.url}/internalControl/chatHistory`);
  await page.locator('a.conversation').first().waitFor();
  await shoot(page, 'console-chat-history-list');
  await page.locator('a.conversation').first().click();
  await page.locator('.chat-original').first().waitFor();
  await shoot(page, 'console-chat-history');
  await close();
}

async function photographDesk({ server, sitDown }: Stage, { agent }: Business, look: Look): Promise<void> {
  const shoot = camera(look);
  const { page, close } = await sitDown(equipmentOf(look));
  await page.goto(`${server.url}/desk/`);
  await page.locator('form').waitFor();
  await shoot(page, 'desk-login');
  await page.locator('input[autocomplete=username]').fill(agent.accountName);
  await page.locator('input[type=password]').fill(agent.password);
  await page.locator('button[type=submit]').click();
  await page.locator('[data-conversation]').nth(3).waitFor();
  await shoot(page, 'desk-list');
  await page.locator('[data-conversation]').first().click();
  await page.locator('.chat-original').first().waitFor();
  await page.locator('.desk-composer textarea').fill('We have it in blue and in white.');
  await shoot(page, 'desk-conversation');
  await page.locator('.desk-header .anticon-setting').click();
  await page.locator('.ant-drawer .desk-settings-heading').first().waitFor();
  await shoot(page, 'desk-settings');
  await close();
}

async function photographWidget(
  { shop, sitDown }: Stage,
  { visitorState }: Business,
  look: Look,
): Promise<void> {
  const shoot = camera(look);
  const { page, close } = await sitDown({
    ...equipmentOf(look),
    locale: look.language,
    storageState: visitorState,
  });
  await page.goto(shop.url);
  await page.locator('parley-chat .launcher').click();
  await page.locator('.log .text').first().waitFor();
  await shoot(page, 'widget');
  await close();
}

async function main(which: string | undefined): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const stage = await openStage();
  try {
    const business = await fillBusiness(stage);
    // Somebody is at the desk, so that the widget shows the business online.
    await startWork(stage, business.agent);
    if (which !== 'looks') await photographGuide(stage, business);
    for (const look of which === 'guide' ? [] : looks) {
      await photographConsole(stage, business, look);
      await photographDesk(stage, business, look);
      await photographWidget(stage, business, look);
    }
    for (const trouble of stage.troubles) process.stderr.write(`${trouble}\n`);
    if (stage.troubles.length > 0) process.exitCode = 1;
    process.stdout.write(`Look at them: ${folder}\n`);
  } finally {
    await stage.close();
  }
}

await main(process.argv[2]);
