/** Tests that nothing is sent untranslated while the translation engine fails, unless the agent chooses so. */
import { type LibreTranslateServer, startLibreTranslate } from '@parley/engines/testing';
import { afterAll, expect, test } from 'vitest';
import { type Desk, startWork } from './harness/desk.ts';
import { setOwnStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

let engine: LibreTranslateServer;
const stage = setOwnStage(async () => {
  engine = await startLibreTranslate({
    translate: (text, source, target) => `${text} [${source}-${target}]`,
  });
  return { LIBRETRANSLATE_URL: engine.url, APERTIUM_LOCAL: 'off', ENGINE_TIME_LIMIT_MS: '5000' };
});
afterAll(() => engine.stop());

const question = 'Buenos días, ¿cuánto cuesta este reloj?';
const answer = 'This watch costs ninety euros.';
const another = 'It also comes in silver and gold.';
/** An engine that has failed several times is skipped for some seconds by its circuit breaker. */
const rested = { timeout: 40_000, interval: 500 };

/** Clicks Retry wherever it appears, as an impatient agent does. */
async function tryAgain({ page }: Desk): Promise<void> {
  const button = page.getByRole('button', { name: 'Retry' }).first();
  // The button may disappear during the click.
  if ((await button.count()) > 0) await button.click({ timeout: 1_000 }).catch(() => undefined);
}

test('messages that a failing engine doesn’t translate are sent as they are or again later, and a hanging one delays none', async () => {
  const { agent } = await stage().workplace();
  const desk = await startWork(stage(), agent);
  const visitor = await visitShop(stage());
  await engine.setFault('error');
  await visitor.open();
  await visitor.write(question);
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  const told = 'There was an issue with the translation.';
  await expect.poll(async () => (await desk.bubbles())[0]?.translation).toBe(told);
  await expect.poll(() => desk.originals()).toEqual([question]);

  await desk.answer(answer);
  const refusal = desk.strip.getByRole('alert');
  await refusal.getByRole('button', { name: 'Send original' }).waitFor();
  expect(await visitor.received()).toEqual([]);
  await refusal.getByRole('button', { name: 'Send original' }).click();
  await expect.poll(() => visitor.received()).toEqual([answer]);

  await desk.answer(another);
  await refusal.getByRole('button', { name: 'Retry' }).waitFor();
  await engine.setFault(undefined);
  const translations = async () => {
    await tryAgain(desk);
    return (await desk.bubbles()).map(({ translation }) => translation);
  };
  await expect.poll(translations, rested).toEqual([`${question} [es-en]`, '', `${another} [en-es]`]);
  await expect.poll(() => visitor.received()).toEqual([answer, `${another} [en-es]`]);

  const second = await visitShop(stage());
  await second.open();
  await engine.setFault('hang');
  await second.write(question);
  await expect.poll(() => desk.conversations()).toBe(2);
  await desk.openFirst();
  await expect.poll(() => desk.originals()).toEqual([question]);
  await engine.setFault(undefined);
  await second.write('Gracias por su paciencia.');
  await expect.poll(() => desk.originals()).toEqual([question, 'Gracias por su paciencia.']);
  await expect
    .poll(async () => (await desk.bubbles())[1]?.translation, rested)
    .toBe('Gracias por su paciencia. [es-en]');
});
