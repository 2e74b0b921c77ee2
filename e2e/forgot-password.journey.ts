/** A password is forgotten, reset with the code from the mailbox, and used; the form saved by the browser is updated. */
import { getLoginUserInfo } from '@parley/contract/identity';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose } from './harness/menu.ts';
import { mailedCode, type Owner, operatorOf, password, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();
const changed = 'Changed12';
const loggedIn = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).waitFor();

async function openLogIn(page: Page): Promise<void> {
  await page.goto(`${stage().server.url}/login`);
  await page.getByRole('heading', { name: 'Log in to the console' }).waitFor();
}

/** Simulates a minute since the last code, for the server and for the page. */
async function aMinuteLater(page: Page, { email }: Owner): Promise<void> {
  await stage().server.age(
    `update verification_codes set created_at = created_at - interval '61 seconds' where email = '${email}'`,
  );
  await page.clock.fastForward(61_000);
}

test('a forgotten password is reset, ends the old sessions, and replaces the remembered one', async () => {
  const owner = await registerOwner(stage().server.url);
  const { page } = await stage().newPerson();
  await page.clock.install();
  await openLogIn(page);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('checkbox', { name: 'Remember me for 30 days' }).check();
  await page.getByRole('button', { name: 'Log in' }).click();
  await loggedIn(page);
  const stored = await page.evaluate<string>("localStorage.getItem('loginForm') ?? ''");
  expect(stored).toContain(owner.email);
  expect(stored).not.toContain(password);
  await page.getByRole('button', { name: 'Your account' }).click();
  await choose(page, 'Log out');

  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Reset password' }).waitFor();
  const operating = await operatorOf(stage().server.url);
  const registration = await mailedCode(operating, owner.email);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('button', { name: /Resend in \d+ s/ }).waitFor();
  await expect.poll(() => mailedCode(operating, owner.email)).not.toBe(registration);
  const first = await mailedCode(operating, owner.email);
  // The button shows how long to wait, and then works again.
  await aMinuteLater(page, owner);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect.poll(() => mailedCode(operating, owner.email)).not.toBe(first);
  await page.getByLabel('Verification code').fill(await mailedCode(operating, owner.email));
  await page.getByLabel('New password').fill(changed);
  await page.getByLabel('Confirm password').fill(changed);
  await page.getByRole('button', { name: 'Reset password' }).click();

  await page.getByRole('heading', { name: 'Log in to the console' }).waitFor();
  await expect.poll(() => page.getByLabel('Password').inputValue()).toBe(changed);
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(owner.email);
  await expect(owner.client.call(getLoginUserInfo)).rejects.toMatchObject({ code: 50012 });
  await page.getByRole('button', { name: 'Log in' }).click();
  await loggedIn(page);
});
