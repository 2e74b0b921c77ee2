/** Checks every screen with axe-core in both themes, for accessibility violations. */
import { createChatShare } from '@parley/contract/chat-shares';
import { chatHistoryConversations } from '@parley/contract/conversations';
import * as proxiesApi from '@parley/contract/proxies';
import { createWorkOrderShare } from '@parley/contract/work-order-shares';
import { createWorkOrder } from '@parley/contract/work-orders';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectUsable, expectUsableByBrowser } from './harness/accessibility.ts';
import { enterConsole, openConsolePage } from './harness/console.ts';
import { openDeskPage, startWork } from './harness/desk.ts';
import { closeHiddenTabs, visit } from './harness/logged-in-pages.ts';
import { choose, chooseMore } from './harness/menu.ts';
import { openOperatorPage, publish } from './harness/operator.ts';
import { addAgent, addSite, type Owner, registerOwner } from './harness/people.ts';
import { type Stage, setOwnStage } from './harness/stage.ts';
import { writeAsVisitor } from './harness/visitor-requests.ts';
import { visitShop } from './harness/widget.ts';

/** The website that contains the chat. */
const shop = 'https://shop.example';

// Notifications published by the operator reach the whole server. The proxies have a reserved address.
const stage = setOwnStage(async () => ({ PRIVATE_NETWORKS: '1' }));

const openerIn = (page: Page) => async (path: string, heading: string) => {
  await visit(page, path);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  // Only the frame's test checks several tabs: axe reads the hidden ones, too.
  await closeHiddenTabs(page);
  await expectUsable(page, `console: ${path}`);
};

async function converse(at: Stage) {
  const { owner, agent } = await at.workplace();
  const desk = await startWork(at, agent);
  const visitor = await visitShop(at);
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
  return { owner, desk, visitor };
}

async function addProxy({ client }: Owner, name: string): Promise<void> {
  const access = {
    networkProtocol: 'http' as const,
    host: '192.0.2.5',
    proxyUserName: 'u',
    proxyPassword: 's',
  };
  const port = name.length;
  await client.call(proxiesApi.createProxy, {
    body: { name, ...access, port, range: 'all', subAccountIds: [] },
  });
}

test('desk, widget and what the console shows of their conversation are usable in both themes', async () => {
  const entrance = await openDeskPage(stage());
  await entrance.page.getByRole('heading', { name: 'Log in to the desk' }).waitFor();
  await expectUsable(entrance.page, 'desk: log-in');
  await entrance.close();
  const { owner, desk, visitor } = await converse(stage());
  await expectUsableByBrowser(visitor.page, 'widget in the shop');
  await expectUsable(desk.page, 'desk: conversation');
  const customer = desk.page.getByRole('complementary', { name: 'Customer profile' });
  await customer.getByLabel('Notes').waitFor();
  await expectUsable(desk.page, 'desk: customer profile');
  await desk.page.getByRole('button', { name: 'Customer profile' }).click();
  await customer.waitFor({ state: 'hidden' });
  await desk.page.getByRole('button', { name: 'Message alerts' }).click();
  await desk.page.getByRole('combobox', { name: 'Sound' }).waitFor();
  await expectUsable(desk.page, 'desk: alerts');
  await desk.page.keyboard.press('Escape');
  await desk.page.getByRole('dialog', { name: 'Message alerts' }).waitFor({ state: 'hidden' });
  await desk.page.getByRole('button', { name: 'Translation settings' }).first().click();
  await desk.page.getByRole('combobox', { name: 'My language' }).waitFor();
  await expectUsable(desk.page, 'desk: settings');
  await expectConsoleUsable(owner);
});

