/** Follows a quick reply: written in the console, picked in the desk, read by the visitor in the owner's words. */
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

test('an agent answers by a quick reply, which the visitor reads in the owner’s words', async () => {
  const { owner, agent } = await stage().workplace();
  const { page } = await enterConsole(stage(), owner, { path: '/material/quick' });
  await page.getByRole('button', { name: 'Create quick reply' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create quick reply' });
  // The drawer opens with the focus in the owner's first field.
  await form.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('shipping');
  await form.getByLabel('Title').fill('Shipping time');
  await form.getByLabel('Content').fill('Hello ');
  await form.getByRole('button', { name: 'Customer’s name' }).click();
  await form.getByLabel('Content').press('End');
  await form.getByLabel('Content').pressSequentially(', it ships today.');
  await form.getByRole('combobox', { name: 'Language' }).click();
  await page.locator('.language-option', { hasText: 'English' }).first().click();
  await form.getByRole('button', { name: 'Add translation' }).click();
  await form.getByRole('combobox', { name: 'Language' }).nth(1).fill('Spanish');
  await page.keyboard.press('Enter');
  await form.getByLabel('Translation', { exact: true }).fill('¡Hola, {{fan|amigo}}! Sale hoy mismo.');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Shipping time/ }).waitFor();

  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('Hola, ¿cuándo sale mi pedido?');
  const desk = await startWork(stage(), agent);
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  // Until the customer's language is known, nothing shows which text the customer will read.
  await desk.page.locator('.desk-chat-header').getByText('Spanish', { exact: true }).waitFor();
  await desk.composer.pressSequentially('/ship');
  await desk.page.getByRole('option', { name: /Ready in Spanish/ }).waitFor();
  await desk.composer.press('Enter');
  expect(await desk.composer.inputValue()).toBe('Hello friend, it ships today.');
  await desk.composer.press('Enter');
  await expect.poll(() => visitor.received()).toContain('¡Hola, amigo! Sale hoy mismo.');

  // An emoji is inserted at the caret as if typed: undo removes only the emoji.
  await desk.composer.pressSequentially('Thanks !');
  await desk.composer.press('ArrowLeft');
  await desk.composer.press('Control+e');
  const search = desk.page.getByRole('searchbox', { name: 'Search emoji' });
  await search.and(desk.page.locator(':focus')).waitFor();
  await search.fill('thumbs up');
  await desk.page.getByRole('gridcell', { name: 'thumbs up' }).first().waitFor();
  await search.press('Enter');
  await expect.poll(() => desk.composer.inputValue()).toContain('👍');
  await desk.composer.press('Control+z');
  await expect.poll(() => desk.composer.inputValue()).toBe('Thanks !');
});
