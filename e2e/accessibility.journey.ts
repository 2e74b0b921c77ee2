/** Every screen through axe-core, in both themes: nothing that keeps somebody from using it. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sitAtConsole } from './harness/console.ts';
import { sitAtDesk, startWork } from './harness/desk.ts';
import { type Stage, setStage, soon } from './harness/stage.ts';
import { settled } from './harness/until.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

type Violation = { rule: string; impact: string; where: string[] };

const judge = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, impact, nodes }) => ({
    rule: id,
    impact,
    where: nodes.map(({ html, failureSummary }) => html.slice(0, 200) + ' — ' + failureSummary.slice(0, 300)),
  })))`;

async function expectUsable(page: Page, screen: string): Promise<void> {
  // Colours that fade in would be measured half-way.
  await settled(page);
  await page.evaluate(axe.source);
  const violations = await page.evaluate<Violation[]>(judge);
  expect.soft(violations, screen).toEqual([]);
}

async function converse(at: Stage, theme: 'light' | 'dark') {
  const { owner, agent } = await at.workplace();
  const desk = await startWork(at, agent, { theme });
  const visitor = await visitShop(at, { colorScheme: theme });
  await visitor.open();
  await visitor.write('¿Tienen camisas azules?');
  await expect.poll(() => desk.conversations(), soon).toBe(1);
  await desk.openFirst();
  await desk.answer('Yes, in all sizes.');
  await expect.poll(() => visitor.received(), soon).toHaveLength(1);
  await expect.poll(async () => (await desk.bubbles()).at(-1)?.delivery, soon).toBe('read');
  return { owner, desk, visitor };
}

for (const theme of ['light', 'dark'] as const) {
  test(`desk and widget, ${theme}`, async () => {
    const entrance = await sitAtDesk(stage(), { theme });
    await entrance.page.getByRole('heading', { name: 'Log in to the desk' }).waitFor();
    await expectUsable(entrance.page, 'desk: log-in');
    await entrance.close();
    const { desk, visitor } = await converse(stage(), theme);
    await expectUsable(visitor.page, 'widget in the shop');
    await expectUsable(desk.page, 'desk: conversation');
    await desk.page.getByRole('button', { name: 'Translation settings' }).first().click();
    await desk.page.getByRole('combobox', { name: 'My language' }).waitFor();
    await expectUsable(desk.page, 'desk: settings');
  }, 60_000);

  test(`console, ${theme}`, async () => {
    const { owner } = await converse(stage(), theme);
    const { page, ...console } = await sitAtConsole(stage(), { theme });
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await expectUsable(page, 'console: log-in');
    await page.getByRole('link', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await expectUsable(page, 'console: registration');
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Log in to the console' }).waitFor();
    await console.logIn(owner);
    await page.locator('.figure-value').nth(3).waitFor();
    await expectUsable(page, 'console: home');
    await console.go('Sub-accounts');
    await page.getByRole('row', { name: /Ana/ }).waitFor();
    await expectUsable(page, 'console: sub-accounts');
    await page.getByRole('button', { name: 'Create sub-account' }).click();
    await page.getByRole('dialog').getByLabel('Remark').waitFor();
    await expectUsable(page, 'console: new sub-account');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await console.go('Social accounts');
    await page.getByRole('row', { name: /Web shop/ }).waitFor();
    await expectUsable(page, 'console: social accounts');
    await console.go('Chat history');
    await page.locator('a.conversation').click();
    await page.locator('.chat-original').first().waitFor();
    await expectUsable(page, 'console: chat history');
  }, 60_000);
}