async function expectConsoleUsable(owner: Owner): Promise<void> {
  const { page, ...console } = await openConsolePage(stage());
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await expectUsable(page, 'console: log-in');
  const eye = await page.locator('.ant-input-password-icon').boundingBox();
  expect(Math.min(eye?.width ?? 0, eye?.height ?? 0), 'size of the password eye').toBeGreaterThanOrEqual(24);
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
  await page.getByRole('link', { name: 'Download factura.pdf' }).waitFor();
  await closeHiddenTabs(page);
  await expectUsable(page, 'console: chat history');
  for (const name of ['Access log', 'Retention']) {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog', { name }).getByRole('radio').first().waitFor({ state: 'attached' });
    await expectUsable(page, `console: ${name}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name }).waitFor({ state: 'hidden' });
  }
}

test('the console’s frame is usable in both themes', async () => {
  const owner = await registerOwner(stage().server.url);
  const { page } = await enterConsole(stage(), owner);
  await visit(page, '/promotion-manger/my-account');
  await page.getByText('Coming soon').filter({ visible: true }).waitFor();
  await expectUsable(page, 'console: coming soon');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('radio', { name: 'Orange' }).check();
  await settings.getByRole('switch', { name: 'Footer' }).click();
  await expectUsable(page, 'console: settings, another colour');
  await settings.getByRole('switch', { name: 'Top menu' }).click();
  await settings.getByRole('button', { name: 'Close' }).click();
  await settings.waitFor({ state: 'hidden' });
  await expectUsable(page, 'console: menu at the top');
  await visit(page, '/exception/500');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectUsable(page, 'console: 500');
});

test('an owner’s account is usable in both themes', async () => {
  const owner = await registerOwner(stage().server.url);
  const { page, ...console } = await openConsolePage(stage());
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  const open = openerIn(page);
  await open('/forgotPassword', 'Reset password');
  await open('/agreement/service', 'Service agreement');
  await open('/agreement/privacy', 'Privacy policy');
  await open('/agreement/counting', 'Counting rules');
  await open('/login', 'Log in to the console');
  await console.logIn(owner);
  await open('/user/info', 'Profile');
  await open('/user/setting', 'Settings');
  // Not by the mouse, which would stay on the button and highlight it.
  await page.getByLabel('Nickname').press('Enter');
  await page.getByText('This field is required').waitFor();
  await expectUsable(page, 'console: a refused profile');
  await open('/user/setting?tab=security', 'Settings');
  await open('/user/setting?tab=certification', 'Settings');
  await open('/user/setting?tab=social-accounts', 'Settings');
  await page.getByRole('radio', { name: 'Delete them' }).check();
  await page.getByText('No shared account has been offline for that long.').waitFor();
  await expectUsable(page, 'console: the deletion of shared accounts');
  await open('/userCenter/userDetail', 'User details');
});

test('notices, records and the tour are usable in both themes', async () => {
  const owner = await registerOwner(stage().server.url);
  await addAgent(stage().server.url, owner);
  const operating = await openOperatorPage(stage());
  const title = 'The line is down';
  await publish(operating, title, 'Urgent');
  const { page } = await enterConsole(stage(), owner);
  await page.getByRole('alert').filter({ hasText: title }).waitFor();
  const open = openerIn(page);
  await open('/system/notification', 'Notifications');
  const unread = page.getByRole('main').getByRole('link', { name: `Unread: ${title}` });
  await unread.click();
  await page.getByRole('heading', { name: title, level: 2 }).waitFor();
  await expectUsable(page, 'console: a notification');
  await open('/subpage/chatUse', 'Character usage');
  await open('/subpage/chatAllocation', 'Character allocation');
  await open('/internalControl/auditLog', 'Audit log');
  await open('/internalControl/rating', 'Ratings');
  await open('/internalControl/sensitiveWord', 'Sensitive words');
  await expectFormUsable(page, 'Create rule', 'Title');
  await open('/material/config', 'Material library');
  await expectFormUsable(page, 'Create card', 'Title');
  await open('/internalControl/chatHistory?view=messages', 'Chat history');
  await open('/material/quick', 'Quick replies');
  await expectFormUsable(page, 'Create quick reply', 'Title');
  await open('/material/welcomeMessage', 'Welcome messages');
  await expectFormUsable(page, 'Create welcome template', 'Title');
  await open('/material/keywordMessage', 'Keyword replies');
  await expectFormUsable(page, 'Create keyword rule', 'Keywords');
  await open('/subpage/agentConfig', 'Proxies');
  await expectFormUsable(page, 'Add proxy', 'Host');
  await page.getByRole('button', { name: 'Customer service' }).click();
  await page.getByRole('dialog', { name: 'Customer service' }).getByLabel('Account to verify').waitFor();
  await expectUsable(page, 'console: customer service');
  await page.getByRole('dialog', { name: 'Customer service' }).press('Escape');
  await page.getByRole('dialog', { name: 'Customer service' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Your account' }).click();
  await choose(page, 'Guided tour');
  await page.getByRole('heading', { name: /of 4/ }).waitFor();
  await expectUsable(page, 'console: the guided tour');
  for (const path of ['/exception/403', '/exception/404']) {
    await visit(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectUsable(page, `console: ${path}`);
  }
});

/** Opens the form of a page by the button with the same name, and closes it again. */
async function expectFormUsable(page: Page, name: string, field: string): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByLabel(field, { exact: true }).waitFor();
  await expectUsable(page, `console: ${name}`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

test('fans, work orders and the page that shares one are usable in both themes', async () => {
  const { url } = stage().server;
  const owner = await registerOwner(url);
  const agent = await addAgent(url, owner);
  const order = await owner.client.call(createWorkOrder, {
    body: {
      name: 'Spring',
      platform: 'webchat',
      subAccountId: agent.subAccountId,
      totalGoal: 100,
      dailyGoal: 10,
      accountTotalGoal: null,
      accountDailyGoal: null,
      resetTime: '00:00',
      remarks: '',
    },
  });
  const shown = { fanNames: 'none', chatHistory: true, password: null } as const;
  const share = await owner.client.call(createWorkOrderShare, {
    body: {
      title: 'For Li',
      access: 'public',
      ...shown,
      validDays: 30,
      orders: [{ workOrderId: order.id, socialAccountIds: null }],
    },
  });
  const { page } = await enterConsole(stage(), owner);
  const screens = {
    '/fansOperation/fansList': 'Fans',
    '/fansOperation/fansTag': 'Fan tags',
    '/fansOperation/dedupeLibrary': 'Dedupe libraries',
    '/fansOperation/streamLink': 'Split links',
    '/workOrder/platform': 'Platform work orders',
    '/workOrder/multiAccount': 'Multi-account sharing',
  };
  const open = openerIn(page);
  for (const [path, heading] of Object.entries(screens)) await open(path, heading);
  const { page: phone } = await stage().newPerson({ viewport: { width: 390, height: 844 } });
  await phone.goto(url + share.path);
  await phone.getByRole('heading', { name: 'For Li' }).waitFor();
  await expectUsableByBrowser(phone, 'shared work order');
});

test('the links to conversations and the page of one are usable in both themes', async () => {
  const { url } = stage().server;
  const owner = await registerOwner(url);
  const site = await addSite(owner, await addAgent(url, owner), shop);
  await writeAsVisitor(url, shop, { site: site.id, text: 'Hola', language: 'es' });
  const { list } = await owner.client.call(chatHistoryConversations, { query: {} });
  const conversationId = list[0]?.id ?? '';
  const terms = { title: 'For Li', access: 'public', password: null, validDays: 7 } as const;
  const share = await owner.client.call(createChatShare, { body: { conversationId, ...terms } });
  const { page } = await enterConsole(stage(), owner);
  await visit(page, `/internalControl/chatHistory?conversation=${conversationId}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog').getByText('For Li').waitFor();
  await expectUsable(page, 'console: links to a conversation');
  await page.getByRole('button', { name: 'Share conversation' }).click();
  await page.getByRole('dialog', { name: 'Share conversation' }).getByLabel('Title').waitFor();
  await expectUsable(page, 'console: sharing a conversation');
  const { page: phone } = await stage().newPerson({ viewport: { width: 390, height: 844 } });
  await phone.goto(url + share.path);
  await phone.getByText('Hola').first().waitFor();
  await expectUsableByBrowser(phone, 'shared conversation');
});

test('proxies and their dialogs are usable in both themes', async () => {
  const owner = await registerOwner(stage().server.url);
  await addAgent(stage().server.url, owner);
  for (const name of ['Madrid', 'Lima']) await addProxy(owner, name);
  const { page } = await enterConsole(stage(), owner);
  await visit(page, '/subpage/agentConfig');
  await page.getByRole('row', { name: /Lima/ }).waitFor();
  await expectUsable(page, 'console: proxies');
  await page.getByRole('button', { name: 'More for Lima' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const drawer = page.getByRole('dialog', { name: 'Edit proxy' });
  await drawer.getByText('Selected sub-accounts').click();
  await drawer.getByRole('button', { name: 'Save' }).press('Enter');
  await drawer.getByText('Select an option').waitFor();
  await expectUsable(page, 'console: a refused proxy');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).press('Enter');
  await drawer.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Import' }).first().click();
  const form = page.getByRole('dialog', { name: 'Import' });
  await form.getByLabel('Proxies, one per line').fill('http://a:b@192.0.2.7:1\ngopher://a:b@192.0.2.8:70');
  await expectUsable(page, 'console: an import');
  await form.getByRole('button', { name: 'Import' }).press('Enter');
  await form.getByRole('row', { name: /Unknown protocol/ }).waitFor();
  await expectUsable(page, 'console: an import with a wrong line');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).press('Enter');
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expectUsable(page, 'console: chosen proxies');
  await page.getByRole('button', { name: 'Delete selected' }).press('Enter');
  await page.getByRole('dialog', { name: 'Delete 3 proxies?' }).waitFor();
  await expectUsable(page, 'console: proxies about to be deleted');
});

test('dialogs of sub-accounts and social accounts are usable in both themes', async () => {
  const { owner, agent } = await stage().workplace();
  await addProxy(owner, 'Madrid');
  const { page, ...console } = await enterConsole(stage(), owner);
  const more = (name: string, entry: string) => chooseMore(page, name, entry);
  await console.go('Sub-accounts');
  await page.getByRole('button', { name: `Edit ${agent.accountName}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit sub-account' });
  await form.getByText('Limited', { exact: true }).click();
  await form.getByLabel('Auto top-up').click();
  await form.getByLabel('Port limit').fill('');
  await form.getByLabel('Port limit').press('Enter');
  await form.getByText('This field is required').first().waitFor();
  await expectUsable(page, 'console: a refused sub-account');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).press('Enter');
  await form.waitFor({ state: 'hidden' });
  await more(agent.accountName, 'Delete');
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await expectUsable(page, 'console: a sub-account about to be deleted');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  for (const view of ['Ports', 'Session history']) {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
    await expectUsable(page, `console: ${view}`);
  }
  await console.go('Social accounts');
  await more('Web shop', 'Isolation profile');
  await page.getByRole('dialog', { name: 'Isolation profile' }).getByLabel('User agent').waitFor();
  await expectUsable(page, 'console: an isolation profile');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await more('Web shop', 'Proxy');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
  await expectUsable(page, 'console: a social account’s proxy');
});

test('the operator’s screens are usable in both themes', async () => {
  const page = await openOperatorPage(stage());
  const screens = [
    'notifications',
    'contacts',
    'certifications',
    'settings',
    'mail',
    'characters',
    'ports',
    'tenants',
    'auditLog',
  ];
  for (const screen of screens) {
    await visit(page, `/operator/${screen}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('.ant-skeleton').count()).toBe(0);
    await expectUsable(page, `operator: ${screen}`);
  }
  await visit(page, '/operator/notifications');
  await page.getByRole('button', { name: 'Create notification' }).first().click();
  await page.getByRole('dialog', { name: 'Create notification' }).getByLabel('Title (English)').waitFor();
  await expectUsable(page, 'operator: a new notification');
  await visit(page, '/operator/ports');
  // Not by the mouse, which would stay on the button and highlight it.
  await page.getByLabel('Owner’s e-mail').press('Enter');
  await page.getByText('This field is required').first().waitFor();
  await expectUsable(page, 'operator: refused ports');
});
