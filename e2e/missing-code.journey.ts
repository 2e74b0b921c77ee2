/** Code that can't be fetched: temporarily without a network, or for good because another release has replaced it. */
import { confirmTwoFactor, setUpTwoFactor } from '@parley/contract/identity';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { authenticatorCode } from './harness/authenticator.ts';
import { openConsolePage } from './harness/console.ts';
import { openDeskPage } from './harness/desk.ts';
import { visit } from './harness/logged-in-pages.ts';
import { addAgent, type Owner, password, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

/** Blocks the scripts with matching names. Returns a function that unblocks them. */
async function refuse(page: Page, script: RegExp): Promise<() => Promise<void>> {
  // As the server answers for a file of another release.
  await page.route(script, (route) =>
    route.fulfill({ status: 404, json: { code: 404, msg: '', data: null } }),
  );
  return () => page.unroute(script);
}

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).click();

test.each([
  ['/desk/', 'en-US', /\/english-[^/]*\.js$/, 'This page couldn’t be loaded', 'Reload the page'],
  ['/login', 'zh-CN', /\/zh-CN-[^/]*\.js$/, '页面加载失败', '刷新页面'],
] as const)(
  '%s in %s offers a reload where its script is gone, and again where its texts are, and starts none itself',
  async (path, language, texts, title, reload) => {
    const { page } = await stage().newPerson({ language });
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    const failed = page.getByRole('alert').getByRole('heading', { name: title });
    const allow = await refuse(page, /\/main-[^/]*\.js$/);
    const allowTexts = await refuse(page, texts);
    await page.goto(stage().server.url + path);
    await failed.waitFor();
    await allow();
    expect(loads).toBe(1);
    // The browser reports the error that the app leaves to its start-up page.
    const reported = page.waitForEvent('pageerror');
    await page.getByRole('button', { name: reload }).click();
    await reported;
    await failed.waitFor();
    await allowTexts();
    expect(loads).toBe(2);
    expect(stage().troubles.splice(0)).toHaveLength(1);
    await page.getByRole('button', { name: reload }).click();
    await page.locator('input[type=password]').waitFor();
  },
);

test('a shared page offers a reload when its script is gone', async () => {
  const { page } = await stage().newPerson();
  const allow = await refuse(page, /\/share\/assets\/[^/]*\.js$/);
  const address = `${stage().server.url}/fansOperation/streamLinkReport?share=none`;
  await page.goto(address);
  const reload = page.getByRole('link', { name: 'Reload the page' });
  await reload.waitFor();
  await allow();
  await reload.click();
  await page.getByText('This link does not exist').waitFor();
  expect(page.url()).toBe(address);
});

test('the desk’s parts can be retried by a button, and a draft survives the reload after an upgrade', async () => {
  const { agent } = await stage().workplace();
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('¿Hacen envíos a Portugal?');
  const desk = await openDeskPage(stage());
  const { page, composer } = desk;
  const missing = page.getByText('Couldn’t load this');
  const allowed = [/\/LogInPage-/, /\/WorkspacePage-/, /\/CustomerGroups-/].map((script) =>
    refuse(page, script),
  );
  await page.reload();
  await missing.waitFor();
  await (await allowed[0])?.();
  await tryAgain(page);
  await page.getByLabel('Account').fill(agent.accountName);
  await page.getByLabel('Password').fill(agent.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await missing.waitFor();
  await (await allowed[1])?.();
  await tryAgain(page);
  await desk.openFirst();
  const pane = page.getByRole('complementary', { name: 'Customer' });
  await pane.getByRole('alert').waitFor();
  await (await allowed[2])?.();
  await pane.getByRole('button', { name: 'Try again' }).click();
  await pane.getByRole('alert').waitFor({ state: 'detached' });
  await pane.getByRole('textbox').first().waitFor();

  await composer.fill('Yes, within three days.');
  const allow = await refuse(page, /\/EmojiPanel-[^/]*\.js$/);
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  const refused = page.getByRole('region', { name: 'Couldn’t load this' });
  await refused.getByRole('button', { name: 'Try again' }).click();
  await refused.getByText(/there may be a new version/).waitFor();
  await allow();
  await refused.getByRole('button', { name: 'Reload the page' }).click();
  await expect.poll(() => composer.inputValue()).toBe('Yes, within three days.');
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await page.getByRole('region', { name: 'Emoji' }).getByRole('searchbox').waitFor();
});

/** Returns the key of the owner's authenticator app. */
async function switchTwoFactorOn({ client }: Owner): Promise<string> {
  const { secret } = await client.call(setUpTwoFactor, { body: { password } });
  await client.call(confirmTwoFactor, { body: { code: authenticatorCode(secret) } });
  return secret;
}

test('the second step of a login, the console’s texts and its menus can be retried by a button', async () => {
  const { url } = stage().server;
  const owner = await registerOwner(url);
  await addAgent(url, owner);
  const key = await switchTwoFactorOn(owner);
  const { page } = await openConsolePage(stage());
  const missing = page.getByText('Couldn’t load this');
  const allowStep = await refuse(page, /\/SecondStepForm-/);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await missing.waitFor();
  await allowStep();
  await tryAgain(page);
  const allowTexts = await refuse(page, /\/english-/);
  await page.getByLabel('Code').fill(authenticatorCode(key, 1));
  await page.getByRole('button', { name: 'Log in' }).click();
  await missing.waitFor();
  await allowTexts();
  // Menus are prefetched while the network is idle, so block them here.
  const allowMenus = await refuse(page, /\/dropdown-/);
  await tryAgain(page);
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  await visit(page, '/subpage/sonAccount');
  const more = page.getByRole('button', { name: /^More for / }).first();
  await more.click();
  await page.getByText(/^Couldn’t load this\./).waitFor();
  await allowMenus();
  await more.click();
  await page.getByRole('menuitem').first().waitFor();
});
