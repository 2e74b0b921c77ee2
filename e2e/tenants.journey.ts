/** Two brands on one installation: the operator creates one, whose URL contains its name. */
import { expect, test } from 'vitest';
import { openOperatorPage } from './harness/operator.ts';
import { setOwnStage } from './harness/stage.ts';

/** The longest brand name, which is wider than a phone. */
const brand = 'Far Sail Internationale Schuhhandelsgesellschaft m';

const stage = setOwnStage(async () => ({ TENANTS: 'true' }));

test('a new tenant’s URL shows its name, and a disabled one answers no request', async () => {
  const operating = await openOperatorPage(stage());
  await operating.getByRole('link', { name: 'Tenants' }).click();
  await operating.getByRole('button', { name: 'Create tenant' }).first().click();
  const form = operating.getByRole('dialog', { name: 'Create tenant' });
  await form.getByLabel('Name', { exact: true }).fill('Sailors');
  await form.getByLabel('Hosts').fill('localhost');
  await form.getByLabel('Brand name').fill(brand);
  await form.getByRole('button', { name: 'Save' }).click();
  const row = operating.getByRole('row', { name: /Sailors/ });
  await row.waitFor();

  const { page } = await stage().newPerson();
  await page.goto(`${stage().server.url.replace('127.0.0.1', 'localhost')}/login`);
  await page.getByRole('banner').getByText(brand).waitFor();
  await expect.poll(() => page.title()).toBe(`Log in · ${brand}`);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.goto(`${stage().server.url.replace('127.0.0.1', 'localhost')}/desk/`);
  const name = page.getByRole('main').getByText(brand);
  await name.waitFor();
  expect((await name.boundingBox())?.height).toBeGreaterThan(10);
  expect(await page.title()).toBe(`Log in · ${brand} desk`);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  const elsewhere = await stage().newPerson();
  await elsewhere.page.goto(`${stage().server.url}/login`);
  await elsewhere.page.getByRole('banner').getByText('Parley').waitFor();

  await row.getByRole('button', { name: /Edit/ }).click();
  const change = operating.getByRole('dialog', { name: 'Edit tenant' });
  await change.getByRole('switch', { name: /^Enabled/ }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await change.waitFor({ state: 'detached' });
  const status = () =>
    page.evaluate<number>("fetch('/api/system/system-config/get').then(({ status }) => status)");
  await expect.poll(status).toBe(404);
});
