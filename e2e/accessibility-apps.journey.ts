/** Checks the console's entrance and frame, the desk, the widget and the operator's screens for accessibility violations. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAllUsable, expectUsable, expectUsableByBrowser } from './harness/accessibility.ts';
import { enterConsole, openConsolePage } from './harness/console.ts';
import { openDeskPage, startWork } from './harness/desk.ts';
import { visit } from './harness/logged-in-pages.ts';
import { choose } from './harness/menu.ts';
import { openOperatorPage } from './harness/operator.ts';
import { type Agent, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

test('the console’s entrance and frame are usable in both themes', async () => {
  const owner = await registerOwner(stage().server.url);
  const { page, ...console } = await openConsolePage(stage());
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await expectUsable(page, 'console: log-in');
  const eye = await page.locator('.ant-input-password-icon').boundingBox();
  expect(Math.min(eye?.width ?? 0, eye?.height ?? 0), 'size of the password eye').toBeGreaterThanOrEqual(24);
  await page.getByRole('link', { name: 'Register' }).click();
  await expectPageUsable(page, 'registration', 'Create your account');
  const entrance = {
    '/forgotPassword': 'Reset password',
    '/agreement/service': 'Service agreement',
    '/agreement/privacy': 'Privacy policy',
    '/agreement/counting': 'Counting rules',
  };
  for (const [path, heading] of Object.entries(entrance)) {
    await visit(page, path);
    await expectPageUsable(page, path, heading);
  }
  await visit(page, '/login');
  await console.logIn(owner);
  await page.locator('.figure-value').nth(3).waitFor();
  await expectAllUsable(page, 'console: home');
  await expectFrameUsable(page);
});

async function expectPageUsable(page: Page, name: string, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  await expectUsable(page, `console: ${name}`);
}

async function expectFrameUsable(page: Page): Promise<void> {
  await visit(page, '/promotion-manger/my-account');
  await page.getByText('Coming soon').filter({ visible: true }).waitFor();
  await expectAllUsable(page, 'console: coming soon, with several tabs');
  await page.getByRole('button', { name: 'Customer service' }).click();
  await page.getByRole('dialog', { name: 'Customer service' }).getByLabel('Account to verify').waitFor();
  await expectUsable(page, 'console: customer service');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Customer service' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('radio', { name: 'Orange' }).check();
  await settings.getByRole('switch', { name: 'Footer' }).click();
  await expectUsable(page, 'console: settings, another colour');
  await settings.getByRole('switch', { name: 'Top menu' }).click();
  await settings.getByRole('button', { name: 'Close' }).click();
  await settings.waitFor({ state: 'hidden' });
  await expectAllUsable(page, 'console: menu at the top, another colour');
  await page.getByRole('button', { name: 'Your account' }).click();
  await choose(page, 'Guided tour');
  await page.getByRole('heading', { name: /of 4/ }).waitFor();
  await expectAllUsable(page, 'console: the guided tour');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: /of 4/ }).waitFor({ state: 'hidden' });
  // These have no frame.
  for (const code of [403, 404, 500]) {
    await visit(page, `/exception/${code}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectUsable(page, `console: ${code}`);
  }
}

test('the desk, the widget and the record of their conversation are usable in both themes', async () => {
  const entrance = await openDeskPage(stage());
  await entrance.page.getByRole('heading', { name: 'Log in to the desk' }).waitFor();
  await expectUsable(entrance.page, 'desk: log-in');
  await entrance.close();
  const { owner, agent } = await stage().workplace();
  await converse(agent);
  const { page } = await enterConsole(stage(), owner, { path: '/internalControl/chatHistory' });
  await page.locator('a.conversation').click();
  await page.getByRole('link', { name: 'Download factura.pdf' }).waitFor();
  await expectUsable(page, 'console: chat history');
});

/** Checks the desk and the widget in the midst of their conversation. */
async function converse(agent: Agent): Promise<void> {
  const desk = await startWork(stage(), agent);
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('¿Tienen camisas azules?');
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  await desk.answer('Yes, in all sizes.');
  await expect.poll(() => visitor.received()).toHaveLength(1);
  await expect.poll(async () => (await desk.bubbles()).at(-1)?.delivery).toBe('read');
  const invoice = { name: 'factura.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
  await visitor.page.locator('parley-chat input[type=file]').setInputFiles([invoice]);
  await desk.page.getByRole('link', { name: 'Download factura.pdf' }).waitFor();
  const page = { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>') };
  await desk.page.getByTestId('attach').setInputFiles([page]);
  await desk.page.getByText('This file type isn’t supported.').waitFor();
  await expectUsableByBrowser(visitor.page, 'widget in the shop');
  await expectDeskUsable(desk.page);
}

async function expectDeskUsable(page: Page): Promise<void> {
  await expectUsable(page, 'desk: conversation');
  const customer = page.getByRole('complementary', { name: 'Customer profile' });
  await customer.getByLabel('Notes').waitFor();
  await expectUsable(page, 'desk: customer profile');
  await page.getByRole('button', { name: 'Customer profile' }).click();
  await customer.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Message alerts' }).click();
  await page.getByRole('combobox', { name: 'Sound' }).waitFor();
  await expectUsable(page, 'desk: alerts');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Message alerts' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Translation settings' }).first().click();
  await page.getByRole('combobox', { name: 'My language' }).waitFor();
  await expectUsable(page, 'desk: settings');
}

test('the operator’s screens are usable in both themes', async () => {
  const page = await openOperatorPage(stage());
  await expectAllUsable(page, 'operator: notifications, with the frame');
  for (const screen of [
    'contacts',
    'certifications',
    'settings',
    'mail',
    'characters',
    'tenants',
    'auditLog',
    'ports',
  ]) {
    await visit(page, `/operator/${screen}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('.ant-skeleton').count()).toBe(0);
    await expectUsable(page, `operator: ${screen}`);
  }
  // Not by the mouse, which would stay on the button and highlight it.
  await page.getByLabel('Owner’s e-mail').press('Enter');
  await page.getByText('This field is required').first().waitFor();
  await expectUsable(page, 'operator: refused ports');
  await visit(page, '/operator/notifications');
  await page.getByRole('button', { name: 'Create notification' }).first().click();
  await page.getByRole('dialog', { name: 'Create notification' }).getByLabel('Title (English)').waitFor();
  await expectUsable(page, 'operator: a new notification');
});
