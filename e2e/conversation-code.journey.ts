/** A conversation that is opened by its address, before the page has the code that shows it. */
import { expect, test } from 'vitest';
import { startWork } from './harness/desk.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

test('an opened conversation asks for its messages at the same time as for its code, and again for code that failed', async () => {
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
  // The code waits for the request for messages, and does not come.
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
