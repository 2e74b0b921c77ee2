/** The pages that `look.ts` takes pictures of, and what is done in each before. */
import type { Page } from 'playwright-core';
import { sampleId } from '../src/lib/testing/samples.ts';

export type Look = {
  name: string;
  path: string;
  stranger?: true;
  empty?: true;
  /** In the middle of the guided tour. */
  touring?: true;
  act?: (page: Page) => Promise<void>;
};

const openDialog = async (page: Page) => {
  await page.locator('.page-head .ant-btn-primary').click();
  await page.locator('.ant-modal form').waitFor();
};

const openWebchatForm = async (page: Page) => {
  await openDialog(page);
  await page.locator('.ant-modal .ant-select').nth(1).click();
  await page.locator('.ant-select-item-option').first().click();
  await page.locator('.ant-modal textarea').waitFor();
};

const rowButton = (page: Page, row: number, button: number) =>
  page.locator('.ant-table-row').nth(row).locator('.ant-btn-link').nth(button);

const openRowMenu = async (page: Page) => {
  await rowButton(page, 0, 2).click();
  await page.locator('.ant-dropdown-menu').waitFor();
};

/** Scrolled to its end, with everything opened that can be. */
const editLast = async (page: Page) => {
  await rowButton(page, 7, 0).click();
  await page.locator('.ant-modal .switch-field .ant-switch[aria-checked=false]').last().click();
  await page.locator('.ant-modal textarea').waitFor();
  await page.locator('.ant-modal .ant-form-item').last().scrollIntoViewIfNeeded();
};

const openColumns = async (page: Page) => {
  await page.locator('.batch-bar > .ant-btn').first().click();
  await page.locator('.column-choice').waitFor();
};

const deleteSome = async (page: Page) => {
  for (const row of [1, 2, 3]) {
    await page.locator('.ant-table-row').nth(row).locator('.ant-checkbox-input').check();
  }
  await page.locator('.batch-bar .ant-btn-dangerous').first().click();
  await page.locator('.lost-list').waitFor();
};

const openProxyForm = async (page: Page) => {
  await page.locator('.page-head .ant-btn-primary').first().click();
  await page.locator('.ant-drawer-body form').waitFor();
};

const tryProxy = async (page: Page) => {
  await page.locator('td .row-actions button').nth(4).click();
  await page.locator('.ant-drawer-body form').waitFor();
  await page.locator('.drawer-footer button').first().click();
  await page.locator('.ant-drawer-body .ant-alert').waitFor();
};

const selectProxies = async (page: Page) => {
  await page.locator('thead .ant-checkbox-input').first().check();
};

const deleteProxies = async (page: Page) => {
  await selectProxies(page);
  await page.locator('.batch-bar button').nth(1).click();
  await page.locator('.ant-modal').waitFor();
};

const openImport = async (page: Page) => {
  await page.locator('.page-head .anticon-import').first().click();
  await page.locator('.ant-modal form').waitFor();
};

const importProxies = async (page: Page) => {
  await openImport(page);
  await page
    .locator('.ant-modal textarea')
    .fill(
      'socks5://a:b@waw.proxy.example:99999#Warsaw\ngopher://b:c@ber.proxy.example:70\nhttp://a:b@lyon.example:80',
    );
  await page.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.locator('.ant-modal .import-result').waitFor();
};

/** From the menu of the second row. */
const openTask = (entry: number, awaited: string) => async (page: Page) => {
  await page.locator('[aria-haspopup=menu].ant-btn-link').nth(1).click();
  await page.locator('.ant-dropdown-menu-item').nth(entry).click();
  await page.locator(awaited).waitFor();
};

const openBell = async (page: Page) => {
  await page.locator('.bell button').first().click();
  await page.locator('.bell-content .notification-list').waitFor();
};

const openContacts = async (page: Page) => {
  await page.locator('.navbar .anticon-customer-service').click();
  await page.locator('.contacts').first().waitFor();
};

const awaitTour = async (page: Page) => {
  await page.locator('.ant-tour.guided-tour').waitFor();
};

const tourToForm = async (page: Page) => {
  await awaitTour(page);
  await page.locator('.page-head .ant-btn-primary').click();
  await page.locator('.ant-tour.in-dialog').waitFor();
};

const openCertification = async (page: Page) => {
  await page.locator('td .ant-btn-link').first().click();
  await page.locator('.ant-drawer-body form').waitFor();
};

const registerNow = async (page: Page) => {
  for (const [field, text] of [
    ['email', 'new@example.com'],
    ['tgContact', '@new'],
    ['password', 'Lantern42'],
    ['confirm', 'Lantern42'],
  ] as const) {
    await page.locator(`#${field}`).fill(text);
  }
  await page.locator('input[autocomplete=one-time-code]').fill('123456');
  await page.locator('button[type=submit]').click();
  await page.locator('.registered').waitFor();
};

const saveNothing = async (page: Page) => {
  await page.locator('button[type=submit]').click();
  await page.locator('.ant-form-item-explain-error').first().waitFor();
};

