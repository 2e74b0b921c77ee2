/** The console's screens for an owner's own account, and for the operator's notifications to owners. */
import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const notifications = '/system/notification';

async function openBell(page: Page): Promise<void> {
  await page.locator('.bell button').first().click();
  await page.locator('.bell-content').waitFor();
}

async function openContacts(page: Page): Promise<void> {
  await page.locator('.navbar .anticon-customer-service').click();
  await page.locator('.contacts').first().waitFor();
}

async function openNotification(page: Page): Promise<void> {
  await page.locator('main a[href*="notification-detail"]').first().click();
  await page.locator('main h2').waitFor();
}

export const accountScreens: readonly Screen[] = [
  { name: 'console-profile', path: '/user/info', whole: 'h1' },
  { name: 'console-settings', path: '/user/setting', whole: 'form' },
  { name: 'console-settings-security', path: '/user/setting?tab=security', whole: 'h2' },
  { name: 'console-settings-certification', path: '/user/setting?tab=certification', whole: 'h1' },
  { name: 'console-user-details', path: '/userCenter/userDetail', whole: 'h1' },
  { name: 'console-notifications', path: notifications, whole: 'a[href*="notification-detail"]' },
  {
    name: 'console-notification',
    path: notifications,
    whole: 'a[href*="notification-detail"]',
    act: openNotification,
  },
  { name: 'console-bell', path: '/workplace/home', whole: '.bell', act: openBell },
  { name: 'console-contacts', path: '/workplace/home', whole: '.navbar', act: openContacts },
  { name: 'console-coming-soon', path: '/promotion-manger/my-account', whole: '.page' },
  { name: 'console-not-found', path: '/nowhere', whole: 'h1' },
];
