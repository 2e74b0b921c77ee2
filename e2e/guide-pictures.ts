/** Takes the user guide's screenshots, `docs/images/<language>/`: each screen once, light, at one size, in both languages. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as notificationsApi from '@parley/contract/notifications';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import type { Page } from 'playwright-core';
import type { Business } from './harness/business.ts';
import { grant, operatorOf, password } from './harness/people.ts';
import { closeTalk } from './harness/ratings.ts';
import { operator } from './harness/server.ts';
import { waitUntilSettled } from './harness/settled.ts';
import type { Stage } from './harness/stage.ts';

const folder = path.resolve(import.meta.dirname, '../docs/images');
const viewport = { width: 1200, height: 750 };

const languages = [
  ['en', 'en-US'],
  ['zh', 'zh-CN'],
] as const;
type Language = (typeof languages)[number];

/** Prepares the records, the notifications and the contacts. */
async function prepareGuide({ server }: Stage, { owner }: Business): Promise<void> {
  const operating = await operatorOf(server.url);
  await grant(operating, owner.email, 1_000_000);
  const form = { remark: 'Chen', password, unlimited: false, characters: 50_000 };
  const { subAccount } = await owner.client.call(subAccountsApi.createSubAccount, { body: form });
  const given = { requestId: crypto.randomUUID(), subAccountId: subAccount.id, amount: 20_000 };
  await owner.client.call(subAccountsApi.allocateCharacters, { body: { ...given, remark: 'Weekend' } });
  await operating.call(notificationsApi.publishNotification, {
    body: {
      requestId: crypto.randomUUID(),
      level: 'info',
      title: { 'zh-CN': '周日凌晨例行维护', 'en-US': 'Maintenance on Sunday night' },
      body: {
        'zh-CN': '周日 02:00 至 02:30 进行例行维护，期间翻译可能稍有延迟，消息不会丢失。',
        'en-US': 'On Sunday from 02:00 to 02:30 translations may take a little longer. No message is lost.',
      },
      expiresAt: null,
    },
  });
}

function camera([short]: Language) {
  return async (page: Page, name: string): Promise<void> => {
    // A pointer or focus that rests on an element would make each screenshot different.
    await page.mouse.move(0, 0);
    await waitUntilSettled(page);
    await page.screenshot({ path: path.join(folder, short, `${name}.png`), caret: 'hide' });
  };
}

async function logIn(page: Page, address: string, username: string, secret: string): Promise<void> {
  await page.goto(address);
  await page.locator('input[autocomplete=username]').fill(username);
  await page.locator('input[type=password]').fill(secret);
  await page.locator('button[type=submit]').click();
}

/** Pages of the console that are only opened, each with the selector of an element that is there once it is loaded. */
const screens = [
  ['sub-accounts', '/subpage/sonAccount', '.ant-table-row'],
  ['social-accounts', '/subpage/socialAccount', '.ant-table-row'],
  ['character-usage', '/subpage/chatUse', '.ant-table-row'],
  ['character-allocation', '/subpage/chatAllocation', '.ant-table-row'],
  ['notifications', '/system/notification', '.ant-table-row'],
  ['settings', '/user/setting', '.page'],
  ['fans', '/fansOperation/fansList', '.ant-table-row'],
  ['materials', '/material/config', '.ant-table-row'],
  ['quick-replies', '/material/quick', '.ant-table-row'],
  ['keyword-replies', '/material/keywordMessage', '.ant-table-row'],
  ['sensitive-words', '/internalControl/sensitiveWord', '.ant-table-row'],
  ['ratings', '/internalControl/rating', '.ant-table-row'],
  ['split-links', '/fansOperation/streamLink', '.ant-table-row'],
  ['prospective-fans', '/fansOperation/prospectiveFan', '.ant-table-row'],
  ['fan-tags', '/fansOperation/fansTag', '.ant-table-row'],
  ['dedupe-libraries', '/fansOperation/dedupeLibrary', '.ant-table-row'],
  ['work-orders', '/workOrder/platform', '.ant-table-row'],
  ['work-order-sharing', '/workOrder/multiAccount', '.ant-table-row'],
] as const;

