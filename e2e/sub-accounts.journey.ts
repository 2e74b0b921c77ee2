/** The owner manages the sub-accounts: watches them live, ends an agent's session and permits a new one, edits and deletes. */
import * as channelsApi from '@parley/contract/channels';
import * as identityApi from '@parley/contract/identity';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import { choose } from './harness/menu.ts';
import { type Agent, addAgent, password } from './harness/people.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();

const row = (page: Page, remark: string) => page.getByRole('row', { name: new RegExp(remark) });
const cells = (page: Page, remark: string) => row(page, remark).textContent();

/** Chooses from a row's menu of further actions. */
async function chooseFor(page: Page, accountName: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${accountName}` }).click();
  await choose(page, entry);
}

test('the list follows desks and sessions live, and who is disabled or disconnected there is so at once', async () => {
  const { owner, agent } = await stage().workplace();
  const { page } = await enterConsole(stage(), owner, { path: '/subpage/sonAccount' });
  await expect.poll(() => cells(page, 'Ana')).toMatch(/1 \/ 1.*1 \/ 10.*Offline/);
  const desk = await startWork(stage(), agent);
  await expect.poll(() => cells(page, 'Ana')).toMatch(/1 \/ 1.*Online/);
  const { list } = await owner.client.call(channelsApi.socialAccountPage, { query: {} });
  const id = list[0]?.id ?? '';
  await owner.client.call(channelsApi.setSocialAccountEnabled, { body: { id, enabled: false } });
  await expect.poll(() => cells(page, 'Ana')).toMatch(/0 \/ 1/);
  await owner.client.call(channelsApi.setSocialAccountEnabled, { body: { id, enabled: true } });
  await expect.poll(() => cells(page, 'Ana')).toMatch(/1 \/ 1/);

  // The sub-account's desk is logged out until an undo in the toast.
  await chooseFor(page, agent.accountName, 'Disable');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await desk.page.getByRole('heading', { name: 'Log in to the desk' }).waitFor();
  await expect.poll(() => cells(page, 'Ana')).toMatch(/Disabled.*0 \/ 1/);
  await page.getByRole('button', { name: 'Enable again' }).click();
  await expect.poll(() => cells(page, 'Ana')).toMatch(/Enabled.*1 \/ 1/);
  await desk.logIn(agent);

  // A disconnected session releases its port.
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Ports' }).click();
  await page.getByRole('button', { name: /^Disconnect ./ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No ports in use').waitFor();
  await page.getByRole('link', { name: 'Session history' }).click();
  await page
    .getByRole('row', { name: /Ana.*Disabled or logged out/ })
    .first()
    .waitFor();
});

/** The account moves from Ana to Bea. */
async function renameAndMove(page: Page): Promise<void> {
  await chooseFor(page, 'Web shop', 'Rename or move');
  const form = page.getByRole('dialog', { name: 'Rename or move this account' });
  await form.getByLabel('Name').fill('Outlet');
  await form.getByRole('combobox', { name: 'Sub-account' }).click();
  await page.locator('.ant-select-item-option', { hasText: 'Bea' }).click();
  await form.getByText(/moves with its conversations/).waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => cells(page, 'Outlet')).toMatch(/Bea/);
}

async function giveFixedPorts(page: Page, bea: Agent): Promise<void> {
  await page.getByRole('button', { name: `Edit ${bea.accountName}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit sub-account' });
  await form.getByText('Fixed', { exact: true }).click();
  await form.getByLabel('Multi-device login').click();
  // More than available: the error is shown below its field, and pressing Enter is enough for the next attempt.
  const limit = form.getByLabel('Port limit');
  await limit.fill('90000');
  await limit.press('Enter');
  await form.getByText(/^Not enough free ports: 90,?000 needed/).waitFor();
  await limit.press('ControlOrMeta+a');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'hidden' });
}

test('a social account is moved, a sub-account edited, and each is deleted once its name is typed, login included', async () => {
  const { owner } = await stage().workplace();
  const bea = await addAgent(stage().server.url, owner, 'Bea');
  const { page, ...console } = await enterConsole(stage(), owner, { path: '/subpage/socialAccount' });
  await renameAndMove(page);
  await chooseFor(page, 'Outlet', 'Delete');
  const warning = page.getByRole('dialog', { name: 'Delete this social account?' });
  await warning.getByRole('textbox').fill('Outlet');
  await warning.getByRole('button', { name: 'Delete' }).click();
  await warning.waitFor({ state: 'hidden' });
  await expect.poll(() => row(page, 'Outlet').count()).toBe(0);
  const { total } = await owner.client.call(channelsApi.socialAccountPage, { query: {} });
  expect(total).toBe(0);

  await console.go('Sub-accounts');
  await giveFixedPorts(page, bea);
  await page.reload();
  await expect.poll(() => cells(page, 'Bea')).toContain('0 / 3 Fixed');
  const kept = await owner.client.call(subAccountsApi.getSubAccount, {
    query: { subAccountId: bea.subAccountId },
  });
  expect(kept).toMatchObject({ portMode: 'fixed', portLimit: 3, multiDevice: false });

  await page.getByRole('checkbox', { name: `Select ${bea.accountName}` }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('textbox').fill(bea.accountName);
  await question.getByRole('button', { name: 'Delete' }).click();
  await row(page, 'Bea').waitFor({ state: 'detached' });
  const body = { username: bea.accountName, password };
  await expect(bea.client.call(identityApi.deskLogIn, { body })).rejects.toThrow();
});
