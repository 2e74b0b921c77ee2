import { until } from '@parley/testing';
import type { Page } from 'playwright-core';
import { waitUntilSettled } from './settled.ts';

/**
 * Clicks an entry of the menu that has just been opened. The menu is first rendered outside the window, then moved to
 * its button, then unfolded: an earlier click would hit what is beside it.
 */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  const entry = page.locator('.ant-dropdown').getByRole('menuitem', { name });
  await until('the menu stands in the window', async () => {
    const box = await entry.boundingBox();
    return box !== null && box.x >= 0 && box.y >= 0;
  });
  await waitUntilSettled(page);
  await entry.click();
}

/** Chooses from a row's menu. */
export async function chooseMore(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await choose(page, entry);
}
