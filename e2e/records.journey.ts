/** The owner reads how characters were spent and who received how many, and downloads both as spreadsheets. */
import { buffer } from 'node:stream/consumers';
import * as conversationsApi from '@parley/contract/conversations';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import type { Download, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { visit } from './harness/logged-in-pages.ts';
import { password } from './harness/people.ts';
import { setStage, type Workplace } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

async function work({ owner, agent }: Workplace): Promise<void> {
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('¿Cuánto cuesta el bolso de viaje?');
  await expect
    .poll(async () => {
      const { list } = await agent.client.call(conversationsApi.deskConversations, { query: {} });
      return list[0]?.lastMessage?.translationState;
    })
    .toBe('done');
  const form = { remark: 'Bea', password, unlimited: false, characters: 50_000 };
  const { subAccount } = await owner.client.call(subAccountsApi.createSubAccount, { body: form });
  const given = { requestId: crypto.randomUUID(), subAccountId: subAccount.id, amount: 20_000 };
  await owner.client.call(subAccountsApi.allocateCharacters, { body: { ...given, remark: 'Weekend' } });
  await visitor.close();
}

/** Presses the export button and returns the name and first bytes of the downloaded file. */
async function exported(page: Page): Promise<{ name: string; start: string }> {
  const started: Promise<Download> = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  const download = await started;
  const file = await buffer(await download.createReadStream());
  return { name: download.suggestedFilename(), start: file.subarray(0, 2).toString('latin1') };
}

it('shows both records, filtered by their URL, and exports them', async () => {
  const workplace = await stage().workplace();
  await work(workplace);
  const { page, close } = await enterConsole(stage(), workplace.owner, {
    path: '/subpage/chatUse?platform=webchat',
  });

  // Pages opened before are kept mounted, but hidden.
  const row = page.locator('.ant-table-row').filter({ visible: true }).first();
  await expect.poll(() => row.textContent()).toMatch(/Ana.*Website chat.*Spanish to English/);
  const usage = await exported(page);
  expect(usage.start).toBe('PK');
  expect(usage.name).toMatch(/^Character usage \d{4}-\d\d-\d\d\.xlsx$/);

  await visit(page, '/subpage/chatAllocation');
  await expect.poll(() => row.textContent()).toMatch(/Bea.*Allocated20,00050,00070,000.*Weekend/);
  expect((await exported(page)).name).toMatch(/^Character allocations .*\.xlsx$/);

  await page.goto(`${stage().server.url}/subpage/chatAllocation?to=2020-01-01`);
  await expect
    .poll(() => page.locator('.ant-empty').filter({ visible: true }).textContent())
    .toContain('No results');
  await close();
});
