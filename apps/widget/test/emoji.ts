/** Tests the composer's emoji in the browser: by pointer and key, and when their script can't be fetched. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { VisitorServer } from './visitor-server.ts';

type Bed = { page: Page; server: VisitorServer; visit(query?: string): Promise<void> };

export function describeEmoji(bed: () => Bed): void {
  async function begin(query = '') {
    const { page, server, visit } = bed();
    await visit(query);
    await page.locator('.launcher').click();
    const area = page.locator('.foot textarea');
    const button = page.locator('.composer .tool').first();
    await button.waitFor();
    const menu = page.locator('.menu.emoji');
    const chosen = (emoji: string) => menu.getByRole('menuitem', { name: emoji, exact: true });
    const isFocused = () => area.evaluate((one) => one.matches(':focus'));
    return { page, server, area, button, menu, chosen, isFocused };
  }

  describe('emoji', () => {
    test('are fetched when first opened, are inserted at the caret, and leave the focus in the text', async () => {
      const fetched: string[] = [];
      bed().page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
      const { page, area, button, menu, chosen, isFocused } = await begin();
      await area.fill('good tea');
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
      expect(fetched).not.toContain('/widget-emoji.js');
      await button.click();
      await chosen('😊').click();
      await chosen('🎁').click();
      expect(await area.inputValue()).toBe('good 😊🎁tea');
      expect(await isFocused()).toBe(true);
      await page.keyboard.press('Control+z');
      expect(await area.inputValue()).not.toContain('🎁');
      await page.keyboard.press('Escape');
      expect([await menu.isVisible(), await page.getByRole('dialog').isVisible()]).toEqual([false, true]);
      await button.click();
      await page.locator('.head').click();
      expect(await menu.isVisible()).toBe(false);
      expect(fetched.filter((path) => path === '/widget-emoji.js')).toHaveLength(1);
    });

    test('are chosen by keys alone, in the direction of the page, and names are in its language', async () => {
      const { page, area, button, menu, isFocused } = await begin('language=ar');
      await button.focus();
      await page.keyboard.press('Enter');
      await menu.getByRole('group', { name: 'إيماءات' }).waitFor();
      for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowUp'])
        await page.keyboard.press(key);
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      expect([await area.inputValue(), await isFocused(), await menu.isVisible()]).toEqual([
        '😄',
        true,
        false,
      ]);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.log .text').allTextContents()).toEqual(['😄']);
      await button.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await expect.poll(() => menu.isVisible()).toBe(false);
    });

    test('report a missing connection, and load on a retry', async () => {
      const { page, server, button, chosen } = await begin();
      server.withoutFiles = true;
      await button.click();
      await page.locator('.menu.emoji').getByText('No connection').waitFor();
      server.withoutFiles = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await chosen('👍').click();
      expect(await page.locator('.foot textarea').inputValue()).toBe('👍');
    });
  });
}
