/** An owner fills in the profile, uploads a picture, certifies the company, and changes the account's identifiers. */
import { memoryClient } from '@parley/api-client';
import { getLoginUserInfo, logIn } from '@parley/contract/identity';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { visit } from './harness/logged-in-pages.ts';
import { choose } from './harness/menu.ts';
import { mailedCode, operatorOf, password, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();

/** A red dot of one pixel. */
const picture = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const licence = {
  name: 'licence.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
};

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await choose(page, 'Settings');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
}

/** The notice of an earlier save may still be shown, so wait until it has gone. */
async function saved(page: Page): Promise<void> {
  const notice = page.getByText('Saved', { exact: true });
  await notice.waitFor();
  await notice.waitFor({ state: 'detached' });
}

/** Returns whether the browser has loaded the profile's picture. */
const seesFace = (page: Page) =>
  page.evaluate<boolean>(
    `[...document.querySelectorAll('.profile-head img')].some((image) => image.complete && image.naturalWidth > 0)`,
  );

test('a profile gets a name and a picture, loses the picture, and no unsaved change is lost unasked', async () => {
  const owner = await registerOwner(stage().server.url);
  const { page, ...console } = await enterConsole(stage(), owner);
  await openSettings(page);
  await page.getByLabel('Nickname').fill('Far Sail');
  await page.getByLabel('Introduction').fill('长'.repeat(200));
  await page.getByText('200 / 200').waitFor();
  await page.locator('input[type=file]').first().setInputFiles(picture);
  await page.getByRole('button', { name: 'Remove' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);

  await visit(page, '/user/info');
  await page.getByRole('heading', { name: 'Far Sail' }).waitFor();
  await expect.poll(() => seesFace(page)).toBe(true);

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  await visit(page, '/user/info');
  await page.getByRole('heading', { name: 'Far Sail' }).waitFor();
  await expect.poll(() => page.locator('.profile-head img').count()).toBe(0);

  // Closing a tab with unsaved changes asks first.
  await openSettings(page);
  await page.getByLabel('Nickname').fill('Half a na');
  await console.go('Sub-accounts');
  await page.getByRole('button', { name: 'Close Settings' }).click();
  await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
  await page.getByRole('dialog').press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect.poll(() => page.getByLabel('Nickname').inputValue()).toBe('Half a na');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('tooltip').getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => page.getByLabel('Nickname').inputValue()).toBe('Far Sail');
});

test('a company certification is submitted and withdrawn', async () => {
  const owner = await registerOwner(stage().server.url);
  const { page } = await enterConsole(stage(), owner, { path: '/user/setting?tab=certification' });
  await page.getByLabel('Company name').fill('Far Sail Ltd');
  await page.getByLabel('Registration number').fill('HRB 1234');
  await page.getByLabel('Contact person').fill('Ana');
  await page.locator('input[type=file]').last().setInputFiles(licence);
  await page.getByRole('button', { name: 'Remove licence.pdf' }).waitFor();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Under review').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Document 1' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('licence.pdf');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('tooltip').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByLabel('Company name').waitFor();
});

test('password and e-mail address are changed, and the new ones log in', async () => {
  const url = stage().server.url;
  const owner = await registerOwner(url);
  const operating = await operatorOf(url);
  const next = `next-${owner.email}`;
  const { page } = await enterConsole(stage(), owner, { path: '/user/setting?tab=security' });
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('Changed12');
  await page.getByLabel('Confirm password').fill('Changed12');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed', { exact: true }).waitFor();

  await page.getByLabel('Current e-mail address').fill(owner.email);
  await page.getByLabel('New e-mail address').fill(next);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect.poll(() => mailedCode(operating, next)).toMatch(/^\d{6}$/);
  await page.getByLabel('Verification code').fill(await mailedCode(operating, next));
  await page.getByLabel('Your password').fill('Changed12');
  await page.getByRole('button', { name: 'Change e-mail address' }).click();
  await page.getByText(/E-mail address changed/).waitFor();

  const elsewhere = memoryClient(url, 'console');
  elsewhere.logIn(await elsewhere.call(logIn, { body: { username: next, password: 'Changed12' } }));
  expect(await elsewhere.call(getLoginUserInfo)).toMatchObject({ emailAddress: next });
});
