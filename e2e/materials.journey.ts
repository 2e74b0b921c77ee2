/** Follows a material: uploaded and grouped in the console, picked in the desk, seen by the visitor; and back. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import { visit } from './harness/logged-in-pages.ts';
import { gradient, widthOf } from './harness/materials.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

test('an owner uploads materials, which an agent sends, and a visitor answers with a picture', async () => {
  const { owner, agent } = await stage().workplace();
  const { page } = await enterConsole(stage(), owner, { path: '/material/config' });
  const side = page.getByRole('navigation', { name: 'Groups of materials' });
  await side.getByRole('button', { name: 'Create group' }).click();
  const group = page.getByRole('dialog', { name: 'Create group' });
  await group.getByLabel('Name').fill('Shipping');
  await group.getByRole('button', { name: 'Save' }).click();
  await side.getByRole('button', { name: /^Shipping/ }).click();
  // Uploads go to the selected group.
  await side.locator('[aria-current=true]', { hasText: 'Shipping' }).waitFor();
  const picture = { name: 'parcel.png', mimeType: 'image/png', buffer: gradient([80, 140, 255]) };
  // The empty group also offers an upload.
  await page.locator('input[type=file]').first().setInputFiles([picture]);
  const row = page.getByRole('row', { name: /parcel/ });
  await row.waitFor();
  // Its URL is signed, because a picture's request has no authorization header.
  const width = () =>
    page.evaluate<number>("document.querySelector('.ant-table-row img')?.naturalWidth ?? 0");
  await expect.poll(width).toBe(320);
  await addText(page);

  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('Hello');
  const desk = await startWork(stage(), agent);
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  await desk.composer.press('Control+j');
  const panel = desk.page.getByRole('region', { name: 'Materials' });
  await panel.getByRole('option', { name: /parcel/ }).click();
  await desk.page.getByRole('list', { name: 'Files to send' }).getByText('parcel.png').waitFor();
  await desk.composer.fill('Like this one');
  await desk.composer.press('Enter');
  // The chat's elements are in a shadow root, which locators pierce.
  const shown = visitor.page.locator('parley-chat .media img');
  await expect.poll(() => widthOf(shown)).toBe(320);
  const photo = { name: 'shoe.png', mimeType: 'image/png', buffer: gradient([255, 120, 80]) };
  await visitor.page.locator('parley-chat input[type=file]').setInputFiles([photo]);
  const received = desk.page.getByRole('img', { name: 'shoe.png' });
  await expect.poll(() => widthOf(received)).toBe(320);
  await visit(page, '/internalControl/chatHistory');
  await page.locator('a.conversation').first().click();
  await expect.poll(() => widthOf(page.getByRole('img', { name: 'shoe.png' }))).toBe(320);

  await desk.composer.press('Control+j');
  await panel.getByRole('combobox', { name: 'Search materials' }).fill('deliv');
  await expect.poll(() => panel.getByRole('option').count()).toBe(1);
  await desk.page.keyboard.press('Enter');
  await expect.poll(() => desk.composer.inputValue()).toBe('Three to five days, friend.');

  await addQuickReply(page);
  await desk.composer.fill('/parcel');
  await desk.page.getByRole('option', { name: /With parcel/ }).waitFor();
  await desk.composer.press('Enter');
  await desk.page.getByRole('list', { name: 'Files to send' }).getByText('parcel.png').waitFor();
  await desk.composer.press('Enter');
  await expect.poll(() => shown.count()).toBe(3);
});

/** Adds a quick reply with the uploaded picture. */
async function addQuickReply(page: Page): Promise<void> {
  await visit(page, '/material/quick');
  await page.getByRole('button', { name: 'Create quick reply' }).first().click();
  const reply = page.getByRole('dialog', { name: 'Create quick reply' });
  await reply.getByLabel('Name').fill('parcel');
  await reply.getByLabel('Title').fill('Our parcels');
  await reply.getByLabel('Content').fill('So it looks.');
  await reply.getByRole('combobox', { name: 'Language' }).click();
  await page.locator('.language-option', { hasText: 'English' }).first().click();
  await reply.getByRole('combobox', { name: 'Material' }).fill('parc');
  await page.locator('.ant-select-item-option', { hasText: 'parcel' }).click();
  await reply.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('row', { name: /Our parcels/ })
    .getByText('parcel', { exact: false })
    .first()
    .waitFor();
}

async function addText(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create text' }).click();
  const form = page.getByRole('dialog', { name: 'Create text' });
  await form.getByLabel('Title').fill('Delivery times');
  await form.getByLabel('Content').fill('Three to five days, {{fan|friend}}.');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Delivery times/ }).waitFor();
}
