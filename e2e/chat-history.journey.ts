/** A sub-account that keeps no chat history: its agent can work for a day, its owner never reads a text. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import type { Agent } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

/** Records everything that the server sends to a page, by response and by socket. */
function listen(page: Page): string[] {
  const told: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/'))
      void response.text().then(
        (text) => told.push(text),
        () => undefined,
      );
  });
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => told.push(String(payload))));
  return told;
}

const placeholders = (page: Page, where: string) =>
  page.locator(where).getByText('Text not saved', { exact: true }).count();

/** Simulates a day since the last message, and runs the job that the server runs every ten minutes. */
const aDayLater = ({ subAccountId }: Agent) =>
  stage().server.age(`
    update messages set created_at = created_at - interval '25 hours'
    where workspace_id = (select workspace_id from sub_accounts where id = '${subAccountId}');
    select graphile_worker.add_job('conversations.erase-texts', '{}'::json);`);

test('texts that are not kept are shown to the agent for a day, and never to the owner', async () => {
  const { owner, agent } = await stage().workplace();
  const office = await enterConsole(stage(), owner, { path: '/subpage/sonAccount' });
  const told = listen(office.page);
  await office.turn(agent, 'Save chat history');
  await office.go('Chat history');

  const desk = await startWork(stage(), agent);
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('¿Tienen camisas azules?');
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  await desk.answer('Yes, in all sizes.');
  await expect.poll(async () => (await desk.bubbles()).at(-1)?.delivery).toBe('read');
  await expect.poll(() => desk.originals()).toEqual(['¿Tienen camisas azules?', 'Yes, in all sizes.']);

  await office.page.locator('a.conversation').click();
  await office.page.getByText(/^This sub-account doesn’t save chat history/).waitFor();
  await expect.poll(() => placeholders(office.page, '.reading')).toBe(2);
  await expect.poll(() => placeholders(office.page, 'a.conversation')).toBe(1);

  await aDayLater(agent);
  await expect.poll(() => desk.originals()).toEqual([]);
  await expect.poll(() => placeholders(desk.page, '.desk-message-items')).toBe(2);
  await expect.poll(() => placeholders(desk.page, '[data-conversation]')).toBe(1);
  await visitor.page.reload();
  await visitor.write('¿Y en verde?');
  await expect.poll(() => desk.originals()).toEqual(['¿Y en verde?']);
  await expect.poll(() => visitor.texts()).toEqual(['¿Y en verde?']);
  await expect.poll(() => placeholders(office.page, '.reading')).toBe(3);
  expect(told.join()).toContain('"erased":true');
  expect(told.join()).not.toMatch(/azules|sizes|verde/);

  // Messages from a period without history stay hidden from the owner when it is switched on again.
  await office.turn(agent, 'Save chat history');
  await visitor.write('¿Y en rojo?');
  await expect.poll(() => desk.originals()).toContain('¿Y en rojo?');
  await office.go('Chat history');
  await office.page.locator('a.conversation').click();
  await office.page.locator('.chat-original').getByText('¿Y en rojo?').waitFor();
  await office.page.getByText(/^This sub-account doesn’t save chat history/).waitFor({ state: 'detached' });
  await expect.poll(() => placeholders(office.page, '.reading')).toBe(3);

  // The search finds kept messages at once, and opens them in place; it never finds hidden ones.
  await office.page.getByText('Messages', { exact: true }).click();
  await office.page.getByLabel('Search messages').fill('verde');
  await office.page.getByText('No messages found', { exact: true }).waitFor();
  await office.page.getByLabel('Search messages').fill('en ROJ');
  // The conversation is taller than the window, and scrolls separately.
  await office.page.setViewportSize({ width: 1440, height: 400 });
  await office.page.locator('mark').filter({ hasText: 'rojo' }).click();
  await expect.poll(() => office.page.locator('[data-focus] .chat-original').innerText()).toBe('¿Y en rojo?');
  expect(await office.page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
});
