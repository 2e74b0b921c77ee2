/** The owner manages fans: merges two that are one person, tags all of them, and imports a file of known people. */
import * as fanTagsApi from '@parley/contract/fan-tags';
import * as fansApi from '@parley/contract/fans';
import { until } from '@parley/testing';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { addAgent, addSite, type Owner, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { writeAsVisitor } from './harness/visitor-requests.ts';

const stage = setStage();

/** One more than the list loads per page. */
const fans = 51;

/** Visitors of a website chat who write one message each. The last one is called Maria, and the one before her Marta. */
async function meetFans(owner: Owner): Promise<void> {
  const agent = await addAgent(stage().server.url, owner);
  const site = await addSite(owner, agent, stage().shop.url);
  const { server, shop } = stage();
  const origin = new URL(shop.url).origin;
  const write = () => writeAsVisitor(server.url, origin, { site: site.id, text: '12345' });
  for (let n = 0; n < fans; n += 17) await Promise.all(Array.from({ length: 17 }, write));
  const rows = await until('the fans', async () => {
    const { list } = await owner.client.call(fansApi.fanPage, { query: { pageSize: 200 } });
    return list.length === fans ? list : null;
  });
  for (const [at, alias] of ['Maria', 'Marta'].entries()) {
    const rowId = rows[at]?.id ?? '';
    const body = { rowId, version: 0, shared: true, alias, phone: '', note: '' };
    await owner.client.call(fansApi.updateFan, { body });
  }
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: label });
  await field.fill(option);
  await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click();
}

it('merges two fans, separates them from the log, and tags all matching fans', async () => {
  const owner = await registerOwner(stage().server.url);
  await meetFans(owner);
  const tag = { name: 'VIP', colour: 'gold' } as const;
  await owner.client.call(fanTagsApi.createFanTag, { body: tag });
  const { page, close } = await enterConsole(stage(), owner, { path: '/fansOperation/fansTag' });
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Fans', exact: true }).click();

  await page.getByLabel('Select Marta').check();
  await page.getByLabel('Select Maria').check();
  await page.getByRole('button', { name: 'Merge 2 fans' }).click();
  const question = page.getByRole('dialog', { name: 'Merge two fans' });
  await question.getByRole('radio', { name: 'Marta' }).check();
  await question.getByText(/New → Merged/).waitFor();
  await question.getByRole('button', { name: 'Merge' }).click();
  await page.getByLabel('Select Maria').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Details of Marta' }).click();
  const details = page.getByRole('dialog', { name: 'Marta' });
  await details.getByRole('tab', { name: 'Log' }).click();
  await details.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await details.getByText(/^Merge of .* undone$/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Select Maria').waitFor();

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: `Select all ${fans} that match` }).click();
  await page.getByRole('button', { name: 'Set tags' }).click();
  await choose(page, 'Tags to add', 'VIP');
  await page.getByRole('button', { name: 'Tag all' }).click();
  await page.getByText(`${fans} fans tagged.`).waitFor();
  await page.getByRole('button', { name: 'Details of Marta' }).click();
  await details.getByRole('tab', { name: 'Log' }).click();
  // Marks around the names keep them in place.
  await details.getByText(/^.Web shop. \(.Ana.\): added “.VIP.”$/).waitFor();

  // Opening and closing the details leaves no history entry behind.
  await details.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL(/fansList$/);
  await page.goBack();
  await page.waitForURL(/fansTag$/);
  await close();
});

it('imports people into a dedupe library, lists invalid rows, and finds the others', async () => {
  const owner = await registerOwner(stage().server.url);
  const { page, close } = await enterConsole(stage(), owner, { path: '/fansOperation/dedupeLibrary' });
  await page.getByRole('button', { name: 'Create library' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create library' });
  await form.getByLabel('Name', { exact: true }).fill('Customers');
  await choose(page, 'Platform', 'Telegram');
  await form.getByRole('button', { name: 'Save' }).click();

  await page.getByRole('button', { name: 'Import into Customers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import into Customers' });
  const text = 'Name,Account\nMarta,5550123\nMaria,5550124\nNobody,\n';
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Start import' }).click();
  await dialog.getByText('Import complete').waitFor();
  await dialog.getByText('The column is empty').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Look up a person' }).click();
  const finding = page.getByRole('dialog', { name: 'Look up a person' });
  await finding.getByLabel('ID, user name or phone number').fill('5550124');
  await finding.getByRole('button', { name: 'Look up' }).click();
  await finding.getByRole('button', { name: 'Remove from Customers' }).waitFor();
  await close();
});
