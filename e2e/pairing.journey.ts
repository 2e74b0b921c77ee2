/** Tests the pairing of social accounts with a phone in the console, using the conformance suite's own platform. */
import * as channelsApi from '@parley/contract/channels';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterConsole, openConsolePage } from './harness/console.ts';
import { startPairingServer } from './harness/pairing-server.ts';
import { addAgent, registerOwner } from './harness/people.ts';
import { setStageOn } from './harness/stage.ts';

const stage = setStageOn(startPairingServer);

/** Collects the codes that a page receives, as the phone's camera would read them. */
function codesOf(page: Page): string[] {
  const codes: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/api/user/accountPairing')) return;
    const answer = await response.json().catch(() => null);
    const read = channelsApi.accountPairing.safeParse(answer?.data);
    const text = read.data?.code?.text;
    if (text !== undefined && codes.at(-1) !== text) codes.push(text);
  });
  return codes;
}

async function fillIn(page: Page, subAccount: string): Promise<Locator> {
  const form = page.getByRole('dialog', { name: 'Add social account' });
  for (const [field, option] of [
    ['Platform', 'WhatsApp'],
    ['Sub-account', subAccount],
  ] as const) {
    await form.getByRole('combobox', { name: field }).click();
    await page.locator('.ant-select-item-option:visible', { hasText: option }).click();
  }
  await form.getByLabel('Name', { exact: true }).fill('Shop phone');
  await form.getByLabel('appSecret').fill('of the shop');
  return form;
}

test('an owner adds an account with a phone, and pairs it again after the phone has unlinked it', async () => {
  const { pairings, url } = stage().server;
  const owner = await registerOwner(url);
  await addAgent(url, owner, 'Bea');
  const { page } = await enterConsole(stage(), owner, { path: '/subpage/socialAccount' });
  const codes = codesOf(page);
  await page.getByRole('button', { name: 'Add social account' }).first().click();
  const form = await fillIn(page, 'Bea');
  await form.getByRole('button', { name: 'Show code' }).click();

  const code = form.getByRole('img', { name: 'Code to scan with WhatsApp' });
  const first = await code.getAttribute('src');
  pairings.renew();
  await expect.poll(() => code.getAttribute('src')).not.toBe(first);
  // The page may show a code before its answer has been read here.
  await expect.poll(() => codes).toHaveLength(2);
  expect(pairings.scan(codes[0] ?? '')).toBeNull();
  await page.context().setOffline(true);
  await form.getByText('No connection to the server').waitFor();
  await page.context().setOffline(false);
  await form.getByText('No connection to the server').waitFor({ state: 'hidden' });
  const phone = pairings.scan(codes.at(-1) ?? '', 'phone-1');
  await form.getByText('Confirm on your phone').waitFor();
  phone?.confirm();
  await form.waitFor({ state: 'hidden' });
  const row = page.getByRole('row', { name: /Shop phone/ });
  await row.getByText('Online').waitFor();

  pairings.unlink(pairings.devices.at(-1) ?? '');
  const again = page.getByRole('button', { name: 'Pair again: Shop phone' });
  await again.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pair again' });
  // Secrets have to be entered again.
  await dialog.getByLabel('appSecret').fill('of the shop');
  await dialog.getByRole('button', { name: 'Show code' }).press('Enter');
  await expect.poll(() => codes.length).toBe(3);
  pairings.scan(codes.at(-1) ?? '', 'phone-1')?.decline();
  await dialog.getByRole('alert').getByText('The account was not connected').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect.poll(() => codes.length).toBe(4);
  pairings.scan(codes.at(-1) ?? '', 'phone-1')?.confirm();
  await dialog.waitFor({ state: 'hidden' });
  await row.getByText('Online').waitFor();
  expect((await owner.client.call(channelsApi.socialAccountPage, { query: {} })).list).toHaveLength(1);
});

test('a pairing over plain HTTP ends at the platform when it is closed, and the focus returns', async () => {
  const { pairings, url } = stage().server;
  const owner = await registerOwner(url);
  await addAgent(url, owner, 'Cleo');
  // A host name in a local network: no secure context.
  const plain = Object.assign(new URL(url), { hostname: 'parley.test' }).origin;
  const opened = await openConsolePage(
    { ...stage(), server: { ...stage().server, url: plain } },
    { path: '/subpage/socialAccount' },
  );
  await opened.logIn(owner);
  const { page } = opened;
  const add = page.getByRole('button', { name: 'Add social account' }).first();
  await add.press('Enter');
  const form = await fillIn(page, 'Cleo');
  await form.getByRole('button', { name: 'Show code' }).press('Enter');
  await form.getByRole('img', { name: 'Code to scan with WhatsApp' }).waitFor();
  expect(pairings.underway).toBe(1);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
  await expect.poll(() => pairings.underway).toBe(0);
  await expect.poll(() => add.evaluate((node) => node.matches(':focus'))).toBe(true);
});
