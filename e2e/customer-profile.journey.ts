/** Tests that agents' notes about a customer belong to their team, within what each sub-account shares. */
import { type Prosody, startProsody, type XmppCustomer, xmppCustomer } from '@parley/connectors/testing';
import * as channelsApi from '@parley/contract/channels';
import * as customerProfilesApi from '@parley/contract/customer-profiles';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { type Desk, startWork } from './harness/desk.ts';
import { type Agent, addAgent, type Owner, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();
/** The setup in which one person reaches several accounts under one address. */
let prosody: Prosody;
const phones: XmppCustomer[] = [];
beforeAll(async () => {
  prosody = await startProsody();
});
afterAll(async () => {
  for (const phone of phones) await phone.close();
  await prosody.close();
});

let people = 0;
async function newLogIn() {
  people += 1;
  const jid = await prosody.addUser(`person-${people}`, 'secret');
  return { jid, password: 'secret', service: prosody.service, certificate: prosody.certificate };
}

async function addShop(owner: Owner, { subAccountId }: Agent): Promise<string> {
  const credentials = await newLogIn();
  const body = { platform: 'xmpp' as const, subAccountId, name: 'Shop', credentials };
  await owner.client.call(channelsApi.addSocialAccount, { body });
  return credentials.jid;
}

/** Two agents, each with the same customer's conversation open, and the customer's name on the platform. */
async function oneCustomerOfTwo() {
  const owner = await registerOwner(stage().server.url);
  const [ana, bea] = [
    await addAgent(stage().server.url, owner, 'Ana'),
    await addAgent(stage().server.url, owner, 'Bea'),
  ];
  const shops = [await addShop(owner, ana), await addShop(owner, bea)];
  const phone = await xmppCustomer(await newLogIn());
  phones.push(phone);
  for (const shop of shops) await phone.send(shop, 'Hola, ¿tienen zapatos rojos?');
  const desks = [await openIt(ana), await openIt(bea)] as const;
  return { owner, bea, desks, known: phone.jid };
}

async function openIt(agent: Agent): Promise<Desk> {
  const desk = await startWork(stage(), agent);
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  return desk;
}

const title = (page: Page) => page.locator('.desk-chat-title h2').textContent();
const notes = (page: Page) => page.getByLabel('Notes').inputValue();

const customer = (page: Page) => page.getByRole('complementary', { name: 'Customer profile' });
const openProfile = (page: Page) => customer(page).getByLabel('Notes').waitFor();

async function note(page: Page, texts: Partial<Record<'Alias' | 'Notes', string>>) {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
  // A toast of an earlier save may still be shown, so wait for this save's response.
  const { method, path } = customerProfilesApi.saveCustomerProfile;
  const saved = page.waitForResponse(
    (answer) =>
      answer.ok() && answer.request().method() === method && new URL(answer.url()).pathname === path,
  );
  await customer(page).getByRole('button', { name: 'Save' }).click();
  await saved;
  await page.getByText('Saved', { exact: true }).last().waitFor();
}

test('agents see and keep each other’s notes, until one does not share and neither sees the other’s', async () => {
  const { owner, bea: agent, desks, known } = await oneCustomerOfTwo();
  const [{ page: ana }, { page: bea }] = desks;
  await expect.poll(() => title(bea)).toBe(known);
  for (const page of [ana, bea]) await openProfile(page);
  await bea.getByText(/^Shared with the team/).waitFor();
  await note(ana, { Alias: 'Marta', Notes: 'Size 38.' });
  await expect.poll(() => notes(bea)).toBe('Size 38.');
  await bea.getByText(/Last changed by Ana/).waitFor();
  for (const page of [ana, bea]) await expect.poll(() => title(page)).toBe('Marta');

  await bea.getByLabel('Notes').fill('Pays late.');
  await note(ana, { Notes: 'Size 40.' });
  const overtaken = bea.getByRole('alert').filter({ hasText: 'Changed by Ana at' });
  await overtaken.getByText('Size 40.').waitFor();
  await expect.poll(() => notes(bea)).toBe('Pays late.');
  await overtaken.getByRole('button', { name: 'Keep mine' }).click();
  await note(bea, {});
  await expect.poll(() => notes(ana)).toBe('Pays late.');

  const console = await enterConsole(stage(), owner, { path: '/subpage/sonAccount' });
  await console.turn(agent, 'Share customer profiles');

  await openProfile(bea);
  await bea.getByText('Visible to this sub-account only.').waitFor();
  await expect.poll(() => notes(bea)).toBe('');
  await note(bea, { Notes: 'Pays at once.' });
  await note(ana, { Notes: 'Size 41.' });
  for (const page of [ana, bea]) {
    await page.reload();
    await openProfile(page);
  }
  expect([await title(ana), await notes(ana)]).toEqual(['Marta', 'Size 41.']);
  expect([await title(bea), await notes(bea)]).toEqual([known, 'Pays at once.']);
});
