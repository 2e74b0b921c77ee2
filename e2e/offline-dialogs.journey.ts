/** Opens menus, dialogs, panels, tabs and pages for the first time without a network. */
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import { addAgent, addSite, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

test('a row’s menu opens offline, and its drawer with its styles once the network is back', async () => {
  const { url } = stage().server;
  const owner = await registerOwner(url);
  await addSite(owner, await addAgent(url, owner), 'https://shop.example');
  const { page } = await enterConsole(stage(), owner, { path: '/subpage/socialAccount' });
  const menu = page.getByRole('button', { name: 'More for Web shop' });
  await menu.waitFor();
  // Its code is prefetched while the page fetches nothing else.
  const fetched = `performance.getEntriesByType('resource').filter(({ name }) => /dropdown/.test(name)).length`;
  await expect.poll(() => page.evaluate<number>(fetched)).toBe(1);
  await page.context().setOffline(true);

  // By keys: the Enter that chooses the entry must not reach the frame's own buttons.
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Isolation profile' }).press('Enter');
  const refused = page.getByRole('dialog', { name: 'Couldn’t load this' });
  await refused.waitFor();
  await page.keyboard.press('Escape');
  await refused.waitFor({ state: 'detached' });
  await expect
    .poll(() => menu.evaluate((button) => button === button.ownerDocument.activeElement))
    .toBe(true);

  await menu.click();
  await page.getByRole('menuitem', { name: 'Isolation profile' }).click();
  await refused.waitFor();
  await page.context().setOffline(false);
  await refused.getByRole('button', { name: 'Try again' }).click();
  await page
    .getByRole('dialog', { name: 'Isolation profile' })
    .getByRole('group', { name: 'Screen' })
    .waitFor();
  // The drawer's own style sheet removes the browser's border.
  const border = `getComputedStyle(document.querySelector('fieldset.screen')).borderTopWidth`;
  await expect.poll(() => page.evaluate<string>(border)).toBe('0px');
});

test('a conversation stays on the desk when its panels can’t be fetched', async () => {
  const { agent } = await stage().workplace();
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('¿Hacen envíos a Portugal?');
  const desk = await startWork(stage(), agent);
  await desk.openFirst();
  await desk.composer.fill('Yes, within three days.');
  const { page } = desk;
  await page.context().setOffline(true);

  const refused = page.getByRole('region', { name: 'Couldn’t load this' });
  for (const name of ['Materials', 'Emoji']) {
    await page.getByRole('button', { name, exact: true }).click();
    await refused.waitFor();
    expect(await desk.composer.inputValue()).toBe('Yes, within three days.');
    if (name === 'Emoji') break;
    await page.keyboard.press('Escape');
    await refused.waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Message alerts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
  await page.keyboard.press('Escape');

  await page.context().setOffline(false);
  await refused.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('region', { name: 'Emoji' }).getByRole('searchbox').waitFor();
});

test('the console’s frame and entered data stay when a tab or a page can’t be fetched', async () => {
  const { url } = stage().server;
  const owner = await registerOwner(url);
  const { page } = await enterConsole(stage(), owner, { path: '/user/setting' });
  const nickname = page.getByLabel('Nickname');
  await nickname.fill('Far Sail');
  await page.context().setOffline(true);

  await page.getByRole('tab', { name: 'Security' }).click();
  const refusedTab = page.getByRole('tabpanel', { name: 'Security' }).getByRole('alert');
  await refusedTab.waitFor();
  await page.getByRole('tab', { name: 'Basic information' }).click();
  expect(await nickname.inputValue()).toBe('Far Sail');

  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Social accounts' }).click();
  const refusedPage = page.getByRole('main').getByRole('heading', { name: 'Couldn’t load this' });
  await refusedPage.waitFor();

  // A page retries when the network returns; the hidden tab waits until it is seen.
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Social accounts', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('tab', { name: 'Security' }).click();
  await refusedTab.getByRole('button', { name: 'Try again' }).click();
  await refusedTab.waitFor({ state: 'detached' });
});
