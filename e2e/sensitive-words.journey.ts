/** Follows a sensitive word: an agent’s message is blocked and rephrased, a customer’s link alerts the owner. */
import * as api from '@parley/contract/sensitive-words';
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

test('an agent rephrases a blocked message, and a customer’s link alerts the owner', async () => {
  const { owner, agent } = await stage().workplace();
  const rule = {
    title: 'Deals outside the shop',
    words: ['paypal'],
    links: true,
    walletAddresses: false,
    phoneNumbers: false,
    exceptions: [],
    sender: 'both' as const,
    action: 'block' as const,
    range: 'all' as const,
    subAccountIds: [],
    enabled: true,
  };
  await owner.client.call(api.createSensitiveWordRule, { body: rule });
  const { page } = await enterConsole(stage(), owner, { path: '/user/info' });
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('Hola, ¿cómo puedo pagar mi pedido?');
  const desk = await startWork(stage(), agent);
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  await desk.page.locator('.desk-chat-header').getByText('Spanish', { exact: true }).waitFor();
  await desk.composer.fill('Pay by PayPal');
  await desk.composer.press('Enter');
  await desk.page.getByRole('alert').getByText('paypal', { exact: true }).waitFor();
  expect(await desk.composer.inputValue()).toBe('Pay by PayPal');
  await desk.composer.fill('The red car');
  await desk.composer.press('Enter');
  await expect.poll(() => visitor.received()).toContain('El coche rojo');

  await visitor.write('Mejor aquí: t.me/other_shop');
  await page.getByRole('button', { name: 'View records' }).click();
  const row = page.getByRole('row').filter({ hasText: 't.me/other_shop' }).first();
  await row.getByText('Alerted', { exact: true }).waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: 'Pay by PayPal' })
    .getByText('Blocked', { exact: true })
    .waitFor();
  await row.getByRole('link').click();
  await page.locator('[data-focus]').getByText('t.me/other_shop').first().waitFor();
});
