/** Tests that the operator's notifications and contacts reach the owners; and a new owner's first steps. */
import { setGuideState } from '@parley/contract/identity';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { choose } from './harness/menu.ts';
import { openOperatorPage, publish } from './harness/operator.ts';
import { registerOwner } from './harness/people.ts';
import { setOwnStage } from './harness/stage.ts';

const stage = setOwnStage();

const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: `Notifications, ${unread} unread` });

/** A contact that owners see, added by the operator. */
async function addContact(operating: Page): Promise<void> {
  await operating.getByRole('link', { name: 'Official contacts' }).click();
  await operating.getByRole('button', { name: 'Add contact' }).first().click();
  const form = operating.getByRole('dialog', { name: 'Add contact' });
  await form.getByRole('combobox', { name: 'App' }).click();
  await operating.getByTitle('Telegram', { exact: true }).click();
  await form.getByLabel('Name').fill('Clara');
  await form.getByLabel('Account').fill('@parley_clara');
  await form.getByLabel('Link').fill('https://t.me/parley_clara');
  await form.getByRole('button', { name: 'Save' }).click();
  await operating.getByRole('row', { name: /Clara/ }).waitFor();
}

test('an owner gets the operator’s notifications at once, which count who read them, and verifies its contacts', async () => {
  const owner = await registerOwner(stage().server.url);
  const { page } = await enterConsole(stage(), owner, { permissions: ['clipboard-write'] });
  await bell(page, 0).waitFor();
  const operating = await openOperatorPage(stage());

  await publish(operating, 'Maintenance tonight');
  await bell(page, 1).waitFor();
  await bell(page, 1).click();
  await page
    .locator('.bell')
    .getByRole('link', { name: /Maintenance tonight/ })
    .click();
  await page.getByRole('heading', { name: 'Maintenance tonight', level: 2 }).waitFor();
  await page.getByRole('link', { name: 'https://status.example.com/' }).waitFor();
  await bell(page, 0).waitFor();
  await publish(operating, 'The line is down', 'Urgent');
  // The list now also counts who has read the earlier one.
  await expect
    .poll(() => operating.getByRole('row', { name: /Maintenance tonight/ }).innerText())
    .toMatch(/\t1\t/);
  const banner = page.getByRole('alert').filter({ hasText: 'The line is down' });
  await banner.waitFor();
  await operating.getByRole('button', { name: 'More for The line is down' }).click();
  await operating.getByRole('menuitem', { name: 'Withdraw' }).click();
  await operating.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await banner.waitFor({ state: 'detached' });
  await bell(page, 0).waitFor();

  await addContact(operating);
  await page.getByRole('button', { name: 'Customer service' }).click();
  const drawer = page.getByRole('dialog', { name: 'Customer service' });
  await drawer.getByRole('link', { name: 'Open chat with Clara' }).waitFor();
  await drawer.getByRole('button', { name: 'Copy the account of Clara' }).click();
  await page.getByText(/^Copied/).waitFor();
  const check = async (account: string, verdict: string) => {
    await drawer.getByLabel('Account to verify').fill(account);
    await drawer.getByRole('button', { name: 'Verify' }).click();
    await drawer.getByText(verdict).waitFor();
  };
  await check('https://t.me/Parley_Clara', 'This is our official customer service.');
  await check('@parley_ciara', 'This account does not belong to us!');
});

test('a newcomer is led to the first sub-account, once', async () => {
  const owner = await registerOwner(stage().server.url);
  await owner.client.call(setGuideState, { body: { state: false } });
  const { page } = await enterConsole(stage(), owner);
  const step = (name: RegExp) => page.getByRole('heading', { name }).waitFor();
  await step(/^Step 1 of 4/);
  await page.keyboard.press('Enter');
  await step(/^Step 2 of 4/);
  await page.keyboard.press('Enter');
  await step(/^Step 3 of 4/);
  await page.getByRole('dialog', { name: 'Create sub-account' }).getByLabel('Remark').fill('Ana');
  await page.keyboard.press('Enter');
  await step(/^Step 4 of 4/);
  await page
    .getByRole('dialog', { name: 'Sub-account created' })
    .getByRole('button', { name: 'Done' })
    .click();
  await page.getByRole('row', { name: /Ana/ }).waitFor();
  await expect.poll(() => page.locator('.guided-tour').count()).toBe(0);
  await page.reload();
  await page.getByRole('row', { name: /Ana/ }).waitFor();
  await expect.poll(() => page.locator('.guided-tour').count()).toBe(0);

  await page.getByRole('button', { name: 'Your account' }).click();
  await choose(page, 'Guided tour');
  await step(/^Step 2 of 4/);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.guided-tour').count()).toBe(0);
});