async function captureConsole(
  { server, newPerson }: Stage,
  { owner, sharePath, chatSharePath }: Business,
  language: Language,
) {
  const shoot = camera(language);
  // Shared pages follow the browser's language.
  const { page, close } = await newPerson({ language: language[1], locale: language[1], viewport });
  await page.goto(`${server.url}/login`);
  await page.locator('form').waitFor();
  await shoot(page, 'login');
  await logIn(page, `${server.url}/login`, owner.email, password);
  await page.locator('.figure-value').nth(3).waitFor();
  await shoot(page, 'home');
  for (const [name, address, whole] of screens) {
    await page.goto(server.url + address);
    await page.locator(whole).first().waitFor();
    await shoot(page, name);
  }
  await page.goto(`${server.url}/subpage/sonAccount`);
  await page.locator('[data-tour=create-sub-account]').click();
  await page.locator('.ant-modal input').first().waitFor();
  await shoot(page, 'create-sub-account');
  await captureFans(page, server.url, sharePath, shoot);
  await page.goto(`${server.url}/internalControl/chatHistory`);
  await page.locator('a.conversation').first().click();
  await page.locator('.chat-original').first().waitFor();
  await shoot(page, 'chat-history');
  await page.locator('.pane-read .anticon-share-alt').click();
  await page.locator('.access-entries').waitFor();
  await shoot(page, 'chat-shares');
  await page.goto(server.url + chatSharePath);
  await page.locator('.message').first().waitFor();
  // The page opens at its end; the title is at the top.
  await page.evaluate('scrollTo(0, 0)');
  await shoot(page, 'shared-chat');
  await page.goto(`${server.url}/internalControl/chatHistory?view=messages&text=camisa`);
  await page.locator('mark').first().click();
  await page.locator('[data-focus]').waitFor();
  await shoot(page, 'chat-history-search');
  await close();
}

/** Takes screenshots of what the lists of fans and work orders open, and of the customers' page. */
async function captureFans(page: Page, origin: string, sharePath: string, shoot: ReturnType<typeof camera>) {
  await page.goto(`${origin}/fansOperation/fansList`);
  await page.locator('.ant-table-row').first().locator('.ant-btn-link').first().click();
  await page.locator('.ant-drawer-body .plain-list').first().waitFor();
  await shoot(page, 'fan-details');
  await page.goto(`${origin}/workOrder/platform`);
  const order = page.locator('.ant-table-row').filter({ hasText: 'Spring campaign' });
  await order.locator('.ant-btn-link').first().click();
  await page.locator('.ant-drawer-body .ant-tabs-tab').nth(1).click();
  await page.locator('.order-signature').first().waitFor();
  await shoot(page, 'work-order-details');
  await page.goto(origin + sharePath);
  await page.locator('h1').waitFor();
  await shoot(page, 'shared-work-order');
}

async function captureDesk({ server, newPerson }: Stage, { agent }: Business, language: Language) {
  const shoot = camera(language);
  const { page, close } = await newPerson({ language: language[1], viewport });
  // A headless browser refuses notifications; an agent's browser asks.
  await page.addInitScript(`Object.defineProperty(Notification, 'permission', { get: () => 'default' });`);
  await logIn(page, `${server.url}/desk/`, agent.accountName, agent.password);
  await page.locator('[data-conversation]').first().click();
  await page.locator('.chat-original').first().waitFor();
  await page.locator('.desk-composer textarea').fill('We have it in blue and in white.');
  await shoot(page, 'desk');
  await page.locator('.desk-header .anticon-bell').click();
  await page.locator('.desk-account-alert').first().waitFor();
  await shoot(page, 'desk-alerts');
  await close();
}

async function captureWidget(
  { shop, newPerson }: Stage,
  { visitorState, agent, lastLine }: Business,
  language: Language,
) {
  const { page, close } = await newPerson({ locale: 'es', viewport, storageState: visitorState });
  await page.goto(shop.url);
  await page.locator('parley-chat .launcher').click();
  await page.locator('.log .text').first().waitFor();
  await camera(language)(page, 'widget');
  await closeTalk(agent, lastLine);
  await page.locator('.rating-step').nth(3).click();
  await page.mouse.click(5, 5);
  await camera(language)(page, 'widget-rating');
  await closeTalk(agent, lastLine, false);
  await close();
}

async function captureOperator({ server, newPerson }: Stage, language: Language) {
  const { page, close } = await newPerson({ language: language[1], viewport });
  await logIn(page, `${server.url}/operator/login`, operator.email, operator.password);
  await page.locator('.ant-table-row').first().waitFor();
  await camera(language)(page, 'operator');
  await close();
}

export async function captureGuide(stage: Stage, business: Business): Promise<void> {
  await prepareGuide(stage, business);
  for (const language of languages) {
    await mkdir(path.join(folder, language[0]), { recursive: true });
    await captureConsole(stage, business, language);
    await captureDesk(stage, business, language);
    await captureWidget(stage, business, language);
    await captureOperator(stage, language);
  }
}
