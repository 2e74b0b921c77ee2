/** The console's screens. */
import type { Page } from 'playwright-core';
import { changeScreens } from './changes.ts';
import { consoleTemplateScreens } from './message-templates.ts';
import type { Screen } from './screen.ts';

const row = '.ant-table-row, .list-card';
const subAccounts = '/subpage/sonAccount';
const socialAccounts = '/subpage/socialAccount';
const proxies = '/subpage/agentConfig';

const rowOf = (page: Page, text: string) => page.locator(row).filter({ hasText: text });

/** Opens a row's menu and, if an entry is named, chooses it. */
const fromMenu = (text: string, entry: number, awaited: string) => async (page: Page) => {
  await rowOf(page, text).locator('[aria-haspopup=menu]').click();
  await page.locator('.ant-dropdown-menu-item').nth(entry).click();
  await page.locator(awaited).first().waitFor();
};

const ofRow = (text: string, button: number, awaited: string) => async (page: Page) => {
  await rowOf(page, text).locator('.ant-btn-link').nth(button).click();
  await page.locator(awaited).first().waitFor();
};

async function select(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await rowOf(page, text).locator('.ant-checkbox-input').check();
}

async function tryMessage(page: Page): Promise<void> {
  await page.locator('.page-head .ant-btn:not(.ant-btn-primary)').first().click();
  const form = page.locator('.ant-drawer form');
  await form.locator('.ant-select').click();
  await page.locator('.ant-select-item-option').first().click();
  await form.locator('#text').fill('When does my delivery arrive?');
  await form.locator('.ant-btn-primary').click();
  await page.locator('.reply-trial-answer').first().waitFor();
}

async function createSubAccount(page: Page): Promise<void> {
  await page.locator('[data-tour=create-sub-account]').click();
  await page.locator('.ant-modal form').waitFor();
}

/** Requests more reserved ports for one sub-account than exist. */
async function askTooMuch(page: Page): Promise<void> {
  await createSubAccount(page);
  await page.locator('#remark').fill('Finn');
  await page.locator('.field-group').nth(2).locator('.ant-segmented-item').nth(1).click();
  await page.locator('#portLimit').fill('5000');
  await page.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.locator('.ant-form-item-explain-error').first().waitFor();
}

async function addSocialAccount(page: Page): Promise<void> {
  await page.locator('.page-head .ant-btn-primary').click();
  await page.locator('.ant-modal .ant-select').nth(1).click();
  await page.locator('.ant-select-item-option').first().click();
  await page.locator('#credentials_siteName').waitFor();
}

async function deleteTwo(page: Page): Promise<void> {
  await select(page, 'Chen', 'Dara');
  await page.locator('.batch-bar .ant-btn-dangerous').click();
  await page.locator('.ant-modal form input').fill('2');
}

async function disableTwo(page: Page): Promise<void> {
  await select(page, 'Chen', 'Bea');
  await page.locator('.batch-bar .ant-btn').nth(1).click();
  await page.locator('.ant-modal').waitFor();
}

/** Holds the server's response back for as long as the page is open. */
async function exporting(page: Page): Promise<void> {
  await page.route(/\/api\/.*exportExcel/i, () => undefined);
  await page.locator('.page .ant-btn:has(.anticon-download)').click();
  await page.locator('.export-bar').waitFor();
}

async function importProxies(page: Page): Promise<void> {
  await page.locator('.page-head .anticon-import').first().click();
  await page
    .locator('.ant-modal textarea')
    .fill('gopher://b:c@ber.proxy.example:70\nsocks5://nobody@:1080\nhttp://a:b@lyon.example:808080#Lyon');
  await page.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.locator('.ant-modal .import-result').waitFor();
}

async function tryProxy(page: Page): Promise<void> {
  await page.locator('.drawer-footer button').first().click();
  await page.locator('.ant-drawer-body .ant-alert').waitFor();
}

const openProxy = (page: Page, text: string) => fromMenu(text, 0, '.ant-drawer-body form')(page);

async function openFilters(page: Page): Promise<void> {
  await page.locator('.list-tools .anticon-filter').click();
  await page.locator('.filter-fields').waitFor();
}

