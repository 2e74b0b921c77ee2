/** Opens a conversation by its URL before the code that shows it is loaded. */
import { expect, test } from 'vitest';
import { startWork } from './harness/desk.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

test('an opened conversation requests its messages and its code in parallel, and retries code that failed', async () => {
  const { agent } = await stage().workplace();
  const desk = await startWork(stage(), agent);
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('Hola');
  await desk.openFirst();
  await expect.poll(() => desk.originals()).toEqual(['Hola']);

  const { page } = desk;
  const asked = Promise.withResolvers<void>();
  page.on('request', (request) => {
    if (/\/messages\?/.test(request.url())) asked.resolve();
  });
  // The code is held back until the messages are requested, and then not delivered.
  await page.route(/\/assets\/Chat-[^/]+\.js/, async (route) => {
    await asked.promise;
    await route.abort();
  });
  await page.reload();
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await page.unroute(/\/assets\/Chat-[^/]+\.js/);
  await retry.click();
  await expect.poll(() => desk.originals()).toEqual(['Hola']);
});
