/** Follows a work order from its goals to its first closed day: the console, the desk and a visitor. */
import { test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

test('a new fan counts for the goals of the day, which is closed at its reset', async () => {
  const { owner, agent } = await stage().workplace();
  const { page } = await enterConsole(stage(), owner, { path: '/workOrder/platform' });
  await page.getByText('No work orders yet').waitFor();
  await page.getByRole('button', { name: 'Create work order' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create work order' });
  await form.getByLabel('Name', { exact: true }).fill('Spring');
  await form.getByRole('combobox', { name: 'Sub-account' }).fill('Ana');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Ana' }).first().click();
  await form.getByRole('combobox', { name: 'Platform' }).fill('Website');
  await page.keyboard.press('Enter');
  await form.getByLabel('Daily goal', { exact: true }).fill('5');
  await form.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row', { name: /Spring/ });
  await row.getByText('0 / 5').waitFor();

  const desk = await startWork(stage(), agent);
  await desk.page.getByRole('button', { name: 'Today’s goals: 0 / 5' }).waitFor();
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('¿Tienen camisas azules?');
  await row.getByText('1 / 5').waitFor();
  await desk.page.getByRole('button', { name: 'Today’s goals: 1 / 5' }).click();
  await desk.page.getByRole('dialog', { name: 'Today’s goals' }).getByText('Web shop').waitFor();

  // Simulates that its day has just ended.
  await stage().server.age(`
    update work_orders set next_reset_at = now() - interval '1 second'
    where workspace_id = (select workspace_id from sub_accounts where id = '${agent.subAccountId}')`);
  await page.getByRole('button', { name: 'Details of Spring' }).click();
  const details = page.getByRole('dialog', { name: 'Spring' });
  await details.getByRole('tab', { name: 'Closed days' }).click();
  await details.getByRole('slider', { name: /^New fans by day/ }).waitFor();
});
