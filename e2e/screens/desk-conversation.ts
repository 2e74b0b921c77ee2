import type { Page } from 'playwright-core';

export const deskPath = '/desk/';
/** Visible once the desk's list is loaded. */
export const deskWhole = '[data-conversation] >> nth=3';

export async function openConversation(page: Page): Promise<void> {
  await page.locator('[data-conversation]').first().click();
  await page.locator('.chat-message').first().waitFor();
}
