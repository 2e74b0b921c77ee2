/** The console's dialogs that change fans, tags, statistics and work orders. */
import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const row = '.ant-table-row, .list-card';
const fans = '/fansOperation/fansList';
const fanTags = '/fansOperation/fansTag';

/** Chooses from the menu of the first row with this text. */
const task = (text: string, entry: number, awaited: string) => async (page: Page) => {
  await page.locator(row).filter({ hasText: text }).first().locator('[aria-haspopup=menu]').click();
  await page.locator('.ant-dropdown-menu-item').nth(entry).click();
  await page.locator(awaited).first().waitFor();
};

async function openDetails(page: Page): Promise<void> {
  await page.locator(row).first().locator('.ant-btn-link').first().click();
  await page.locator('.ant-drawer-body .plain-list').first().waitFor();
}

async function openLog(page: Page): Promise<void> {
  await openDetails(page);
  await page.locator('.ant-drawer-body .ant-tabs-tab').nth(1).click();
  await page.locator('.ant-timeline-item').first().waitFor();
}

async function mergeWithAnother(page: Page): Promise<void> {
  await openDetails(page);
  await page.locator('.ant-drawer-header button').last().click();
  await page.locator('.ant-modal [role=combobox]').waitFor();
}

async function resetStatistics(page: Page): Promise<void> {
  await page.locator('.list-figures button:not([aria-expanded])').last().click();
  await page.locator('.ant-modal input[type=checkbox]').waitFor();
}

async function createTag(page: Page): Promise<void> {
  await page.locator('.page-head .ant-btn-primary').click();
  await page.locator('.ant-modal form').waitFor();
}

/** Selects all work orders of the page. */
async function selectOrders(page: Page): Promise<void> {
  for (const box of await page.locator(`:is(${row}) input[type=checkbox]`).all()) await box.check();
  await page.locator('.batch-bar').waitFor();
}

async function closeOrders(page: Page): Promise<void> {
  await selectOrders(page);
  await page.locator('.batch-bar button').first().click();
  await page.locator('.ant-modal').waitFor();
}

const empty = (name: string, path: string): Screen => ({
  name: `console-empty-${name}`,
  path,
  whole: '.ant-empty',
});

export const fanChangeScreens: readonly Screen[] = [
  { name: 'console-fans-log', path: fans, whole: row, act: openLog },
  { name: 'console-fans-edit', path: fans, whole: row, act: task('Ana', 0, '.ant-modal form') },
  { name: 'console-fans-tags', path: fans, whole: row, act: task('Ana', 1, '.ant-modal form') },
  { name: 'console-fans-merge', path: fans, whole: row, act: mergeWithAnother },
  { name: 'console-fans-reset', path: fans, whole: row, act: resetStatistics },
  { name: 'console-fan-tags-create', path: fanTags, whole: row, act: createTag },
  { name: 'console-fan-tags-merge', path: fanTags, whole: row, act: task('Wholesale', 0, '.ant-modal form') },
  { name: 'console-work-orders-selected', path: '/workOrder/platform', whole: row, act: selectOrders },
  { name: 'console-work-orders-close', path: '/workOrder/platform', whole: row, act: closeOrders },
  {
    name: 'console-work-orders-delete',
    path: '/workOrder/platform',
    whole: row,
    act: async (page) => {
      await page.locator(row).filter({ hasText: 'Spring campaign' }).locator('[aria-haspopup=menu]').click();
      await page.locator('.ant-dropdown-menu-item').last().click();
      await page.locator('.ant-modal input').waitFor();
    },
  },
  {
    name: 'console-work-order-shares-link',
    path: '/workOrder/multiAccount',
    whole: row,
    act: async (page) => {
      await page.locator(row).first().locator('.ant-btn-link').first().click();
      await page.locator('.ant-modal img').waitFor();
    },
  },
];

/** Screens of an owner without any of these yet. */
export const emptyFanScreens: readonly Screen[] = [
  empty('fans', fans),
  empty('fan-tags', fanTags),
  empty('dedupe-libraries', '/fansOperation/dedupeLibrary'),
  empty('split-links', '/fansOperation/streamLink'),
  empty('work-orders', '/workOrder/platform'),
  empty('work-order-shares', '/workOrder/multiAccount'),
];
