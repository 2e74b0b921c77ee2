/** An owner shares a conversation with a password; a reader follows it on a phone until sharing is cancelled. */
import { deskConversations, sendMessage } from '@parley/contract/conversations';
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { addAgent, addSite, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { writeAsVisitor } from './harness/visitor-requests.ts';

const stage = setStage();
/** The website that contains the chat. */
const shop = 'https://shop.example';

test('a reader follows a shared conversation on a phone until sharing is cancelled', async () => {
  const { url } = stage().server;
  const owner = await registerOwner(url);
  const agent = await addAgent(url, owner, 'Ana');
  const site = await addSite(owner, agent, shop);
  await writeAsVisitor(url, shop, { site: site.id, text: 'Hola', language: 'es' });

  const { page } = await enterConsole(stage(), owner, { path: '/internalControl/chatHistory' });
  await page.locator('a.conversation').first().click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Share conversation' }).click();
  const form = page.getByRole('dialog', { name: 'Share conversation' });
  await form.getByLabel('Title').fill('For Li');
  await form.getByLabel('Password', { exact: true }).last().fill('kite42');
  await form.getByRole('button', { name: 'Share conversation' }).click();
  const address = await page.locator('.share-address').innerText();

  const { page: phone } = await stage().newPerson({ viewport: { width: 390, height: 844 } });
  await phone.goto(address);
  await phone.getByLabel('Enter the password').fill('kite42');
  await phone.getByRole('button', { name: 'View' }).click();
  await phone.getByRole('heading', { name: 'For Li' }).waitFor();
  await phone.getByText('Hola', { exact: true }).first().waitFor();
  const { list } = await agent.client.call(deskConversations, { query: {} });
  await agent.client.call(sendMessage, {
    params: { conversationId: list[0]?.id ?? '' },
    body: { id: crypto.randomUUID(), text: 'Gracias', mode: 'original' },
  });
  await phone.getByText('Gracias', { exact: true }).first().waitFor();

  await page.getByRole('dialog', { name: 'For Li' }).press('Escape');
  await page.getByRole('button', { name: 'More for For Li' }).click();
  await page.getByRole('menuitem', { name: 'Cancel sharing' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel sharing?' });
  await question.getByRole('button', { name: 'Cancel sharing' }).click();
  await phone.getByRole('heading', { name: 'Sharing was cancelled' }).waitFor();
  expect(await phone.getByText('Hola').count()).toBe(0);
});