export const looks: readonly Look[] = [
  { name: 'login', path: '/login', stranger: true },
  { name: 'register', path: '/register', stranger: true },
  { name: 'registered', path: '/register', stranger: true, act: registerNow },
  { name: 'forgot-password', path: '/forgotPassword', stranger: true },
  { name: 'service-agreement', path: '/agreement/service', stranger: true },
  { name: 'privacy-policy', path: '/agreement/privacy', stranger: true },
  { name: 'user-info', path: '/user/info' },
  { name: 'settings', path: '/user/setting' },
  { name: 'settings-refused', path: '/user/setting', empty: true, act: saveNothing },
  { name: 'settings-security', path: '/user/setting?tab=security' },
  { name: 'settings-certified', path: '/user/setting?tab=certification' },
  { name: 'settings-certification', path: '/user/setting?tab=certification', empty: true },
  { name: 'user-detail', path: '/userCenter/userDetail' },
  { name: 'home', path: '/workplace/home' },
  { name: 'home-empty', path: '/workplace/home', empty: true },
  { name: 'sub-accounts', path: '/subpage/sonAccount' },
  { name: 'sub-accounts-empty', path: '/subpage/sonAccount', empty: true },
  { name: 'sub-accounts-create', path: '/subpage/sonAccount', act: openDialog },
  { name: 'sub-accounts-more', path: '/subpage/sonAccount', act: openRowMenu },
  { name: 'sub-accounts-edit', path: '/subpage/sonAccount', act: editLast },
  { name: 'sub-accounts-columns', path: '/subpage/sonAccount', act: openColumns },
  { name: 'sub-accounts-delete', path: '/subpage/sonAccount', act: deleteSome },
  { name: 'sub-accounts-ports', path: '/subpage/sonAccount?view=ports' },
  { name: 'sub-accounts-ports-empty', path: '/subpage/sonAccount?view=ports', empty: true },
  { name: 'sub-accounts-sessions', path: '/subpage/sonAccount?view=sessions' },
  { name: 'character-usage', path: '/subpage/chatUse' },
  { name: 'character-usage-empty', path: '/subpage/chatUse', empty: true },
  { name: 'social-accounts', path: '/subpage/socialAccount' },
  { name: 'social-accounts-add', path: '/subpage/socialAccount', act: openDialog },
  { name: 'social-accounts-add-webchat', path: '/subpage/socialAccount', act: openWebchatForm },
  { name: 'proxies', path: '/subpage/agentConfig', act: selectProxies },
  { name: 'proxies-empty', path: '/subpage/agentConfig', empty: true },
  { name: 'proxies-add', path: '/subpage/agentConfig', act: openProxyForm },
  { name: 'proxies-change', path: '/subpage/agentConfig', act: tryProxy },
  { name: 'proxies-delete', path: '/subpage/agentConfig', act: deleteProxies },
  { name: 'proxies-import', path: '/subpage/agentConfig', act: openImport },
  { name: 'proxies-imported', path: '/subpage/agentConfig', act: importProxies },
  { name: 'social-accounts-proxy', path: '/subpage/socialAccount', act: openTask(2, '.proxy-facts') },
  {
    name: 'social-accounts-isolation',
    path: '/subpage/socialAccount',
    act: openTask(3, '.field-warning >> nth=0'),
  },
  { name: 'chat-history', path: '/internalControl/chatHistory' },
  { name: 'chat-history-read', path: `/internalControl/chatHistory?conversation=${sampleId(2, 1)}` },
  { name: 'audit-log', path: '/internalControl/auditLog' },
  { name: 'audit-log-empty', path: '/internalControl/auditLog', empty: true },
  { name: 'not-found', path: '/nowhere' },
  { name: 'notifications', path: '/system/notification' },
  { name: 'notifications-empty', path: '/system/notification', empty: true },
  { name: 'notification', path: `/system/notification-detail?id=${sampleId(11, 2)}` },
  { name: 'bell', path: '/subpage/sonAccount', act: openBell },
  { name: 'contacts', path: '/subpage/sonAccount', act: openContacts },
  { name: 'tour-1', path: '/workplace/home', touring: true, act: awaitTour },
  { name: 'tour-2', path: '/subpage/sonAccount', touring: true, act: awaitTour },
  { name: 'tour-3', path: '/subpage/sonAccount', touring: true, act: tourToForm },
  { name: 'operator-login', path: '/operator', stranger: true },
  { name: 'operator-notifications', path: '/operator/notifications' },
  { name: 'operator-notification', path: '/operator/notifications', act: openDialog },
  { name: 'operator-contacts', path: '/operator/contacts' },
  { name: 'operator-contact', path: '/operator/contacts', act: openDialog },
  { name: 'operator-certification', path: '/operator/certifications', act: openCertification },
  { name: 'operator-settings', path: '/operator/settings' },
  { name: 'operator-mail', path: '/operator/mail' },
  { name: 'operator-mail-empty', path: '/operator/mail', empty: true },
  { name: 'operator-characters', path: '/operator/characters' },
  { name: 'operator-ports', path: '/operator/ports' },
  { name: 'operator-owners', path: '/operator/owners' },
  { name: 'operator-account', path: '/operator/account' },
  { name: 'operator-audit-log', path: '/operator/auditLog' },
  { name: 'operator-tenants', path: '/operator/tenants' },
];
