/** The console's dialogs and settings that change a social account, a workspace or a login. */
import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const row = '.ant-table-row, .list-card';
const socialAccounts = '/subpage/socialAccount';
const settings = (tab: string) => `/user/setting?tab=${tab}`;

/** Chooses from a social account's row menu. */
const task = (name: string, entry: number, awaited: string) => async (page: Page) => {
  await page.locator(row).filter({ hasText: name }).locator('[aria-haspopup=menu]').click();
  await page.locator('.ant-dropdown-menu-item').nth(entry).click();
  await page.locator(awaited).first().waitFor();
};

async function selectTwo(page: Page): Promise<void> {
  for (const name of ['Clara on Telegram', 'Web shop'])
    await page.locator(row).filter({ hasText: name }).locator('input[type=checkbox]').check();
  await page.locator('.batch-bar').waitFor();
}

async function disableTwo(page: Page): Promise<void> {
  await selectTwo(page);
  await page.locator('.batch-bar .ant-btn-dangerous').click();
  await page.locator('.ant-modal .lost-list').waitFor();
}

async function chooseZone(page: Page): Promise<void> {
  await page.locator('#workspace-time-zone').click();
  await page.locator('#workspace-time-zone').fill('Madrid');
  await page.keyboard.press('Enter');
  await page.locator('.settings-rows .ant-alert').waitFor();
}

async function choosePurge(page: Page): Promise<void> {
  await page.locator('.account-purge input[type=radio]').last().check();
  await page.locator('.account-purge .ant-alert').waitFor();
}

async function openDays(page: Page): Promise<void> {
  await page.locator('.ant-picker').click();
  await page.locator('.day-range-popup .ant-picker-panel').first().waitFor();
}

async function translateConversation(page: Page): Promise<void> {
  await page.locator('a.conversation').nth(1).click();
  await page.locator('.pane-head .anticon-translation').click();
  await page.locator('.ant-drawer-body form').waitFor();
}

export const changeScreens: readonly Screen[] = [
  {
    name: 'console-social-accounts-edit',
    path: socialAccounts,
    whole: row,
    act: task('Clara on Telegram', 0, '.ant-modal form'),
  },
  {
    name: 'console-social-accounts-credentials',
    path: socialAccounts,
    whole: row,
    act: task('Clara on Telegram', 1, '.ant-modal form'),
  },
  {
    name: 'console-social-accounts-translation',
    path: socialAccounts,
    whole: row,
    act: task('Clara on Telegram', 4, '.ant-drawer-body form'),
  },
  {
    name: 'console-social-accounts-budget',
    path: socialAccounts,
    whole: row,
    act: task('Web shop', 6, '.ant-modal form'),
  },
  {
    name: 'console-social-accounts-delete',
    path: socialAccounts,
    whole: row,
    act: task('Web shop', 7, '.ant-modal .attention'),
  },
  { name: 'console-social-accounts-selected', path: socialAccounts, whole: row, act: selectTwo },
  { name: 'console-social-accounts-disable', path: socialAccounts, whole: row, act: disableTwo },
  {
    name: 'console-settings-workspace',
    path: settings('workspace'),
    whole: '.settings-rows',
    act: chooseZone,
  },
  { name: 'console-settings-security', path: settings('security'), whole: row, height: 1_500 },
  {
    name: 'console-settings-accounts',
    path: settings('social-accounts'),
    whole: '.account-purge',
    act: choosePurge,
  },
  { name: 'console-days', path: '/internalControl/auditLog', whole: row, act: openDays },
  {
    name: 'console-chat-history-translation',
    path: '/internalControl/chatHistory',
    whole: 'a.conversation',
    act: translateConversation,
  },
];
