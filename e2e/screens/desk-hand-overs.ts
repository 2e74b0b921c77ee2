/** The desk's screens of handed-over conversations. */
import type { Page } from 'playwright-core';
import { openConversation as open, deskPath as path, deskWhole as whole } from './desk-conversation.ts';
import type { Screen } from './screen.ts';

async function askToWhom(page: Page): Promise<void> {
  await open(page);
  await page.locator('.desk-chat-header .anticon-more').click();
  await page.locator('.ant-dropdown-menu-item').last().click();
  await page
    .locator('.ant-modal textarea')
    .fill('Wants to return the boots, size 38. I have sent the label.');
}

/** Simulates the receiver's desk, since the screenshots' business has no received conversations. */
async function openHandedOver(page: Page): Promise<void> {
  await page.route(/\/api\/desk\/conversations\/[0-9a-f-]{36}$/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const note = 'Wants to return the boots, size 38. I have sent the label.';
    const handOver = { from: 'Spain', authorName: 'Ana', note, at: body.data.lastMessageAt };
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, handOver } } });
  });
  await open(page);
  await page.locator('.desk-hand-over').waitFor();
}

async function showAway(page: Page): Promise<void> {
  await page.locator('.desk-filters .anticon-filter').click();
  await page.locator('.desk-filter-menu .ant-dropdown-menu-item').last().click();
  await page.locator('.ant-drawer-body :is(.ant-empty, li, p)').first().waitFor();
}

export const handOverScreens: readonly Screen[] = [
  { name: 'desk-hand-over', path, whole, act: askToWhom },
  { name: 'desk-handed-over', path, whole, act: openHandedOver },
  { name: 'desk-hand-overs-away', path, whole, act: showAway },
];
