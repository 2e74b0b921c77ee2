/** The operator's screens. */
import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

/** Fills in the form, with its result in view. */
const setPorts = (ownerEmail: string) => async (page: Page) => {
  await page.locator('#ownerEmail').fill(ownerEmail);
  await page.locator('#ports').fill('500');
  await page.locator('button[type=submit]').click();
  await page.locator('.ant-alert-success').waitFor();
};

/** Opens the confirmation, which explains the consequences. */
const disable = (ownerEmail: string) => async (page: Page) => {
  await page
    .locator('.ant-table-row, .list-card', { hasText: ownerEmail })
    .locator('.ant-btn-dangerous')
    .first()
    .click();
  await page.locator('.ant-modal form').waitFor();
};

/** Opens the form of a list's button. */
async function create(page: Page): Promise<void> {
  await page.locator('.page-head .ant-btn-primary').first().click();
  await page.locator('[role=dialog] form').waitFor();
}

export const operatorScreens = (ownerEmail: string): readonly Screen[] => [
  { name: 'operator-notifications', path: '/operator/notifications', whole: '.page-head' },
  { name: 'operator-notification', path: '/operator/notifications', whole: '.page-head', act: create },
  { name: 'operator-contacts', path: '/operator/contacts', whole: '.page-head' },
  { name: 'operator-contact', path: '/operator/contacts', whole: '.page-head', act: create },
  { name: 'operator-certifications', path: '/operator/certifications', whole: '.page-head' },
  { name: 'operator-settings', path: '/operator/settings', whole: 'form' },
  { name: 'operator-mail', path: '/operator/mail', whole: '.page-head' },
  { name: 'operator-tenants', path: '/operator/tenants', whole: '.page-head' },
  { name: 'operator-ports', path: '/operator/ports', whole: 'form', act: setPorts(ownerEmail) },
  { name: 'operator-audit-log', path: '/operator/auditLog', whole: '.ant-table-row, .list-card' },
  {
    name: 'operator-owners',
    path: '/operator/owners',
    whole: '.ant-table-row, .list-card',
    act: disable(ownerEmail),
  },
  { name: 'operator-account', path: '/operator/account', whole: '.ant-table-row, .list-card' },
  { name: 'operator-characters', path: '/operator/characters', whole: 'form' },
];
