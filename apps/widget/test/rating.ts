/** Tests the rating in the browser: by pointer and keys, over reloads, tabs and lost connections. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { VisitorServer } from './visitor-server.ts';

type Bed = {
  page: Page;
  server: VisitorServer;
  visit(query?: string, on?: Page): Promise<void>;
  newPage(): Promise<Page>;
};

const asked = { id: 'r1', until: Date.now() + 86_400_000, score: null, comment: null, takesComment: true };

export function describeRating(bed: () => Bed): void {
  const card = (page: Page) => page.getByRole('group', { name: /How was this|Thank you/ });
  async function begin() {
    const { page, server, visit } = bed();
    await visit();
    await page.locator('.launcher').click();
    await page.locator('.foot textarea').fill('Hola');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.log .state').allTextContents()).toEqual(['Sent']);
    const ask = () => server.model.setRating(server.visitor(), { ...asked, id: crypto.randomUUID() });
    return { page, server, ask };
  }

  describe('the rating', () => {
    test('is asked for in an open chat, given by keys alone, shown in another tab and changed there', async () => {
      const { page, server, ask } = await begin();
      ask();
      await card(page).waitFor();
      expect(await page.locator('.foot textarea').evaluate((area) => area.matches(':focus'))).toBe(true);
      const steps = page.getByRole('radio');
      expect(await steps.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
        '1: Very bad',
        '2: Bad',
        '3: Okay',
        '4: Good',
        '5: Very good',
      ]);
      await steps.first().focus();
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Quick & <b>kind</b>');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByText('Thank you for your rating!').waitFor();
      await expect.poll(() => server.ratings).toMatchObject([{ score: 4, comment: 'Quick & <b>kind</b>' }]);
      const tab = await bed().newPage();
      await bed().visit('', tab);
      await tab.locator('.launcher').click();
      await tab.getByRole('button', { name: 'Change' }).click();
      expect(await tab.getByRole('radio', { name: '4: Good' }).isChecked()).toBe(true);
      await tab.locator('.rating-step').last().click();
      await tab.locator('.rating').getByRole('button', { name: 'Send' }).click();
      await expect.poll(() => server.ratings.at(-1)?.score).toBe(5);
      await expect.poll(() => page.locator('.rating-given').textContent()).toContain('Very good');
      server.model.setRating(server.visitor(), null);
      await expect.poll(() => card(page).isVisible()).toBe(false);
    });

    test('is there when the chat is next opened, which it never does itself, and goes by a button', async () => {
      const { page, server, ask } = await begin();
      await page.keyboard.press('Escape');
      ask();
      await page.reload();
      await page.locator('.launcher').waitFor();
      expect(await page.getByRole('dialog').isVisible()).toBe(false);
      await page.locator('.launcher').click();
      await page.getByRole('button', { name: 'Not now' }).click();
      await expect.poll(() => card(page).isVisible()).toBe(false);
      await expect.poll(() => server.visitor().rating).toBeNull();
      expect(await page.locator('.foot textarea').evaluate((area) => area.matches(':focus'))).toBe(true);
    });

    test('is sent once when the server is back, from a page whose chat is closed', async () => {
      const { page, server, ask } = await begin();
      ask();
      await card(page).waitFor();
      await server.stop();
      await page.locator('.rating-step').nth(1).click();
      await page.locator('.rating').getByRole('button', { name: 'Send' }).click();
      await page.locator('.rating-state').getByText('Sending…').waitFor();
      await page.keyboard.press('Escape');
      await server.start();
      await page.reload();
      await expect.poll(() => server.ratings.map(({ score }) => score)).toEqual([2]);
      expect(await page.getByRole('dialog').isVisible()).toBe(false);
      ask();
      server.ratingsOver = true;
      await page.locator('.launcher').click();
      await page.locator('.rating-step').first().click();
      await page.locator('.rating').getByRole('button', { name: 'Send' }).click();
      await page.getByText('This can no longer be rated.').waitFor();
    });
  });
}
