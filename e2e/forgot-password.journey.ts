/** A password is forgotten, set anew with the code from the mailbox, and used; what the browser remembered follows. */
import { getLoginUserInfo } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose } from './harness/menu.ts';
import { mailedCode, operatorOf, password, registerOwner } from './harness/people.ts';
import { setStage, soon } from './harness/stage.ts';

const stage = setStage();
const changed = 'Changed12';
const loggedIn = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).waitFor();

async function openLogIn(page: Page): Promise<void> {
  await page.goto(`${stage().server.url}/login`);
  await page.getByRole('heading', { name: 'Log in to the console' }).waitFor();
}

test('a forgotten password is set anew, ends the old sessions, and is remembered where the old one was', async () => {
  const owner = await registerOwner(stage().server.url);
  const { page } = await stage().sitDown();
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
  const before = await mailedCode(operating, owner.email);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('button', { name: /Resend in \d+ s/ }).waitFor();
  // The code of the registration is not a minute old: the button says how long to wait, and then serves.
  await page.getByRole('button', { name: 'Send code' }).click({ timeout: 70_000 });
  await expect.poll(() => mailedCode(operating, owner.email), soon).not.toBe(before);
  await page.getByLabel('Verification code').fill(await mailedCode(operating, owner.email));
  await page.getByLabel('New password').fill(changed);
  await page.getByLabel('Confirm password').fill(changed);
  await page.getByRole('button', { name: 'Reset password' }).click();

  await page.getByRole('heading', { name: 'Log in to the console' }).waitFor();
  await expect.poll(() => page.getByLabel('Password').inputValue(), soon).toBe(changed);
  await expect.poll(() => page.getByLabel('E-mail').inputValue(), soon).toBe(owner.email);
  await expect(owner.client.call(getLoginUserInfo)).rejects.toMatchObject({ code: 50012 });
  await page.getByRole('button', { name: 'Log in' }).click();
  await loggedIn(page);
});
