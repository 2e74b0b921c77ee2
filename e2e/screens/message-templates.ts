/** Message templates and prices. No platform of the fixtures has them, so responses are modified on their way to the page. */
import type { Page } from 'playwright-core';
import { openConversation, deskPath as path, deskWhole as whole } from './desk-conversation.ts';
import type { Screen } from './screen.ts';

const template = (name: string, language: string, body: string, given: object = {}) => ({
  id: '0198c0de-0000-7000-8000-0000000000e8',
  socialAccountId: '0198c0de-0000-7000-8000-0000000000a0',
  name,
  language,
  category: 'utility',
  state: 'approved',
  header: null,
  body,
  footer: null,
  buttons: [],
  removedAt: null,
  ...given,
});
const templates = [
  template('order_sent', 'es', 'Hola {{1}}: su pedido llega el {{day}}.', {
    header: 'Pedido {{1}}',
    footer: 'Casa Lino',
    buttons: ['Ver pedido'],
  }),
  template('spring_sale', 'en_US', 'Everything made of linen is a third off until Sunday.', {
    id: '0198c0de-0000-7000-8000-0000000000e9',
    category: 'marketing',
    state: 'pending',
  }),
];

/** Modifies the data of a response. */
async function change(page: Page, address: string, by: (data: never) => void): Promise<void> {
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    by(body.data as never); // each caller knows the shape
    await route.fulfill({ response: answer, json: body });
  });
}

const give = (page: Page, address: string, data: object) =>
  page.route(address, (route) => route.fulfill({ json: { code: 200, msg: '', data } }));

async function openWindow(page: Page, replyWindow: object): Promise<void> {
  await change(page, '**/api/desk/socialAccounts', (accounts: { capabilities: object }[]) => {
    for (const { capabilities } of accounts)
      Object.assign(capabilities, { window: replyWindow, templates: { anyTime: true, priced: true } });
  });
  await give(page, '**/api/desk/conversations/*/templates?*', { list: templates, total: 2 });
  await page.reload();
  await openConversation(page);
}

async function openList(page: Page): Promise<void> {
  await openWindow(page, { hours: 0, afterwards: 'templates' });
  await page.locator('.desk-chat-foot .ant-alert button').click();
  await page.locator('.desk-template').first().waitFor();
}

export const templateScreens: readonly Screen[] = [
  { name: 'desk-templates', path, whole, act: openList },
  {
    name: 'desk-template-form',
    path,
    whole,
    async act(page) {
      await openList(page);
      await page.locator('.desk-template').first().click();
      await page.locator('.desk-template-form input').last().fill('lunes');
    },
  },
  {
    name: 'desk-priced',
    path,
    whole,
    act: (page) => openWindow(page, { hours: 0, paidUntilHours: 1_000 }),
  },
];

export const consoleTemplateScreens: readonly Screen[] = [
  {
    name: 'console-templates',
    path: '/subpage/socialAccount',
    whole: '.ant-table-row, .list-card',
    async act(page) {
      await change(page, '**/api/user/socialAccount/page*', ({ list }: { list: object[] }) => {
        for (const account of list) Object.assign(account, { templates: true });
      });
      const fetch = { fetchedAt: Date.now(), problem: 'platform-silent', leftOut: 2 };
      await give(page, '**/api/user/socialAccount/templates?*', { list: templates, total: 2, fetch });
      await page.reload();
      await page
        .locator('.ant-table-row, .list-card')
        .filter({ hasText: 'Clara on Telegram' })
        .locator('[aria-haspopup=menu]')
        .click();
      await page.locator('.ant-dropdown-menu-item').nth(5).click();
      await page.locator('.message-templates li').first().waitFor();
    },
  },
];
