/** An agent who never uses the mouse logs in, opens the next conversation, answers, and returns. */
import pLimit from 'p-limit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDeskPage } from './harness/desk.ts';
import { addSite } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { writeAsVisitor } from './harness/visitor-requests.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

test('an agent logs in, opens a conversation, answers and takes a message back, by keys alone', async () => {
  const { owner, agent } = await stage().workplace();
  const visitor = await visitShop(stage());
  const { keyboard } = visitor.page;
  await visitor.page.getByRole('button', { name: 'Chat' }).focus();
  await keyboard.press('Enter');
  await visitor.page.getByRole('dialog').waitFor();
  await keyboard.type('¿Hay camisas azules?');
  await keyboard.press('Enter');
  await expect.poll(() => visitor.states()).toEqual(['Enviado']);

  const desk = await openDeskPage(stage());
  const { page } = desk;
  await page.getByLabel('Account').waitFor();
  await page.keyboard.type(agent.accountName);
  await page.keyboard.press('Tab');
  await page.keyboard.type(agent.password);
  await page.keyboard.press('Enter');
  await expect.poll(() => desk.conversations()).toBe(1);

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' });

  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => desk.originals()).toHaveLength(1);
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('TEXTAREA');
  await page.keyboard.type('Wrong words');
  await page.keyboard.press('Enter');
  await desk.strip.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => desk.composer.inputValue()).toBe('Wrong words');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Yes, in all sizes.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => visitor.received()).toHaveLength(1);
  await page.keyboard.type('No translation');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => visitor.received()).toHaveLength(2);
  expect((await visitor.received())[1]).toBe('No translation');

  await page.keyboard.press('Control+K');
  await page.keyboard.type('nobody of this name');
  await page.getByText('No matching conversations').waitFor();

  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  const other = 'https://shop.example';
  const site = await addSite(owner, agent, other);
  await pLimit(4).map(Array(40).fill('Hola'), (text: string) =>
    writeAsVisitor(stage().server.url, other, { site: site.id, text }),
  );
  await moveThroughList(page);
});

/** Moves to the end of a list longer than a page, of which only a part is rendered, and back. */
async function moveThroughList(page: Page): Promise<void> {
  const row = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
  const last = page.locator('[aria-posinset="41"][aria-setsize="41"] a');
  await expect.poll(() => row.first().getAttribute('aria-posinset')).toBe('1');
  await page.locator('[data-conversation]').first().focus();
  // The first time moves to the end of what is loaded, which loads the rest.
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return last.count();
    })
    .toBe(1);
  await expect.poll(() => focusedPlace(page)).toBe('41');
  expect(await row.count()).toBeLessThan(41);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focusedPlace(page)).toBe('40');
  await page.keyboard.press('Home');
  await expect.poll(() => focusedPlace(page)).toBe('1');
}

const focusedPlace = (page: Page) =>
  page.evaluate<string>("document.activeElement?.closest('li')?.getAttribute('aria-posinset')");
