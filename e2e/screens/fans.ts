/** The console's screens of fans, dedupe libraries and work orders. */
import type { Page } from 'playwright-core';
import { fanChangeScreens } from './fan-changes.ts';
import type { Screen } from './screen.ts';

const row = '.ant-table-row, .list-card';
const workOrders = '/workOrder/platform';
const libraries = '/fansOperation/dedupeLibrary';
const splitLinks = '/fansOperation/streamLink';

const rowOf = (page: Page, text: string) => page.locator(row).filter({ hasText: text });

/** Presses the button in a row and waits for `awaited` in what it opens. */
const beside = (text: string, awaited: string) => async (page: Page) => {
  await rowOf(page, text).first().locator('.ant-btn-link').first().click();
  await page.locator(awaited).first().waitFor();
};

async function openHistory(page: Page): Promise<void> {
  await beside('Spring campaign', '.ant-drawer-body .ant-tabs-tab')(page);
  await page.locator('.ant-drawer-body .ant-tabs-tab').nth(1).click();
  await page.locator('.order-signature').first().waitFor();
}

async function verifyDays(page: Page): Promise<void> {
  await openHistory(page);
  await page.locator('.order-signatures button').first().click();
  await page.locator('.order-signatures .ant-alert-success').waitFor();
}

async function shareOrder(page: Page): Promise<void> {
  await rowOf(page, 'Spring campaign').locator('[aria-haspopup=menu]').click();
  await page.locator('.ant-dropdown-menu-item').first().click();
  await page.locator('.ant-modal form').waitFor();
}

const create = (awaited: string) => async (page: Page) => {
  await page.locator('.page-head .ant-btn-primary').click();
  await page.locator(awaited).first().waitFor();
};

async function openRecords(page: Page, link: string): Promise<void> {
  await rowOf(page, link).locator('[aria-haspopup=menu]').click();
  await page.locator('.ant-dropdown-menu-item').nth(2).click();
  await page.locator('.ant-drawer-body .ant-tabs-tab').nth(1).waitFor();
}

const openConversions = (link: string) => async (page: Page) => {
  await openRecords(page, link);
  await page.locator('.ant-drawer-body .ant-tabs-tab').nth(1).click();
  await page.locator('[role=tabpanel][aria-hidden=false] :is(.plain-list li, .ant-empty)').first().waitFor();
};

