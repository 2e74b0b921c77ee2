/** Tests groups and imported history on a real XMPP server, as agents and owners see them. */
import {
  enterRoom,
  type Prosody,
  startProsody,
  type XmppCustomer,
  xmppCustomer,
} from '@parley/connectors/testing';
import * as channelsApi from '@parley/contract/channels';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import { addAgent, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();
let prosody: Prosody;
const phones: XmppCustomer[] = [];
beforeAll(async () => {
  prosody = await startProsody();
});
afterAll(async () => {
  for (const phone of phones) await phone.close();
  await prosody.close();
});

async function newLogIn(name: string) {
  const jid = await prosody.addUser(name, 'secret');
  return { jid, password: 'secret', service: prosody.service, certificate: prosody.certificate };
}

async function newPhone(name: string): Promise<XmppCustomer> {
  const phone = await xmppCustomer(await newLogIn(name));
  phones.push(phone);
  return phone;
}

test('an agent reads a member of a group, answers with a mention, and leaves', async () => {
  const owner = await registerOwner(stage().server.url);
  const agent = await addAgent(stage().server.url, owner, 'Ana');
  const credentials = await newLogIn('shop');
  const body = { platform: 'xmpp' as const, subAccountId: agent.subAccountId, name: 'Shop', credentials };
  const { id } = await owner.client.call(channelsApi.addSocialAccount, { body });
  await owner.client.call(channelsApi.setSocialAccountGroups, { body: { id, joinsGroups: true } });
  const room = await enterRoom(await newPhone('maria'), `taller@rooms.${prosody.domain}`, 'Maria');
  await room.invite(credentials.jid);
  await expect.poll(() => room.present.has('shop')).toBe(true);
  await room.say('Gracias');

  const desk = await startWork(stage(), agent);
  const { page } = desk;
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  await expect
    .poll(async () => (await desk.bubbles()).map(({ translation }) => translation))
    .toEqual(['Thank you']);
  const members = page.getByRole('list', { name: 'Members' });
  await members.getByText('Maria').waitFor();

  await desk.composer.pressSequentially('@Mar');
  await page.getByRole('option', { name: 'Maria' }).waitFor();
  await desk.composer.press('Enter');
  await desk.composer.pressSequentially('It will arrive tomorrow');
  await desk.composer.press('Enter');
  await expect.poll(() => room.heard.map(({ text }) => text).join()).toContain('@Maria Llegará mañana');

  await page.getByRole('button', { name: 'Leave group' }).click();
  await page.getByRole('tooltip').getByRole('button', { name: 'Leave group' }).click();
  await page.getByText('You left the group', { exact: true }).waitFor();
  await expect.poll(() => room.present.has('shop')).toBe(false);
  expect(await desk.originals()).toHaveLength(2);
  await desk.composer.fill('too late');
  expect(await page.getByRole('button', { name: 'Send original' }).isDisabled()).toBe(true);
  await room.invite(credentials.jid);
  await page.getByText('You left the group', { exact: true }).waitFor({ state: 'hidden' });
});

test('an owner imports an account’s history, whose pictures an agent loads', async () => {
  const owner = await registerOwner(stage().server.url);
  const agent = await addAgent(stage().server.url, owner, 'Bea');
  const credentials = await newLogIn('store');
  const customer = await newPhone('luis');
  await customer.send(credentials.jid, 'Hola, ¿dónde está mi pedido?');
  await customer.share(credentials.jid, 'dress.png', Buffer.from('89504e470d0a1a0a', 'hex'), 'Gracias');
  // The server stores whole seconds: wait until its messages are certain to be older than the account.
  const written = Math.floor(Date.now() / 1_000);
  await expect.poll(() => Math.floor(Date.now() / 1_000) > written + 1).toBe(true);
  const { page } = await enterConsole(stage(), owner, { path: '/subpage/socialAccount' });
  await page.getByRole('button', { name: 'Add social account' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add social account' });
  await choose('Platform', 'XMPP');
  await choose('Sub-account', 'Bea');
  await form.getByLabel('Name', { exact: true }).fill('Store');
  await form.getByLabel('Address (JID)').fill(credentials.jid);
  await form.getByLabel('Password').fill(credentials.password);
  await form.getByLabel('Server address').fill(credentials.service);
  await form.getByLabel('Server certificate').fill(credentials.certificate);
  await choose('Import history', 'Everything the platform has');
  await form.getByRole('button', { name: 'Verify and connect' }).click();
  await form.waitFor({ state: 'hidden' });

  const desk = await startWork(stage(), agent);
  await expect.poll(() => desk.conversations()).toBe(1);
  await customer.send(credentials.jid, 'Hola');
  await desk.openFirst();
  await desk.page.getByText('Above: from before this account was added').waitFor();
  await desk.page.getByRole('button', { name: 'Load', exact: true }).click();
  await desk.page.getByRole('button', { name: 'Load', exact: true }).waitFor({ state: 'hidden' });

  async function choose(field: string, option: string) {
    await form.getByRole('combobox', { name: field }).click();
    await page.locator('.ant-select-item-option:visible', { hasText: option }).click();
  }
});
