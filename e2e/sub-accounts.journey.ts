/** The owner manages the sub-accounts: watches them live, ends an agent's session and permits a new one, edits and deletes. */
import * as channelsApi from '@parley/contract/channels';
import * as identityApi from '@parley/contract/identity';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Console, enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import { choose } from './harness/menu.ts';
import { addAgent, password } from './harness/people.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();

const row = (page: Page, remark: string) => page.getByRole('row', { name: new RegExp(remark) });
const cells = (page: Page, remark: string) => row(page, remark).textContent();

async function openList(owner: { email: string }): Promise<Console> {
  return enterConsole(stage(), owner, { path: '/subpage/sonAccount' });
}

/** Chooses from a row's menu of further actions. */
async function chooseFor(page: Page, accountName: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${accountName}` }).click();
  await choose(page, entry);
}

test('sessions and desks update in the list without a reload, and a disconnected one releases its port', async () => {
  const { owner, agent } = await stage().workplace();
  const { page } = await openList(owner);
  await expect.poll(() => cells(page, 'Ana')).toMatch(/1 \/ 1.*1 \/ 10.*Offline/);
  const desk = await startWork(stage(), agent);
  await expect.poll(() => cells(page, 'Ana')).toMatch(/1 \/ 1.*Online/);
  const { list } = await owner.client.call(channelsApi.socialAccountPage, { query: {} });
  const id = list[0]?.id ?? '';
  await owner.client.call(channelsApi.setSocialAccountEnabled, { body: { id, enabled: false } });
  await expect.poll(() => cells(page, 'Ana')).toMatch(/0 \/ 1/);
  await owner.client.call(channelsApi.setSocialAccountEnabled, { body: { id, enabled: true } });
  await expect.poll(() => cells(page, 'Ana')).toMatch(/1 \/ 1/);

  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Ports' }).click();
  await page.getByRole('button', { name: /^Disconnect ./ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No ports in use').waitFor();
  await page.getByRole('link', { name: 'Session history' }).click();
  await page
    .getByRole('row', { name: /Ana.*Disabled or logged out/ })
    .first()
    .waitFor();
  await desk.close();
});

test('a disabled sub-account’s desk is logged out at once, and logs in again after an undo in the toast', async () => {
  const { owner, agent } = await stage().workplace();
  const desk = await startWork(stage(), agent);
  const { page } = await openList(owner);
  await chooseFor(page, agent.accountName, 'Disable');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await desk.page.getByRole('heading', { name: 'Log in to the desk' }).waitFor();
  await expect.poll(() => cells(page, 'Ana')).toMatch(/Disabled.*0 \/ 1/);
  await page.getByRole('button', { name: 'Enable again' }).click();
  await expect.poll(() => cells(page, 'Ana')).toMatch(/Enabled.*1 \/ 1/);
  await desk.logIn(agent);
});

test('an edited sub-account is kept over a reload, and a deleted one loses its login', async () => {
  const { owner } = await stage().workplace();
  const bea = await addAgent(stage().server.url, owner, 'Bea');
  const { page } = await openList(owner);
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

test('a social account is renamed, moves to another sub-account, and is deleted once its name is typed', async () => {
  const { owner } = await stage().workplace();
  await addAgent(stage().server.url, owner, 'Bea');
  const { page, ...console } = await enterConsole(stage(), owner);
  await console.go('Social accounts');
  await chooseFor(page, 'Web shop', 'Rename or move');
  const form = page.getByRole('dialog', { name: 'Rename or move this account' });
  await form.getByLabel('Name').fill('Outlet');
  await form.getByRole('combobox', { name: 'Sub-account' }).click();
  await page.locator('.ant-select-item-option', { hasText: 'Bea' }).click();
  await form.getByText(/moves with its conversations/).waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => cells(page, 'Outlet')).toMatch(/Bea/);

  await chooseFor(page, 'Outlet', 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete this social account?' });
  await question.getByRole('textbox').fill('Outlet');
  await question.getByRole('button', { name: 'Delete' }).click();
  await question.waitFor({ state: 'hidden' });
  await expect.poll(() => row(page, 'Outlet').count()).toBe(0);
  const { total } = await owner.client.call(channelsApi.socialAccountPage, { query: {} });
  expect(total).toBe(0);
});