const openTool = (name: string, content: string) => async (page: Page) => {
  await page.locator(`.list-menu ${name}`).click();
  await page.locator(content).waitFor();
};

export const consoleScreens: readonly Screen[] = [
  ...changeScreens,
  { name: 'console-home', path: '/workplace/home', whole: '.figure-value >> nth=3' },
  { name: 'console-materials', path: '/material/config', whole: row },
  { name: 'console-materials-cards', path: '/material/config?view=cards', whole: '.list-card' },
  {
    name: 'console-materials-edit',
    path: '/material/config',
    whole: row,
    act: ofRow('Web shop', 0, '.material-field'),
  },
  { name: 'console-quick-replies', path: '/material/quick', whole: row },
  {
    name: 'console-quick-replies-edit',
    path: '/material/quick',
    whole: row,
    act: ofRow('Shipping time', 0, '.quick-reply-translation'),
    height: 1_400,
  },
  { name: 'console-welcome-messages', path: '/material/welcomeMessage', whole: row },
  { name: 'console-keyword-replies', path: '/material/keywordMessage', whole: row },
  {
    name: 'console-keyword-replies-edit',
    path: '/material/keywordMessage',
    whole: row,
    act: ofRow('Shipping time', 0, '.reply-rule-content'),
    height: 1_500,
  },
  {
    name: 'console-keyword-replies-test',
    path: '/material/keywordMessage',
    whole: row,
    act: tryMessage,
    height: 1_200,
  },
  { name: 'console-sub-accounts', path: subAccounts, whole: row },
  {
    name: 'console-sub-accounts-selected',
    path: subAccounts,
    whole: row,
    act: (page) => select(page, 'Chen', 'Dara', 'Eva'),
  },
  {
    name: 'console-sub-accounts-filters',
    path: `${subAccounts}?status=normal`,
    whole: row,
    act: openFilters,
  },
  {
    name: 'console-sub-accounts-views',
    path: subAccounts,
    whole: row,
    act: openTool('.anticon-down', '.saved-views'),
  },
  {
    name: 'console-sub-accounts-columns',
    path: subAccounts,
    whole: row,
    act: openTool('.anticon-setting', '.column-choice'),
  },
  { name: 'console-sub-accounts-no-match', path: `${subAccounts}?search=zzz`, whole: '.ant-empty' },
  {
    name: 'console-sub-accounts-create',
    path: subAccounts,
    whole: row,
    act: createSubAccount,
    height: 1_500,
  },
  { name: 'console-sub-accounts-refused', path: subAccounts, whole: row, act: askTooMuch },
  {
    name: 'console-sub-accounts-edit',
    path: subAccounts,
    whole: row,
    height: 1_900,
    act: ofRow('Chen', 0, '.ant-modal textarea'),
  },
  {
    name: 'console-sub-accounts-menu',
    path: subAccounts,
    whole: row,
    async act(page) {
      await rowOf(page, 'Chen').locator('[aria-haspopup=menu]').click();
      await page.locator('.ant-dropdown-menu').waitFor();
    },
  },
  {
    name: 'console-sub-accounts-allocate',
    path: subAccounts,
    whole: row,
    act: fromMenu('Chen', 0, '.ant-modal form'),
  },
  {
    name: 'console-sub-accounts-take-back',
    path: subAccounts,
    whole: row,
    act: fromMenu('Chen', 1, '.ant-modal form'),
  },
  {
    name: 'console-sub-accounts-details',
    path: subAccounts,
    whole: row,
    act: fromMenu('Chen', 2, '.ant-modal .ant-descriptions'),
  },
  {
    name: 'console-sub-accounts-password',
    path: subAccounts,
    whole: row,
    act: fromMenu('Chen', 3, '.ant-modal form'),
  },
  { name: 'console-sub-accounts-disable', path: subAccounts, whole: row, act: disableTwo },
  { name: 'console-sub-accounts-delete', path: subAccounts, whole: row, act: deleteTwo },
  { name: 'console-sub-accounts-exporting', path: subAccounts, whole: row, act: exporting },
  { name: 'console-ports', path: `${subAccounts}?view=ports`, whole: row },
  { name: 'console-past-sessions', path: `${subAccounts}?view=sessions`, whole: row },
  { name: 'console-character-usage', path: '/subpage/chatUse', whole: row, act: exporting },
  { name: 'console-character-allocation', path: '/subpage/chatAllocation', whole: row, act: exporting },
  { name: 'console-proxies', path: proxies, whole: row },
  {
    name: 'console-proxies-selected',
    path: proxies,
    whole: row,
    act: (page) => select(page, 'Madrid', 'Lisbon'),
  },
  {
    name: 'console-proxies-add',
    path: proxies,
    whole: row,
    async act(page) {
      await page.locator('.page-head .ant-btn-primary').first().click();
      await page.locator('.ant-drawer-body form').waitFor();
    },
  },
  {
    name: 'console-proxies-tried',
    path: proxies,
    whole: row,
    async act(page) {
      await openProxy(page, 'Madrid');
      await tryProxy(page);
    },
  },
  {
    name: 'console-proxies-failing',
    path: proxies,
    whole: row,
    async act(page) {
      await openProxy(page, 'Lisbon');
      await tryProxy(page);
    },
  },
  { name: 'console-proxies-import', path: proxies, whole: row, act: importProxies },
  { name: 'console-social-accounts', path: socialAccounts, whole: row },
  { name: 'console-social-accounts-add', path: socialAccounts, whole: row, act: addSocialAccount },
  {
    name: 'console-social-accounts-proxy',
    path: socialAccounts,
    whole: row,
    act: fromMenu('Clara on Telegram', 2, '.proxy-facts'),
  },
  {
    name: 'console-social-accounts-isolation',
    path: socialAccounts,
    whole: row,
    height: 1_500,
    act: fromMenu('Clara on Telegram', 3, '.field-warning'),
  },
  ...consoleTemplateScreens,
  { name: 'console-sensitive-words', path: '/internalControl/sensitiveWord', whole: row },
  { name: 'console-sensitive-word-records', path: '/internalControl/sensitiveWord?view=records', whole: row },
  { name: 'console-ratings', path: '/internalControl/rating', whole: row },
  { name: 'console-audit-log', path: '/internalControl/auditLog', whole: row },
  { name: 'console-chat-history-list', path: '/internalControl/chatHistory', whole: 'a.conversation' },
  {
    name: 'console-chat-history',
    path: '/internalControl/chatHistory',
    whole: 'a.conversation',
    async act(page) {
      await page.locator('a.conversation').nth(1).click();
      await page.locator('.chat-original').first().waitFor();
    },
  },
  {
    name: 'console-chat-history-search',
    path: '/internalControl/chatHistory?view=messages&text=camisa',
    whole: 'mark',
    async act(page) {
      await page.locator('mark').first().click();
      await page.locator('[data-focus]').waitFor();
    },
  },
  {
    name: 'console-chat-history-found',
    path: '/internalControl/chatHistory?view=messages&text=camisa',
    whole: 'mark',
  },
  {
    name: 'console-chat-history-access',
    path: '/internalControl/chatHistory',
    whole: 'a.conversation',
    async act(page) {
      await page.locator('.pane-access .ant-btn').first().click();
      await page.locator('.access-entries').waitFor();
    },
  },
  {
    name: 'console-chat-shares',
    path: '/internalControl/chatHistory',
    whole: 'a.conversation',
    async act(page) {
      await page.locator('.pane-access .anticon-share-alt').click();
      await page.locator('.access-entries').waitFor();
    },
  },
  {
    name: 'console-chat-shares-new',
    path: '/internalControl/chatHistory',
    whole: 'a.conversation',
    async act(page) {
      await page.locator('a.conversation').first().click();
      await page.locator('.pane-read .anticon-share-alt').click();
      await page.locator('.ant-drawer-body .ant-btn-primary').click();
      await page.locator('.share-hint').waitFor();
    },
  },
  {
    name: 'console-chat-history-not-kept',
    path: '/internalControl/chatHistory',
    whole: 'a.conversation',
    async act(page) {
      await page.locator('a.conversation').first().click();
      await page.locator('.reading .ant-alert').waitFor();
    },
  },
];
