/** Follows a split link: created in the console, opened by visitors, whose contacts an agent processes. */
import { buffer } from 'node:stream/consumers';
import { createSplitLink, splitLinkPage } from '@parley/contract/split-links';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectUsable, expectUsableByBrowser } from './harness/accessibility.ts';
import { enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import { choose } from './harness/menu.ts';
import { addAgent, addSite, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const sentTo = async (url: string) =>
  (await fetch(url, { redirect: 'manual', headers: { 'user-agent': browser } })).headers
    .get('location')
    // Each visit has a different token.
    ?.replace(/\?text=.*/, '');

test('a visit becomes a fan: from the short link over the website chat to the link’s records', async () => {
  const owner = await registerOwner(stage().server.url);
  const agent = await addAgent(stage().server.url, owner);
  const site = await addSite(owner, agent, stage().shop.url, { name: 'Spring shop' });
  stage().shop.embed(site.embed ?? '');
  const visitor = await visitShop(stage(), { userAgent: browser });
  const { url } = await owner.client.call(createSplitLink, {
    body: {
      name: 'Spring shop',
      platform: 'webchat',
      eligibility: 'full',
      mode: 'sequential',
      bindsAddress: false,
      defaultUrl: null,
      pageText: '',
      remark: '',
      expiresAt: null,
      // The website's chat is the target because its sub-account owns it.
      sources: [{ kind: 'sub-account', id: agent.subAccountId }],
    },
  });
  await visitor.page.goto(url);
  await visitor.open();
  await visitor.write('Hola');
  const { page } = await enterConsole(stage(), owner, { path: '/fansOperation/streamLink' });
  await page.getByText('1 (1 new)').waitFor();
  await page.getByRole('button', { name: 'More for Spring shop' }).click();
  await choose(page, 'Visits and contacts');
  const records = page.getByRole('dialog', { name: 'Spring shop: visits and contacts' });
  await records.getByRole('tab', { name: 'Conversions (1)' }).click();
  await records.getByText('New fan', { exact: true }).waitFor();
  // The agent who received it, and the day.
  const agents = records.getByRole('region', { name: 'By agent' });
  await agents.getByRole('button', { name: 'Expand row' }).click();
  await agents.getByRole('row', { name: /^\d{4}-\d{2}-\d{2} 1 1 0$/ }).waitFor();
  await expectUsable(page, 'console: conversions of a split link');
  // The visitor has no name, and can be found nevertheless.
  await records.getByRole('link', { name: 'No name' }).click();
  const details = page.getByRole('dialog', { name: /^Visitor / });
  await details.getByRole('tab', { name: 'Log' }).click();
  await details.getByText(/^Came by the split link “.Spring shop.”/).waitFor();
});

/** The owner saves the short link's QR code as a picture of both types. */
async function saveCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for Spring' }).click();
  await choose(page, 'QR code');
  const code = page.getByRole('dialog', { name: 'Spring' });
  for (const [kind, beginning] of [
    ['PNG', '\x89PNG'],
    ['SVG', '<svg'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await code.getByRole('button', { name: `Save ${kind}` }).click();
    const file = await buffer(await (await saved).createReadStream());
    expect(file.toString('latin1', 0, 4)).toBe(beginning);
    // White on all sides, four modules wide: the first dark module comes after them.
    if (kind === 'SVG') expect(file.toString()).toMatch(/ d="M4 4\.5h7/);
  }
  await page.keyboard.press('Escape');
  await code.waitFor({ state: 'hidden' });
}

/** Closing the changed form asks for confirmation, also without a connection. */
async function keepOffline(page: Page) {
  const form = page.getByRole('dialog', { name: 'Edit split link' });
  await form.getByRole('textbox', { name: 'Remark' }).fill('Leaflet');
  // The question's code is loaded with the first input.
  await page.waitForFunction(
    `performance.getEntriesByType('resource').some(({ name }) => name.includes('UnsavedChangesDialog'))`,
  );
  await page.context().setOffline(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.context().setOffline(false);
  expect(await form.getByRole('textbox', { name: 'Remark' }).inputValue()).toBe('Leaflet');
  return form;
}

/** The owner creates two links from two lines, after correcting one. */
async function addMany(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create many' }).click();
  const form = page.getByRole('dialog', { name: 'Create many split links' });
  await form.getByRole('combobox', { name: 'Platform' }).fill('Telegram');
  await page.keyboard.press('Enter');
  const lines = form.getByLabel('Names and account links');
  await lines.fill('Leaflet 1 https://t.me/ana\nSpring https://t.me/ben');
  await form.getByText('A split link with this name already exists').waitFor();
  await expectUsable(page, 'console: Create many split links');
  await lines.fill('Leaflet 1 https://t.me/ana\nLeaflet 2 https://t.me/ben');
  await form.getByText('2 ready, 0 with a problem.').waitFor();
  await form.getByRole('button', { name: 'Create links' }).click();
  await form.getByText('2 split links created').waitFor();
  await form.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('row', { name: /Leaflet 2/ }).waitFor();
}

/** The owner shares a link's report and revokes the share; a phone can read it only in between. */
async function shareReport(page: Page, phone: Page, url: string): Promise<void> {
  await saveCode(page);
  await page.getByRole('button', { name: 'More for Spring' }).click();
  await choose(page, 'Share report');
  const sharing = page.getByRole('dialog', { name: 'Spring: share the report' });
  await sharing.getByRole('button', { name: 'Create link' }).click();
  const address = (await sharing.locator('.share-address').textContent()) ?? '';
  await expectUsable(page, 'console: Share the report of a split link');
  await phone.goto(address);
  await phone.getByRole('heading', { name: 'Spring' }).waitFor();
  await phone.getByText('https://t.me/ana').waitFor();
  await expectUsableByBrowser(phone, 'the report of a split link');
  await sentTo(url);
  // Live: new data is shown within five seconds.
  await phone.getByText('4', { exact: true }).first().waitFor();
  await phone.getByRole('tab', { name: 'Visitor data' }).click();
  await phone
    .getByText(/Windows · Chrome/)
    .first()
    .waitFor();
  await expectUsableByBrowser(phone, 'the visitors of a split link');
  await sharing.getByRole('button', { name: 'Cancel sharing' }).click();
  await page.getByRole('tooltip').getByRole('button', { name: 'Cancel sharing' }).click();
  await sharing.getByText('Cancelled').waitFor();
  await phone.getByText('This link was cancelled').waitFor();
  expect(await phone.getByText('https://t.me/ana').count()).toBe(0);
}

/** A visitor on a phone leaves a contact on the second attempt. */
async function leaveContact(phone: Page, url: string): Promise<void> {
  await phone.goto(url);
  await phone.getByText('Volvemos a las nueve.').waitFor();
  await expectUsableByBrowser(phone, 'the page of a split link');
  await phone.getByLabel('Nombre').fill('Lucía');
  await phone.getByLabel(/Teléfono/).fill(' ');
  await phone.getByRole('button', { name: 'Enviar' }).click();
  await phone.getByRole('alert').waitFor();
  await expectUsableByBrowser(phone, 'the page of a split link, refused');
  expect(await phone.getByLabel('Nombre').inputValue()).toBe('Lucía');
  await phone.getByLabel(/Teléfono/).fill('+34 600 000 000');
  await phone.getByRole('button', { name: 'Enviar' }).click();
  await phone.getByRole('heading', { name: 'Gracias' }).waitFor();
}

/** An agent sees a prospective fan arrive, claims it and marks it as done. */
async function finishProspectiveFan(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Prospective fans: 1 open' }).waitFor();
  await desk.keyboard.press('l');
  const entry = desk.getByRole('listitem', { name: 'Lucía' });
  await entry.getByRole('link', { name: '+34 600 000 000' }).waitFor();
  await expectUsable(desk, 'desk: prospective fans');
  await entry.getByRole('button', { name: 'Claim' }).click();
  await entry.getByText('this sub-account').waitFor();
  await desk.keyboard.press('d');
  const dialog = desk.getByRole('dialog', { name: 'Lucía became a fan' });
  await dialog.getByRole('combobox').waitFor();
  await expectUsable(desk, 'desk: a prospective fan became a fan');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await entry.getByText('Done by').waitFor();
  await desk.getByRole('button', { name: 'Undo' }).waitFor();
}

test('visitors are distributed, and one without a target becomes a prospective fan', async () => {
  const owner = await registerOwner(stage().server.url);
  const { page: desk } = await startWork(stage(), await addAgent(stage().server.url, owner));
  const { page } = await enterConsole(stage(), owner, { path: '/fansOperation/streamLink' });
  await page.getByRole('button', { name: 'Create split link' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create split link' });
  await form.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Spring');
  await form.getByRole('combobox', { name: 'Platform' }).fill('Telegram');
  await page.keyboard.press('Enter');
  await form.getByLabel('Account links').fill('https://t.me/ana https://t.me/ben t.me/cat');
  await form.getByText('Valid: 2 of 3.').waitFor();
  await expectUsable(page, 'console: Create split link');
  await form.getByLabel('Account links').fill('https://t.me/ana https://t.me/ben');
  await form.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row', { name: /Spring/ });
  await row.getByRole('button', { name: 'Copy the short link' }).waitFor();
  const { list } = await owner.client.call(splitLinkPage, { query: {} });
  const url = list[0]?.url ?? '';
  expect(new Set([await sentTo(url), await sentTo(url)])).toEqual(
    new Set(['https://t.me/ana', 'https://t.me/ben']),
  );

  await addMany(page);
  await page.getByRole('button', { name: 'Edit Spring' }).click();
  // Back closes the form, whose URL opens it.
  await page.waitForURL(/form=/);
  await page.goBack();
  await page.getByRole('dialog', { name: 'Edit split link' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Edit Spring' }).click();
  const change = await keepOffline(page);
  for (const name of ['ana', 'ben'])
    await change.getByRole('switch', { name: `Send visitors to https://t.me/${name}` }).click();
  await change.getByLabel('Contact page text').fill('Volvemos a las nueve.');
  await change.getByRole('button', { name: 'Save' }).click();
  await row.getByText('No target').waitFor();

  const { page: phone } = await stage().newPerson({
    viewport: { width: 390, height: 844 },
    locale: 'es-ES',
    userAgent: browser,
  });
  await leaveContact(phone, url);
  await finishProspectiveFan(desk);

  await page.getByRole('button', { name: 'More for Spring' }).click();
  await choose(page, 'Visits and contacts');
  const records = page.getByRole('dialog', { name: 'Spring: visits and contacts' });
  await records.getByText('Saw the contact page').waitFor();
  await records.getByRole('tab', { name: /Contacts/ }).click();
  await records.getByText('+34 600 000 000').waitFor();
  await records.getByText('Done', { exact: true }).waitFor();
  await records.getByRole('link', { name: 'All prospective fans of this link' }).click();
  const entry = page.getByRole('row', { name: /Lucía/ });
  await entry.getByText('Done', { exact: true }).waitFor();
  await expectUsable(page, 'console: prospective fans');
  await page.goto(`${stage().server.url}/fansOperation/streamLink`);

  await shareReport(page, phone, url);
});
