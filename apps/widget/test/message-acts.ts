/** Tests a visitor's actions on messages in the browser: replies, reactions, edits and deletions. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { VisitorServer } from './visitor-server.ts';

type Bed = {
  page: Page;
  server: VisitorServer;
  visit(query?: string, on?: Page): Promise<void>;
  open(on?: Page): Promise<void>;
  newPage(): Promise<Page>;
};

const texts = (page: Page) => page.locator('.log .text').allTextContents();
const more = (page: Page, text: string) =>
  page.locator('.row').filter({ hasText: text }).last().getByRole('button', { name: 'More' });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

export function describeMessageActs(bed: () => Bed): void {
  /** Starts a conversation with a message of each party. */
  async function begin() {
    const { page, server, visit, open } = bed();
    await visit();
    await open();
    const area = page.locator('.foot textarea');
    await area.fill('In red?');
    await area.press('Enter');
    await expect.poll(() => page.locator('.log .state').allTextContents()).toEqual(['Sent']);
    server.say('Yes <b>& no</b>');
    await more(page, 'Yes').waitFor();
    return { page, server, area };
  }

  describe('acts on messages', () => {
    test('a message is answered, also after a reload, and the quote leads to it', async () => {
      const { page, server, area } = await begin();
      await more(page, 'Yes').focus();
      const icon = 'document.activeElement.shadowRoot.activeElement.firstElementChild';
      expect(await page.evaluate(`getComputedStyle(${icon}).opacity`)).toBe('1');
      await page.keyboard.press('Enter');
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.answering .excerpt').textContent()).toBe('Yes <b>& no</b>');
      await page.reload();
      await page.locator('.answering').waitFor();
      await area.fill('Great');
      await area.press('Enter');
      await expect.poll(() => server.visitor().messages.at(-1)?.replyTo).toBe(2);
      await page.locator('.answering').waitFor({ state: 'hidden' });
      await page.locator('.log .row.own').last().locator('.quote').click();
      await page.locator('.row.found').filter({ hasText: 'Yes' }).waitFor();
      await expect.poll(() => texts(page)).toEqual(['In red?', 'Yes <b>& no</b>', 'Great']);
    });

    test('a reaction shows in every tab, beside the business’s, and is taken back by its chip', async () => {
      const { page, server } = await begin();
      const tab = await bed().newPage();
      await bed().visit('', tab);
      await bed().open(tab);
      await more(tab, 'Yes').waitFor();
      await more(page, 'Yes').click();
      await page.getByRole('menuitemradio', { name: '🎉' }).click();
      await tab.getByRole('button', { name: '🎉 You' }).waitFor();
      const { id } = server.visitor().messages[0] ?? { id: '' };
      server.model.change(server.visitor(), id, { reactions: [{ emoji: '❤', from: 'business' }] });
      await tab.getByRole('img', { name: '❤ Teapots' }).waitFor();
      await page.getByRole('button', { name: '🎉 You' }).waitFor();
      await tab.getByRole('button', { name: '🎉 You' }).click();
      await page.getByRole('button', { name: '🎉 You' }).waitFor({ state: 'detached' });
      await expect.poll(() => server.visitor().messages[1]?.reactions).toEqual([]);
    });

    test('an edit waits for the server over a reload, and a deletion asks first', async () => {
      const { page, server } = await begin();
      await server.stop();
      await more(page, 'In red?').click();
      await item(page, 'Edit').click();
      const editor = page.getByRole('textbox', { name: 'Edit' });
      await editor.fill('In blue?');
      await editor.press('Enter');
      await expect.poll(async () => (await texts(page))[0]).toBe('In blue?');
      await page.getByText('Not changed').waitFor();
      await page.goto('about:blank');
      await server.start();
      await bed().visit();
      await expect.poll(() => server.visitor().messages[0]).toMatchObject({ text: 'In blue?', edited: true });
      await more(page, 'In blue?').click();
      await item(page, 'Delete').click();
      await page.keyboard.press('Escape');
      expect(await page.getByRole('dialog').isVisible()).toBe(true);
      await more(page, 'In blue?').click();
      await item(page, 'Delete').click();
      await item(page, 'Delete this message?').click();
      await expect.poll(() => texts(page)).toEqual(['Yes <b>& no</b>']);
      await expect.poll(() => server.visitor().messages[0]?.deleted).toBe(true);
    });

    test('an agent’s name stands at their messages and while they write, as text', async () => {
      const { page, server } = await begin();
      const [visitor, name] = [server.visitor(), '<b>Ana</b>'];
      server.model.change(visitor, visitor.messages[1]?.id ?? '', { author: name });
      const authors = page.locator('.log .author:not(:empty)');
      await expect.poll(() => authors.allTextContents()).toEqual([name]);
      await expect.poll(() => visitor.listeners.size).toBe(1);
      server.model.agentTypes(visitor, true, name);
      await page.locator('.typing').getByText(name).waitFor();
      server.model.agentTypes(visitor, true);
      await expect.poll(() => page.locator('.typing .author').count()).toBe(0);
      await page.getByRole('img', { name: 'Writing…' }).waitFor();
      server.model.agentTypes(visitor, false);
      await expect.poll(() => page.locator('.typing').textContent()).toBe('');
    });

    test('a refused edit leaves the message, and can be given up', async () => {
      const { page, server } = await begin();
      server.unchangeable = true;
      await more(page, 'In red?').click();
      await item(page, 'Edit').click();
      await page.getByRole('textbox', { name: 'Edit' }).fill('In blue?');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Not changed').waitFor();
      expect((await texts(page))[0]).toBe('In red?');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Not changed').waitFor({ state: 'detached' });
    });
  });
}
