/** Checks the console's pages and dialogs with axe-core in both themes, for accessibility violations. */
import { createChatShare } from '@parley/contract/chat-shares';
import { chatHistoryConversations } from '@parley/contract/conversations';
import { publishNotification } from '@parley/contract/notifications';
import * as proxiesApi from '@parley/contract/proxies';
import { createWorkOrderShare } from '@parley/contract/work-order-shares';
import { createWorkOrder } from '@parley/contract/work-orders';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, test } from 'vitest';
import { expectAllUsable, expectUsable, expectUsableByBrowser } from './harness/accessibility.ts';
import { enterConsole } from './harness/console.ts';
import { closeHiddenTabs, visit } from './harness/logged-in-pages.ts';
import { chooseMore } from './harness/menu.ts';
import { type Agent, addAgent, addSite, type Owner, operatorOf, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { writeAsVisitor } from './harness/visitor-requests.ts';

/** The website that contains the chat. */
const shop = 'https://shop.example';

const stage = setStage({ keepsPages: true });

// One console for all tests: it computes each theme's styles once, and loads nothing but what is checked.
let page: Page;
let owner: Owner;
let agent: Agent;
let conversationId: string;

beforeAll(async () => {
  const { url } = stage().server;
  owner = await registerOwner(url);
  agent = await addAgent(url, owner);
  const site = await addSite(owner, agent, shop);
  await writeAsVisitor(url, shop, { site: site.id, text: 'Hola', language: 'es' });
  const { list } = await owner.client.call(chatHistoryConversations, { query: {} });
  conversationId = list[0]?.id ?? '';
  for (const name of ['Madrid', 'Lima']) await addProxy(name);
  ({ page } = await enterConsole(stage(), owner));
});

beforeEach(async () => {
  if ((await page.getByRole('dialog').filter({ visible: true }).count()) === 0) return;
  // A dialog left open by a failed test would cover the pages of the next.
  await page.context().close();
  ({ page } = await enterConsole(stage(), owner));
});

async function addProxy(name: string): Promise<void> {
  const access = {
    networkProtocol: 'http' as const,
    host: '192.0.2.5',
    proxyUserName: 'u',
    proxyPassword: 's',
  };
  const port = name.length;
  await owner.client.call(proxiesApi.createProxy, {
    body: { name, ...access, port, range: 'all', subAccountIds: [] },
  });
}

async function open(path: string, heading: string): Promise<void> {
  await visit(page, path);
  await page.getByRole('heading', { name: heading, level: 1 }).filter({ visible: true }).waitFor();
  await closeHiddenTabs(page);
}

async function expectPageUsable(path: string, heading: string): Promise<void> {
  await open(path, heading);
  await expectUsable(page, `console: ${path}`);
}

/** Opens the dialog of a page by the button with the same name, waits for its field, and closes it again. */
async function expectDialogUsable(name: string, field: string): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByLabel(field, { exact: true }).waitFor();
  await expectUsable(page, `console: ${name}`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

/** Closes a dialog with entered text. */
async function leave(name: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).press('Enter');
  await page.getByRole('dialog', { name }).waitFor({ state: 'hidden' });
}

async function closeDialog(): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

test('an owner’s account is usable in both themes', async () => {
  await expectPageUsable('/user/info', 'Profile');
  await expectPageUsable('/user/setting', 'Settings');
  // Not by the mouse, which would stay on the button and highlight it.
  await page.getByLabel('Nickname').press('Enter');
  await page.getByText('This field is required').waitFor();
  await expectUsable(page, 'console: a refused profile');
  await expectPageUsable('/user/setting?tab=security', 'Settings');
  await expectPageUsable('/user/setting?tab=certification', 'Settings');
  await expectPageUsable('/user/setting?tab=social-accounts', 'Settings');
  await page.getByRole('radio', { name: 'Delete them' }).check();
  await page.getByText('No shared account has been offline for that long.').waitFor();
  await expectUsable(page, 'console: the deletion of shared accounts');
  // A change that isn't saved would be asked about.
  await page.getByRole('radio', { name: 'Keep them' }).check();
  await expectPageUsable('/userCenter/userDetail', 'User details');
});

test('notifications and the banner of an urgent one are usable in both themes', async () => {
  const title = 'The line is down';
  const inEnglish = (text: string) => ({ 'zh-CN': '维护通知', 'en-US': text });
  const operating = await operatorOf(stage().server.url);
  await operating.call(publishNotification, {
    body: {
      requestId: crypto.randomUUID(),
      title: inEnglish(title),
      body: inEnglish('From two o’clock.\nMore: https://status.example.com/'),
      level: 'urgent',
      expiresAt: null,
      ownerEmail: owner.email,
    },
  });
  await page.getByRole('alert').filter({ hasText: title }).waitFor();
  await open('/system/notification', 'Notifications');
  await expectAllUsable(page, 'console: /system/notification, with a banner');
  await page
    .getByRole('main')
    .getByRole('link', { name: `Unread: ${title}` })
    .click();
  await page.getByRole('heading', { name: title, level: 2 }).waitFor();
  await expectUsable(page, 'console: a notification');
});

test('records, internal control and replies are usable in both themes', async () => {
  await expectPageUsable('/subpage/chatUse', 'Character usage');
  await expectPageUsable('/subpage/chatAllocation', 'Character allocation');
  await expectPageUsable('/internalControl/auditLog', 'Audit log');
  await expectPageUsable('/internalControl/rating', 'Ratings');
  await expectPageUsable('/internalControl/sensitiveWord', 'Sensitive words');
  await expectDialogUsable('Create rule', 'Title');
  await expectPageUsable('/material/config', 'Material library');
  await expectDialogUsable('Create card', 'Title');
  await expectPageUsable('/material/quick', 'Quick replies');
  await expectDialogUsable('Create quick reply', 'Title');
  await expectPageUsable('/material/welcomeMessage', 'Welcome messages');
  await expectDialogUsable('Create welcome template', 'Title');
  await expectPageUsable('/material/keywordMessage', 'Keyword replies');
  await expectDialogUsable('Create keyword rule', 'Keywords');
});

test('chat history and its links are usable in both themes', async () => {
  const { url } = stage().server;
  const terms = { title: 'For Li', access: 'public', password: null, validDays: 7 } as const;
  const share = await owner.client.call(createChatShare, { body: { conversationId, ...terms } });
  await expectPageUsable('/internalControl/chatHistory?view=messages', 'Chat history');
  for (const name of ['Access log', 'Retention']) {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog', { name }).getByRole('radio').first().waitFor({ state: 'attached' });
    await expectUsable(page, `console: ${name}`);
    await closeDialog();
  }
  await visit(page, `/internalControl/chatHistory?conversation=${conversationId}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog').getByText('For Li').waitFor();
  await expectUsable(page, 'console: links to a conversation');
  await expectDialogUsable('Share conversation', 'Title');
  await closeDialog();
  const phone = await stage().newPerson({ viewport: { width: 390, height: 844 } });
  await phone.page.goto(url + share.path);
  await phone.page.getByText('Hola').first().waitFor();
  await expectUsableByBrowser(phone.page, 'shared conversation');
  await phone.close();
});

test('fans, work orders and the page that shares one are usable in both themes', async () => {
  const { url } = stage().server;
  const goals = { totalGoal: 100, dailyGoal: 10, accountTotalGoal: null, accountDailyGoal: null };
  const from = { platform: 'webchat', subAccountId: agent.subAccountId } as const;
  const order = await owner.client.call(createWorkOrder, {
    body: { name: 'Spring', ...from, ...goals, resetTime: '00:00', remarks: '' },
  });
  const shown = { fanNames: 'none', chatHistory: true, password: null } as const;
  const orders = [{ workOrderId: order.id, socialAccountIds: null }];
  const share = await owner.client.call(createWorkOrderShare, {
    body: { title: 'For Li', access: 'public', ...shown, validDays: 30, orders },
  });
  await expectPageUsable('/fansOperation/fansList', 'Fans');
  await expectPageUsable('/fansOperation/fansTag', 'Fan tags');
  await expectPageUsable('/fansOperation/dedupeLibrary', 'Dedupe libraries');
  await expectPageUsable('/fansOperation/streamLink', 'Split links');
  await expectPageUsable('/workOrder/platform', 'Platform work orders');
  await expectPageUsable('/workOrder/multiAccount', 'Multi-account sharing');
  const phone = await stage().newPerson({ viewport: { width: 390, height: 844 } });
  await phone.page.goto(url + share.path);
  await phone.page.getByRole('heading', { name: 'For Li' }).waitFor();
  await expectUsableByBrowser(phone.page, 'shared work order');
  await phone.close();
});

test('proxies and their dialogs are usable in both themes', async () => {
  await open('/subpage/agentConfig', 'Proxies');
  await page.getByRole('row', { name: /Lima/ }).waitFor();
  await expectUsable(page, 'console: proxies');
  await expectDialogUsable('Add proxy', 'Host');
  await chooseMore(page, 'Lima', 'Edit');
  const drawer = page.getByRole('dialog', { name: 'Edit proxy' });
  await drawer.getByText('Selected sub-accounts').click();
  await drawer.getByRole('button', { name: 'Save' }).press('Enter');
  await drawer.getByText('Select an option').waitFor();
  await expectUsable(page, 'console: a refused proxy');
  await leave('Edit proxy');
  await page.getByRole('button', { name: 'Import' }).first().click();
  const form = page.getByRole('dialog', { name: 'Import' });
  await form.getByLabel('Proxies, one per line').fill('http://a:b@192.0.2.7:1\ngopher://a:b@192.0.2.8:70');
  await expectUsable(page, 'console: an import');
  await form.getByRole('button', { name: 'Import' }).press('Enter');
  await form.getByRole('row', { name: /Unknown protocol/ }).waitFor();
  await expectUsable(page, 'console: an import with a wrong line');
  await leave('Import');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expectUsable(page, 'console: chosen proxies');
  await page.getByRole('button', { name: 'Delete selected' }).press('Enter');
  await page.getByRole('dialog', { name: 'Delete 3 proxies?' }).waitFor();
  await expectUsable(page, 'console: proxies about to be deleted');
  await closeDialog();
});

test('sub-accounts and their dialogs are usable in both themes', async () => {
  await open('/subpage/sonAccount', 'Sub-accounts');
  await page.getByRole('row', { name: /Ana/ }).waitFor();
  await expectUsable(page, 'console: sub-accounts');
  await expectDialogUsable('Create sub-account', 'Remark');
  await page.getByRole('button', { name: `Edit ${agent.accountName}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit sub-account' });
  await form.getByText('Limited', { exact: true }).click();
  await form.getByLabel('Auto top-up').click();
  await form.getByLabel('Port limit').fill('');
  await form.getByLabel('Port limit').press('Enter');
  await form.getByText('This field is required').first().waitFor();
  await expectUsable(page, 'console: a refused sub-account');
  await leave('Edit sub-account');
  await chooseMore(page, agent.accountName, 'Delete');
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await expectUsable(page, 'console: a sub-account about to be deleted');
  await closeDialog();
  for (const view of ['Ports', 'Session history']) {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
    await expectUsable(page, `console: ${view}`);
  }
});

test('social accounts and their dialogs are usable in both themes', async () => {
  await open('/subpage/socialAccount', 'Social accounts');
  await page.getByRole('row', { name: /Web shop/ }).waitFor();
  await expectUsable(page, 'console: social accounts');
  await chooseMore(page, 'Web shop', 'Isolation profile');
  await page.getByRole('dialog', { name: 'Isolation profile' }).getByLabel('User agent').waitFor();
  await expectUsable(page, 'console: an isolation profile');
  await closeDialog();
  await chooseMore(page, 'Web shop', 'Proxy');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
  await expectUsable(page, 'console: a social account’s proxy');
});
