/** Kills the agent's browser in the middle of an answer, as the system does when memory runs out. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, openDeskPage } from './harness/desk.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();
const question = '¿Tienen zapatos negros?';
const sent = 'Yes, we have black shoes.';
const held = 'They cost fifty euros.';
let profile = '';

beforeAll(async () => {
  profile = await mkdtemp(path.join(tmpdir(), 'parley-profile-'));
});
afterAll(() => rm(profile, { recursive: true, force: true, maxRetries: 10 }));

/** Kills the whole browser at once: no prompt, no further writes. */
async function crash({ page }: Desk): Promise<void> {
  const context = page.context();
  const gone = new Promise((resolve) => context.once('close', resolve));
  const devtools = await context.newCDPSession(page);
  // The crashed browser never responds.
  devtools.send('Browser.crash').catch(() => undefined);
  await gone;
}

test('a crash of the browser loses no entered text: it is sent once, or restored for editing', async () => {
  const { agent } = await stage().workplace();
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write(question);
  const before = await openDeskPage(stage(), { profile });
  await before.logIn(agent);
  await expect.poll(() => before.conversations()).toBe(1);
  await before.openFirst();
  await before.page.evaluate("localStorage.setItem('desk:holdMs', '5000')");
  await before.close();

  const desk = await openDeskPage(stage(), { profile });
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  await desk.page.context().setOffline(true);
  await desk.answer(sent);
  await desk.page.getByText('Sends when the connection is restored').waitFor();
  await desk.composer.fill(held);
  await desk.page.route('**/preview', () => new Promise(() => undefined));
  await desk.composer.press('Enter');
  await desk.strip.getByText(held).waitFor();
  await crash(desk);

  const after = await openDeskPage(stage(), { profile });
  await expect.poll(() => after.conversations()).toBe(1);
  await after.openFirst();
  await expect.poll(() => after.composer.inputValue()).toBe(held);
  await expect.poll(() => visitor.received()).toHaveLength(1);
  await expect.poll(() => after.originals()).toEqual([question, sent]);
  await after.composer.press('Enter');
  await after.composer.press('Enter');
  await expect.poll(() => visitor.received()).toHaveLength(2);
  await expect.poll(() => after.originals()).toEqual([question, sent, held]);
  await after.close();
});
