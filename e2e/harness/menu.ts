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
