/** An installation in a local network without a certificate: `http://<some address>:3000` is no secure context. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsolePage } from './harness/console.ts';
import { openDeskPage } from './harness/desk.ts';
import { choose } from './harness/menu.ts';
import { logInAsOperator } from './harness/operator.ts';
import { addAgent, addSite, mailedCode, operatorOf, password, registerOwner } from './harness/people.ts';
import { openShop, type Shop } from './harness/shop.ts';
import { type Stage, setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();
let shop: Shop;
/** The stage as reached by a browser elsewhere in the network. */
let plain: Stage;

const at = (url: string, host: string) => Object.assign(new URL(url), { hostname: host }).origin;

beforeAll(async () => {
  const server = { ...stage().server, url: at(stage().server.url, 'parley.test') };
  shop = await openShop(server.url);
  plain = { ...stage(), server, shop: { ...shop, url: at(shop.url, 'shop.test') } };
});
afterAll(() => shop.close());

/** Returns the clipboard's contents by pasting into an empty page: the page that copied may keep the focus. */
async function pasted(from: Page): Promise<string> {
  const page = await from.context().newPage();
  await page.setContent('<textarea></textarea>');
  await page.locator('textarea').focus();
  await page.keyboard.press('ControlOrMeta+V');
  const text = await page.locator('textarea').inputValue();
  await page.close();
  return text;
}

test('an owner registers without a secure context, and sees why the login is not remembered', async () => {
  const { page } = await openConsolePage(plain);
  expect(await page.evaluate('[isSecureContext, typeof crypto.randomUUID]')).toEqual([false, 'undefined']);
  const email = 'plain@example.com';
  await page.getByText('“Remember me for 30 days” needs https').waitFor();
  await page.getByRole('link', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  const operating = await operatorOf(stage().server.url);
  await expect.poll(() => mailedCode(operating, email)).toMatch(/^\d{6}$/);
  await page.getByLabel('Verification code').fill(await mailedCode(operating, email));
  await page.getByLabel('Messaging app contact').fill('@plain');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Open now' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
});

test('the operator logs in', async () => {
  await logInAsOperator(plain);
});

test('an owner copies the chat into a shop, where a visitor and an agent talk to each other', async () => {
  const owner = await registerOwner(stage().server.url);
  const agent = await addAgent(stage().server.url, owner);
  await addSite(owner, agent, plain.shop.url);
  const console = await openConsolePage(plain);
  await console.logIn(owner);
  await console.go('Social accounts');
  await console.page.getByRole('button', { name: 'More for Web shop' }).click();
  await choose(console.page, 'Embed code');
  await console.page.getByRole('button', { name: 'Copy code' }).click();
  await console.page.getByText('Copied').waitFor();
  shop.embed(await pasted(console.page));

  const desk = await openDeskPage(plain);
  await desk.logIn(agent);
  await desk.page.getByRole('button', { name: 'Message alerts' }).click();
  await desk.page.getByText('Desktop notifications need https').waitFor();
  await desk.page.keyboard.press('Escape');
  const visitor = await visitShop(plain);
  await visitor.open();
  await visitor.write('Hola, ¿dónde está mi pedido?');
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  await desk.answer('Hello! Your order arrives tomorrow.');
  await expect.poll(() => visitor.received()).toHaveLength(1);
});
