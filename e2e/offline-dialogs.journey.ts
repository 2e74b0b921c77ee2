/** The console without a network: a menu and a dialog that were never opened before. */
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { addAgent, addSite, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();

test('a row’s menu opens offline, and its drawer with its styles once the network is back', async () => {
  const { url } = stage().server;
  const owner = await registerOwner(url);
  await addSite(owner, await addAgent(url, owner), 'https://shop.example');
  const { page } = await enterConsole(stage(), owner, { path: '/subpage/socialAccount' });
  const menu = page.getByRole('button', { name: 'More for Web shop' });
  await menu.waitFor();
  // Its code comes while the page fetches nothing else.
  const fetched = `performance.getEntriesByType('resource').filter(({ name }) => /dropdown/.test(name)).length`;
  await expect.poll(() => page.evaluate<number>(fetched)).toBe(1);
  await page.context().setOffline(true);

  // By keys: the Enter that chooses the entry must not go on to the frame's own buttons.
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
  // The drawer's own style sheet takes the browser's border away.
  const border = `getComputedStyle(document.querySelector('fieldset.screen')).borderTopWidth`;
  await expect.poll(() => page.evaluate<string>(border)).toBe('0px');
});
