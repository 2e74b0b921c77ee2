/** Tests what becomes of messages: changed by the visitor, edited and taken back by the agent, kept for the owner. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import { setStage } from './harness/stage.ts';
import { type Visitor, visitShop } from './harness/widget.ts';

const stage = setStage();

/** Opens the menu of a message in the widget. */
async function offer({ page }: Visitor, text: string): Promise<void> {
  const row = page.locator('.row').filter({ hasText: text });
  await row.hover();
  await row.getByRole('button', { name: 'Más' }).click();
}

const focused = ({ page }: Visitor, element: Locator) => element.and(page.locator(':focus')).waitFor();

/** Deletes the visitor's own message; its button goes with it, and the keys go on in the conversation. */
async function deleteByKeys(visitor: Visitor, text: string): Promise<void> {
  const { page } = visitor;
  await offer(visitor, text);
  await page.getByRole('menuitem', { name: 'Eliminar' }).press('Enter');
  await page.getByRole('menuitem', { name: '¿Eliminar este mensaje?' }).press('Enter');
  await expect.poll(() => visitor.texts()).not.toContain(text);
  await focused(visitor, page.locator('.scroll'));
}

test('visitor and agent change messages, and the owner reads what they were', async () => {
  const { owner, agent } = await stage().workplace();
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('¿Tienen camisas azules?');
  const desk = await startWork(stage(), agent);
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  await desk.composer.fill('Yes, in red.');
  await desk.composer.press('Control+Enter');
  await expect.poll(() => visitor.received()).toEqual(['Yes, in red.']);
  const office = await enterConsole(stage(), owner, { path: '/internalControl/chatHistory' });
  await office.page.locator('a.conversation').click();
  await office.page.locator('.chat-original').getByText('Yes, in red.').waitFor();

  await offer(visitor, 'Yes, in red.');
  await visitor.page.getByRole('menuitemradio', { name: '👍' }).click();
  await desk.page.getByText('👍').waitFor();
  // The pressed button is gone: the keys go on beside it.
  await visitor.page.getByRole('button', { name: '👍' }).press('Enter');
  await focused(visitor, visitor.page.getByRole('button', { name: 'Más' }));
  await offer(visitor, '¿Tienen camisas azules?');
  await visitor.page.getByRole('menuitem', { name: 'Editar' }).click();
  await visitor.page.getByRole('textbox', { name: 'Editar' }).fill('¿Tienen camisas verdes?');
  await visitor.page.getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(() => desk.originals()).toContain('¿Tienen camisas verdes?');

  const message = (text: string) => desk.page.locator('li[data-message]').filter({ hasText: text });
  const choose = async (text: string, act: string) => {
    await message(text).hover();
    await message(text).getByRole('button', { name: 'More for this message' }).click();
    await desk.page.getByRole('menuitem', { name: act }).click();
  };
  await choose('Yes, in red.', 'Edit message');
  const editing = desk.page.getByRole('dialog', { name: 'Edit message' });
  // The dialog opens with the focus where the agent begins.
  await editing.getByRole('textbox').and(desk.page.locator(':focus')).waitFor();
  await editing.getByRole('textbox').fill('Yes, in blue.');
  await editing.getByRole('button', { name: 'Save as written' }).click();
  await expect.poll(() => visitor.received()).toEqual(['Yes, in blue.']);
  await expect.poll(() => desk.originals()).toContain('Yes, in blue.');

  await choose('Yes, in blue.', 'Take back');
  const question = desk.page.getByRole('dialog', { name: 'Take this message back?' });
  await question.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => visitor.received()).toEqual([]);
  await desk.page.locator('.chat-unsupported').getByText('Message taken back').waitFor();

  // Live, without a reload.
  await office.page.locator('.chat-taken-back').waitFor();
  await office.page.locator('.chat-original').getByText('Yes, in blue.').waitFor();
  await office.page.getByRole('button', { name: 'Edited' }).last().click();
  await office.page.locator('.former-texts').getByText('Yes, in red.').waitFor();

  await deleteByKeys(visitor, '¿Tienen camisas verdes?');
});
