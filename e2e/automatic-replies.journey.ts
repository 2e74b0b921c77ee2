/** Follows a keyword rule: written and tried out in the console, then read by the visitor to whom it replies. */
import { getSubAccount, updateSubAccount } from '@parley/contract/sub-accounts';
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { fillLibrary, widthOf } from './harness/materials.ts';
import type { Agent, Owner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

async function answerAutomatically({ client }: Owner, { subAccountId }: Agent): Promise<void> {
  const now = await client.call(getSubAccount, { query: { subAccountId } });
  const { version, remark, platforms, unlimited, autoAllocation, portMode, portLimit } = now;
  const { multiDevice, profileSharing, sessionArchive, saveChatHistory, dedupeScope } = now;
  const places = { platforms, unlimited, autoAllocation, portMode, portLimit };
  const switches = { multiDevice, profileSharing, sessionArchive, saveChatHistory, dedupeScope };
  const body = { subAccountId, version, remark, ...places, ...switches, autoReply: true };
  await client.call(updateSubAccount, { body });
}

test('a keyword in a visitor’s message is answered as the owner has written and tried out', async () => {
  const { owner, agent } = await stage().workplace();
  await answerAutomatically(owner, agent);
  await fillLibrary(stage().server.url, owner);
  const { page } = await enterConsole(stage(), owner, { path: '/material/keywordMessage' });
  await page.getByRole('button', { name: 'Create keyword rule' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create keyword rule' });
  // The drawer opens with the focus in the owner's first field.
  await form.getByLabel('Title').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Shipping costs');
  await form.getByRole('combobox', { name: 'Keywords' }).pressSequentially('envío*');
  await page.keyboard.press('Enter');
  await form.getByLabel('Message 1').fill('El envío cuesta 5 €. {{agent}}');
  await form.getByRole('button', { name: 'Add material' }).click();
  await form.getByRole('combobox', { name: 'Material' }).pressSequentially('shirt');
  await page.locator('.ant-select-item-option', { hasText: '[Image] Shirts' }).click();
  await form.getByText('As written').click();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Shipping costs.*\[Image\] Shirts/ }).waitFor();

  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const bench = page.getByRole('dialog', { name: 'Test automatic replies' });
  await bench.getByRole('combobox', { name: 'Sub-account' }).click();
  await page.locator('.ant-select-item-option', { hasText: 'Ana' }).click();
  await bench.getByLabel('Customer’s message').fill('¿Hacen ENVÍOS?');
  await bench.getByRole('button', { name: 'Run test' }).click();
  await bench.getByText('Rule “Shipping costs” matches by the keyword “envío*”.').waitFor();
  await bench.getByText('[Image] Shirts').waitFor();

  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('Hola, ¿cuánto cuestan los envíos?');
  await expect.poll(() => visitor.received()).toContain('El envío cuesta 5 €. Ana');
  // The chat's elements are in a shadow root, which locators pierce.
  const picture = visitor.page.locator('parley-chat .media img');
  await expect.poll(() => widthOf(picture)).toBe(320);
});
