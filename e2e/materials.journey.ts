/** Tests the way of a material: uploaded and grouped in the console, found and picked in the desk. */
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import { gradient } from './harness/materials.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

test('an owner uploads and groups materials, which an agent finds and picks', async () => {
  const { owner, agent } = await stage().workplace();
  const { page } = await enterConsole(stage(), owner, { path: '/material/config' });
  const side = page.getByRole('navigation', { name: 'Groups of materials' });
  await side.getByRole('button', { name: 'Add group' }).click();
  const group = page.getByRole('dialog', { name: 'Add group' });
  await group.getByLabel('Name').fill('Shipping');
  await group.getByRole('button', { name: 'Save' }).click();
  await side.getByRole('button', { name: /^Shipping/ }).click();
  const picture = { name: 'parcel.png', mimeType: 'image/png', buffer: gradient([80, 140, 255]) };
  await page.locator('input[type=file]').setInputFiles([picture]);
  const row = page.getByRole('row', { name: /parcel/ });
  await row.waitFor();
  // Its address is signed: a picture sends no header.
  const width = () =>
    page.evaluate<number>("document.querySelector('.ant-table-row img')?.naturalWidth ?? 0");
  await expect.poll(width).toBe(320);
  await page.getByRole('button', { name: 'Add text' }).click();
  const form = page.getByRole('dialog', { name: 'Add text' });
  await form.getByLabel('Title').fill('Delivery times');
  await form.getByLabel('Content').fill('Three to five days, {{fan|friend}}.');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Delivery times/ }).waitFor();

  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('Hello');
  const desk = await startWork(stage(), agent);
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  await desk.composer.press('Control+j');
  const panel = desk.page.getByRole('region', { name: 'Materials' });
  const image = panel.getByRole('option', { name: /parcel/ });
  await image.getByText('This platform can’t receive files yet').waitFor();
  await panel.getByRole('combobox', { name: 'Search materials' }).fill('deliv');
  await expect.poll(() => panel.getByRole('option').count()).toBe(1);
  await desk.page.keyboard.press('Enter');
  await expect.poll(() => desk.composer.inputValue()).toBe('Three to five days, friend.');
});
