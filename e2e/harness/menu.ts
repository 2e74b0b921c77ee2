import { until } from '@parley/testing';
import type { Page } from 'playwright-core';
import { settled } from './settled.ts';

/**
 * Clicks an entry of the menu that has just been opened. It is drawn outside of the window first, then moved to its
 * button, then unfolded: a click before that lands on what lies beside it.
 */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  const entry = page.locator('.ant-dropdown').getByRole('menuitem', { name });
  await until('the menu stands in the window', async () => {
    const box = await entry.boundingBox();
    return box !== null && box.x >= 0 && box.y >= 0;
  });
  await settled(page);
  await entry.click();
}

/** Chooses from the menu of a row. */
export async function chooseMore(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await choose(page, entry);
}
