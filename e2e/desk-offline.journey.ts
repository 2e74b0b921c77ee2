/** The agent's connection drops, both parties continue to write, and it returns. */
import { expect, test } from 'vitest';
import { type Desk, startWork } from './harness/desk.ts';
import type { Agent } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();
const first = 'Buenos días, tengo una pregunta.';
const meanwhile = ['¿Tienen zapatos negros?', '¿Y cuánto cuestan?', 'Puedo esperar hasta mañana.'];
const answer = 'Yes, we have black shoes in all sizes.';
const another = 'They cost sixty euros.';

/** Simulates a long conversation: only visible messages are rendered, and any place in it can be jumped to. */
async function expectWaysThroughLongHistory({ page }: Desk, { subAccountId }: Agent): Promise<void> {
  await stage().server.age(`
    insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind, original,
      translation_state, delivery, sent_at)
    select c.workspace_id, gen_random_uuid(), c.id, c.social_account_id, c.last_seq + n, c.last_seq + n, 'in', 'text',
      'Later ' || n, 'none', 'received', now() + make_interval(secs => n)
    from conversations c, generate_series(1, 400) n where c.sub_account_id = '${subAccountId}';
    update conversations set last_seq = last_seq + 400 where sub_account_id = '${subAccountId}';`);
  await page.reload();
  // Exact, because in the first hour of a day, "Later 4" and its time read like "Later 400".
  const message = (text: string) =>
    page.locator('li[data-message]').filter({ has: page.getByText(text, { exact: true }) });
  const focused = page.locator('li[data-message]:focus');
  await message('Later 400').waitFor();
  expect(await page.locator('li[data-message]').count()).toBeLessThan(60);
  await page.getByRole('button', { name: /jump to date$/ }).click();
  await page.getByRole('button', { name: 'Start of conversation' }).click();
  await expect.poll(() => focused.innerText()).toContain(first);
  await message('Later 400').waitFor({ state: 'detached' });
  await page.keyboard.press('End');
  await message('Later 400').waitFor();
  await page.locator('input[type=search]').fill('zapatos negros');
  // The answer was translated into the same words.
  await page.locator('.desk-found').filter({ hasText: 'Tienen' }).click();
  await expect.poll(() => focused.innerText()).toContain(meanwhile[0]);
  await page.getByRole('button', { name: 'Jump to latest messages' }).click();
  await message('Later 400').waitFor();
}

/** The desk's page is closed while a message waits and a draft has been begun, and is opened again with a connection. */
async function closeOffline({ page, composer, answer: send }: Desk): Promise<void> {
  await page.context().setOffline(true);
  await send(another);
  await page.getByText('Sends when the connection is restored').waitFor();
  await composer.fill('One more thing');
  const address = page.url();
  await page.goto('about:blank');
  await page.context().setOffline(false);
  await page.goto(address);
}

test('a desk that was offline catches up in order, and sends texts written meanwhile once, also after a reload', async () => {
  const { agent } = await stage().workplace();
  const desk = await startWork(stage(), agent);
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write(first);
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  await expect.poll(() => desk.originals()).toEqual([first]);

  const { page } = desk;
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  for (const text of meanwhile) await visitor.write(text);
  // The server determines the order: each message must be there before the desk's answer arrives.
  const accepted = async () => (await visitor.states()).filter((state) => /Enviado|Leído/.test(state));
  await expect.poll(accepted).toHaveLength(4);
  await desk.answer(answer);
  await page.getByText('Sends when the connection is restored').waitFor();
  await expect.poll(() => desk.originals()).toEqual([first, answer]);
  expect(await visitor.received()).toEqual([]);

  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await expect.poll(() => visitor.received()).toHaveLength(1);
  await expect.poll(() => desk.originals()).toEqual([first, ...meanwhile, answer]);
  await expect.poll(async () => (await desk.bubbles()).at(-1)?.delivery).toBe('read');
  await expect
    .poll(async () => (await desk.bubbles()).filter((bubble) => bubble.translation.endsWith('…')))
    .toEqual([]);

  const [received = ''] = await visitor.received();
  expect(received).toMatch(/zapatos negros/);
  const all = [first, ...meanwhile, received];
  await expect.poll(() => visitor.texts()).toEqual(all);
  await closeOffline(desk);
  await expect.poll(() => visitor.received()).toHaveLength(2);
  await expect.poll(() => desk.originals()).toEqual([first, ...meanwhile, answer, another]);
  await expect.poll(() => desk.composer.inputValue()).toBe('One more thing');
  await expectWaysThroughLongHistory(desk, agent);
});
