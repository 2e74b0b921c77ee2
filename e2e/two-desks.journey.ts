/** Tests two agents at one sub-account, each at a separate machine. */
import { expect, test, vi } from 'vitest';
import { type Desk, startWork } from './harness/desk.ts';
import { setStage, soon } from './harness/stage.ts';
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
  await expect.poll(() => visitor.states(), soon).toEqual(['Enviado', 'Enviado']);
  for (const desk of [ana, bea]) {
    await expect.poll(() => desk.conversations(), soon).toBe(1);
    await expect.poll(() => unread(desk), soon).toBe('true');
    await expect.poll(() => desk.page.title(), soon).toMatch(/^\(2\)/);
  }

  await ana.openFirst();
  await expect.poll(() => ana.originals(), soon).toEqual(lines);
  for (const desk of [ana, bea]) {
    await expect.poll(() => unread(desk), soon).toBe('false');
    await expect.poll(() => desk.page.title(), soon).not.toMatch(/^\(/);
  }

  await bea.openFirst();
  await ana.answer(answer);
  await expect.poll(() => visitor.received(), soon).toHaveLength(1);
  await expect.poll(() => bea.originals(), soon).toEqual([...lines, answer]);
  await expect.poll(async () => (await bea.bubbles()).at(-1)?.delivery, soon).toBe('read');
  await expect.poll(async () => (await ana.bubbles()).at(-1)?.delivery, soon).toBe('read');
  await vi.waitFor(async () => expect(await bea.bubbles()).toEqual(await ana.bubbles()), soon);
  await expect.poll(() => row(bea).textContent(), soon).toContain(answer);
});
