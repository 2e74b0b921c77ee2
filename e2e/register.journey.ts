/** Leads from the registration form to an owner on the first screen. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mailedCode, operatorOf, password } from './harness/people.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();
const newAddress = () => `new-${crypto.randomUUID().slice(0, 8)}@example.com`;

async function openRegistration(): Promise<Page> {
  const { page } = await stage().newPerson();
  await page.clock.install();
  await page.goto(`${stage().server.url}/login`);
  await page.getByRole('link', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  return page;
}

/** Fills in the form and requests the code, which the operator finds in the outbox. */
async function fillIn(page: Page, email: string): Promise<void> {
  const operating = await operatorOf(stage().server.url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('button', { name: /Resend in \d+ s/ }).waitFor();
  await expect.poll(() => mailedCode(operating, email)).toMatch(/^\d{6}$/);
  await page.getByLabel('Verification code').fill(await mailedCode(operating, email));
  await page.getByLabel('Messaging app contact').fill('@new_owner');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
}

test('a new owner registers, sees the next steps, and is logged in automatically', async () => {
  const page = await openRegistration();
  const email = newAddress();
  await fillIn(page, email);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'Registration successful' }).waitFor();
  expect(await page.getByRole('link', { name: 'In the browser' }).getAttribute('href')).toBe('/desk/');
  await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/Opening the console in \d+ s/);
  await page.clock.fastForward(20_000);
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/workplace/home');

  await page.goto(`${stage().server.url}/user/info`);
  await page.getByRole('heading', { name: email }).waitFor();
});

/** The smallest distance in the form, in pixels, between a field's error and the next field. */
const minRoom = `Math.min(...[...document.querySelectorAll('.ant-form-item-explain-error')].map((wrong) => {
  const next = wrong.closest('.ant-form-item').nextElementSibling;
  return next === null ? Infinity : next.getBoundingClientRect().top - wrong.getBoundingClientRect().bottom;
}))`;

test('registration explains what is missing, needs consent and two equal passwords, and agreements can be read', async () => {
  const page = await openRegistration();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect.poll(() => page.locator('.ant-form-item-explain-error').count()).toBeGreaterThan(3);
  await expect.poll(() => page.evaluate<number>(minRoom)).toBeGreaterThanOrEqual(6);
  await fillIn(page, newAddress());
  await page.getByLabel('Confirm password').fill(`${password}x`);
  await page.getByRole('checkbox', { name: /I have read and accept/ }).uncheck();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('Password and confirm password do not match').waitFor();
  await page.getByText(/Accept the service agreement/).waitFor();

  const [agreement] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'service agreement' }).click(),
  ]);
  await agreement.getByRole('heading', { name: 'Service agreement', level: 1 }).waitFor();
  await agreement.getByText('August 2, 2025').waitFor();
  await agreement.close();

  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('checkbox', { name: /I have read and accept/ }).check();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByText('You can open the console whenever you are ready.').waitFor();
  await page.getByRole('button', { name: 'Open now' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
});
