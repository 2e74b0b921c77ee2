/** Follows changes to messages: by the visitor, edits and deletions by the agent, and what is kept for the owner. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { type Desk, startWork } from './harness/desk.ts';
import { visit } from './harness/logged-in-pages.ts';
import { rateIn } from './harness/ratings.ts';
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

/** Deletes the visitor's own message by keys; its button is removed with it, and the focus moves to the conversation. */
async function deleteByKeys(visitor: Visitor, text: string): Promise<void> {
  const { page } = visitor;
  await offer(visitor, text);
  await page.getByRole('menuitem', { name: 'Eliminar' }).press('Enter');
  await page.getByRole('menuitem', { name: '¿Eliminar este mensaje?' }).press('Enter');
  await expect.poll(() => visitor.texts()).not.toContain(text);
  await focused(visitor, page.locator('.scroll'));
}

/** The agent closes the conversation, the visitor rates it and changes the rating in a new page, and the owner reads it. */
async function rateTalk(desk: Desk, visitor: Visitor, office: Page): Promise<void> {
  const menu = 'Pin, snooze, close, archive or hand over';
  await desk.page.getByRole('main').getByRole('button', { name: menu }).click();
  await desk.page.getByRole('menuitem', { name: /^Close/ }).click();
  await rateIn(visitor.page, 2);
  await desk.page.getByText('The customer rated this conversation 2 of 5: bad').waitFor();
  await visitor.page.reload();
  await visitor.page.getByRole('button', { name: 'Cambiar' }).click();
  await rateIn(visitor.page, 5, 'Muy amables');
  await visit(office, '/internalControl/rating');
  await office.getByRole('row').filter({ hasText: 'Muy amables' }).getByRole('link').click();
  await office.locator('.chat-taken-back').first().waitFor();
}

test('visitor and agent change messages, and the owner reads the former texts and the rating', async () => {
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
  // The pressed button is removed: the focus moves to the one beside it.
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
  // The dialog opens with the focus in the agent's first field.
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
  await rateTalk(desk, visitor, office.page);
});

/** Runs in the page: exposes the microphone that the page obtains as the global `microphone`. */
const keepMicrophone = `{
  const devices = navigator.mediaDevices;
  const ask = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted);
    [globalThis.microphone] = stream.getTracks();
    return stream;
  };
}`;

test('visitor and agent send each other voice messages', async () => {
  const { agent } = await stage().workplace();
  const visitor = await visitShop(stage());
  await visitor.page.evaluate(keepMicrophone);
  await visitor.open();
  await visitor.page.getByRole('button', { name: 'Grabar un mensaje de voz' }).click();
  const recording = visitor.page.getByRole('group', { name: 'Grabando' });
  await recording.getByText('0:01').waitFor();
  await visitor.page.keyboard.press('Escape');
  await expect.poll(() => visitor.page.evaluate('microphone.readyState')).toBe('ended');
  await visitor.open();
  const send = recording.getByRole('button', { name: 'Enviar' });
  await send.and(visitor.page.locator(':focus')).waitFor();
  await send.click();
  const area = visitor.page.getByRole('dialog').getByRole('textbox');
  await expect.poll(async () => (await area.boundingBox())?.height).toBeGreaterThan(20);
  const desk = await startWork(stage(), agent);
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  const players = (page: Page): Promise<number[]> =>
    page.locator('audio').evaluateAll((all) => all.map((one) => Reflect.get(one, 'duration')));
  const player = desk.page.locator('.chat-voice');
  await player.waitFor();
  expect((await player.boundingBox())?.width).toBeGreaterThan(200);
  await player.getByRole('button', { name: 'Play' }).click();
  const played = () => player.locator('audio').evaluate((sound) => Reflect.get(sound, 'played').length);
  await expect.poll(played).toBe(1);

  await desk.page.getByRole('button', { name: 'Record a voice message' }).click();
  await desk.page.getByRole('timer').getByText('0:01').waitFor();
  await desk.page.getByRole('button', { name: 'Finish recording' }).press('Enter');
  await desk.page.getByRole('list', { name: 'Files to send' }).getByText('Voice message').waitFor();
  await desk.composer.and(desk.page.locator(':focus')).waitFor();
  const sent = await sentFileOf(desk.page, () =>
    desk.page.getByRole('button', { name: 'Send original' }).click(),
  );
  expect(sent).toMatchObject({ kind: 'voice', attachment: { contentType: 'audio/ogg', hasPreview: false } });
  // A tone, which is loud from beginning to end.
  expect(sent.attachment.waveform).toMatch(/^[0-9a-f]{48}$/);
  expect(sent.attachment.waveform).toContain('f');
  expect(sent.attachment.durationMs).toBeGreaterThan(900);
  expect(sent.attachment.durationMs).toBeLessThan(20_000);
  await expect.poll(() => players(visitor.page)).toHaveLength(2);
  await expect.poll(async () => (await players(visitor.page)).at(-1)).toBeGreaterThan(0.9);
});

/** Returns the message as the server has accepted it. */
async function sentFileOf(page: Page, send: () => Promise<void>) {
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/messages'),
  );
  await send();
  return (await (await answered).json()).data;
}
