/** The server dies as in a power cut, in the middle of a conversation, and restarts on the same data. */
import { expect, test } from 'vitest';
import { startWork } from './harness/desk.ts';
import { setOwnStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setOwnStage();
const before = 'Hola, busco una bolsa de viaje.';
const during = 'La prefiero en azul.';
const answer = 'We have blue bags.';
const waiting = 'They cost fifty euros.';
const after = 'Perfecto, muchas gracias.';
/** Both clients back off the longer the server is down. */
const patient = { timeout: 40_000, interval: 100 };

test('widget and desk recover automatically from a killed server; nothing is lost or duplicated', async () => {
  const { agent } = await stage().workplace();
  const desk = await startWork(stage(), agent);
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write(before);
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  await desk.answer(answer);
  await expect.poll(() => visitor.received()).toHaveLength(1);
  const [spanish = ''] = await visitor.received();

  await stage().server.kill();
  await visitor.write(during);
  await desk.answer(waiting);
  await expect.poll(() => visitor.states()).toContain('No enviado');
  await desk.page.getByText('Sends when the connection is restored').waitFor();
  await stage().server.start();

  await expect.poll(() => visitor.received(), patient).toHaveLength(2);
  await expect.poll(async () => new Set(await desk.originals()), patient).toContain(during);
  await visitor.write(after);
  await expect.poll(() => desk.originals(), patient).toHaveLength(5);
  const originals = await desk.originals();
  expect(new Set(originals)).toEqual(new Set([before, answer, during, waiting, after]));
  expect(originals.slice(0, 2)).toEqual([before, answer]);
  expect(originals.at(-1)).toBe(after);
  await expect.poll(() => visitor.states(), patient).toEqual(['Leído', 'Leído', 'Leído']);
  await expect
    .poll(async () => (await desk.bubbles()).map(({ delivery }) => delivery).filter((state) => state !== ''))
    .toEqual(['read', 'read']);

  // The server determines the order, which is the same for both.
  const [, late = ''] = await visitor.received();
  const spoken = new Map([
    [answer, spanish],
    [waiting, late],
  ]);
  await expect.poll(() => visitor.texts()).toEqual(originals.map((text) => spoken.get(text) ?? text));
  await desk.page.reload();
  await expect.poll(() => desk.originals()).toEqual(originals);
});
