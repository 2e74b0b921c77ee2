/** Tests two agents at one sub-account, each at a separate machine. */
import { expect, test, vi } from 'vitest';
import { type Desk, startWork } from './harness/desk.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();
const lines = ['¿Abren los domingos?', 'Quiero comprar una camisa.'];
const answer = 'Yes, we open on Sundays.';

/** The conversation's row: its preview and what is unread. */
const row = (desk: Desk) => desk.page.locator('[data-conversation]').first();
const unread = (desk: Desk) => row(desk).getAttribute('data-unread');

test('two desks of one sub-account show the same messages, states and read marks', async () => {
  const { agent } = await stage().workplace();
  const ana = await startWork(stage(), agent);
  const bea = await startWork(stage(), agent);
  const visitor = await visitShop(stage());
  await visitor.open();
  for (const line of lines) await visitor.write(line);
  await expect.poll(() => visitor.states()).toEqual(['Enviado', 'Enviado']);
  for (const desk of [ana, bea]) {
    await expect.poll(() => desk.conversations()).toBe(1);
    await expect.poll(() => unread(desk)).toBe('true');
    await expect.poll(() => desk.page.title()).toMatch(/^\(2\)/);
  }

  await ana.openFirst();
  await expect.poll(() => ana.originals()).toEqual(lines);
  for (const desk of [ana, bea]) {
    await expect.poll(() => unread(desk)).toBe('false');
    await expect.poll(() => desk.page.title()).not.toMatch(/^\(/);
  }

  await bea.openFirst();
  await ana.answer(answer);
  await expect.poll(() => visitor.received()).toHaveLength(1);
  await expect.poll(() => bea.originals()).toEqual([...lines, answer]);
  await expect.poll(async () => (await bea.bubbles()).at(-1)?.delivery).toBe('read');
  await expect.poll(async () => (await ana.bubbles()).at(-1)?.delivery).toBe('read');
  await vi.waitFor(async () => expect(await bea.bubbles()).toEqual(await ana.bubbles()));
  await expect.poll(() => row(bea).textContent()).toContain(answer);
});