const splitLinkScreens: readonly Screen[] = [
  { name: 'console-split-links', path: splitLinks, whole: row },
  {
    name: 'console-split-links-change',
    path: splitLinks,
    whole: row,
    act: beside('Spring campaign', '.split-targets li'),
  },
  {
    name: 'console-split-links-sources',
    path: splitLinks,
    whole: row,
    act: async (page) => {
      await beside('Shop websites', '.split-source .split-target-head, .split-source p.quiet')(page);
      await page.locator('.split-sources').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'console-split-links-many',
    path: splitLinks,
    whole: row,
    act: async (page) => {
      await page.locator('.page-head .ant-btn-default').last().click();
      await page.locator('.form-modal [role=combobox]').first().fill('Telegram');
      await page.keyboard.press('Enter');
      const lines = [
        'Leaflet 1 https://t.me/ana https://t.me/ben',
        'Leaflet 2 t.me/cleo',
        'Spring campaign https://t.me/dora',
      ];
      await page.locator('.form-modal textarea').first().fill(lines.join('\n'));
      await page.locator('.split-wrong').nth(1).waitFor();
    },
  },
  {
    name: 'console-split-links-records',
    path: splitLinks,
    whole: row,
    act: async (page) => {
      await openRecords(page, 'Spring campaign');
      await page.locator('.ant-drawer-body .plain-list li').first().waitFor();
    },
  },
  {
    name: 'console-split-links-conversions',
    path: splitLinks,
    whole: row,
    act: async (page) => {
      await openConversions('Shop websites')(page);
      await page.locator('.split-agents [aria-expanded]').first().click();
      await page.locator('.split-agents .ant-table-row-level-1').first().waitFor();
    },
  },
  {
    name: 'console-split-links-no-conversions',
    path: splitLinks,
    whole: row,
    act: openConversions('Spring campaign'),
  },
  {
    name: 'console-split-links-share-report',
    path: splitLinks,
    whole: row,
    act: async (page) => {
      await rowOf(page, 'Spring campaign').locator('[aria-haspopup=menu]').click();
      await page.locator('.ant-dropdown-menu-item').nth(1).click();
      await page.locator('.report-share .share-address').waitFor();
    },
  },
  {
    name: 'console-split-links-domains',
    path: splitLinks,
    whole: row,
    act: async (page) => {
      await page.locator('.page-head .ant-btn-default').first().click();
      await page.locator('.split-domain-steps').waitFor();
    },
  },
  {
    name: 'console-split-links-qr-code',
    path: splitLinks,
    whole: row,
    act: async (page) => {
      await rowOf(page, 'Spring campaign').locator('[aria-haspopup=menu]').click();
      await page.locator('.ant-dropdown-menu-item').nth(3).click();
      await page.locator('.ant-modal img').waitFor();
    },
  },
  {
    name: 'console-split-links-privacy',
    path: splitLinks,
    whole: row,
    act: async (page) => {
      await page.locator('.page-head .ant-btn-default').nth(1).click();
      await page.locator('.ant-modal .ant-radio-group').waitFor();
    },
  },
];

/** `path` is that of a short link that has no target for its visitors. */
export const contactScreens = (path: string): readonly Screen[] => [
  { name: 'split-link-contact', path, whole: 'form' },
  {
    name: 'split-link-contact-refused',
    path,
    whole: 'form',
    act: async (page) => {
      // The server refuses this script-free form; for an empty field, the browser itself would.
      await page.locator('[name=contact]').fill(' ');
      await page.locator('[name=message]').fill('Camisas azules');
      await page.locator('button').click();
      await page.locator('[role=alert]').waitFor();
    },
  },
  {
    name: 'split-link-contact-sent',
    path,
    whole: 'form',
    act: async (page) => {
      await page.locator('[name=contact]').fill('+34 600 000 000');
      await page.locator('button').click();
      await page.locator('form').waitFor({ state: 'detached' });
    },
  },
];

/** `path` is that of a shared split link report. */
export const reportScreens = (path: string): readonly Screen[] => [
  { name: 'console-split-report', path, whole: '.bars' },
  {
    name: 'console-split-report-visitors',
    path,
    whole: '.bars',
    act: async (page) => {
      await page.getByRole('tab').nth(1).click();
      await page.locator('.visitor-rows li').first().waitFor();
    },
  },
];

/** `share` and `locked` are paths of work order links, without and with a password. */
export const fanScreens = (share: string, locked: string): readonly Screen[] => [
  { name: 'console-fans', path: '/fansOperation/fansList', whole: row },
  {
    name: 'console-fans-details',
    path: '/fansOperation/fansList',
    whole: row,
    act: async (page) => {
      await page.locator(row).first().locator('.ant-btn-link').first().click();
      await page.locator('.ant-drawer-body .plain-list').first().waitFor();
    },
  },
  {
    name: 'console-fans-charts',
    path: '/fansOperation/fansList',
    whole: row,
    act: async (page) => {
      await page.locator('.list-figures [aria-expanded]').click();
      await page.locator('.fan-charts .rank-list li').first().waitFor();
      await page.locator('.fan-charts svg').first().waitFor();
    },
  },
  { name: 'console-fan-tags', path: '/fansOperation/fansTag', whole: row },
  { name: 'console-prospective-fans', path: '/fansOperation/prospectiveFan', whole: row },
  ...splitLinkScreens,
  { name: 'console-dedupe-libraries', path: libraries, whole: row },
  {
    name: 'console-dedupe-libraries-create',
    path: libraries,
    whole: row,
    act: create('.ant-drawer-body form'),
  },
  {
    name: 'console-dedupe-libraries-import',
    path: libraries,
    whole: row,
    act: beside('Customers of 2025', '.ant-modal .ant-upload-drag'),
  },
  { name: 'console-work-orders', path: workOrders, whole: row },
  { name: 'console-work-orders-create', path: workOrders, whole: row, act: create('.ant-drawer-body form') },
  {
    name: 'console-work-orders-details',
    path: workOrders,
    whole: row,
    act: beside('Spring campaign', '.ant-drawer-body .ant-table-row'),
  },
  { name: 'console-work-orders-history', path: workOrders, whole: row, act: openHistory, height: 1_200 },
  { name: 'console-work-orders-verified', path: workOrders, whole: row, act: verifyDays },
  { name: 'console-work-orders-share', path: workOrders, whole: row, act: shareOrder, height: 1_200 },
  { name: 'console-work-order-shares', path: '/workOrder/multiAccount', whole: row },
  ...fanChangeScreens,
  { name: 'shared-work-order', path: share, whole: 'h1', height: 1_600 },
  { name: 'shared-work-order-locked', path: locked, whole: 'form' },
];
