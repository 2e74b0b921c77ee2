/** The desk's screens. */
import type { Page } from 'playwright-core';
import type { Agent } from '../harness/people.ts';
import { noteCustomer } from '../harness/team.ts';
import type { Screen } from './screen.ts';

const path = '/desk/';
const whole = '[data-conversation] >> nth=3';

async function open(page: Page): Promise<void> {
  await page.locator('[data-conversation]').first().click();
  await page.locator('.chat-message').first().waitFor();
}

async function openProfile(page: Page): Promise<void> {
  await open(page);
  await page.locator('.desk-chat-header .anticon-contacts').click();
  await page.locator('.ant-drawer form').waitFor();
}

/** Another one in each picture, so that each time something has changed. */
let invoice = 4_711;

/** Saves another agent's notes while this agent is writing. */
const overtakeProfile = (other: Agent) => async (page: Page) => {
  await openProfile(page);
  await page.locator('.ant-drawer textarea').fill('Wants the shirt in white as well.');
  invoice += 1;
  await noteCustomer(other, `Has bought the linen shirt, and asks for invoice ${invoice}.`);
  await page.locator('.desk-profile-other').waitFor();
};

/** As a day later, when texts that are not kept have been erased: the picture can't wait for that. */
async function openErased(page: Page): Promise<void> {
  await page.route('**/api/desk/conversations/*/messages*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const message of body.data.messages.slice(0, -1)) {
      Object.assign(message, { erased: true, original: '', translation: null });
    }
    await route.fulfill({ response: answer, json: body });
  });
  await page.locator('[data-conversation]').first().click();
  await page.locator('.chat-unsupported').first().waitFor();
}

/** As on a platform that can do everything, with a message in each state: no one platform of the test has them all. */
async function openChanged(page: Page): Promise<void> {
  const both = { inbound: true, outbound: true };
  const all = { replies: true, edits: both, deletions: both, reactions: both };
  await page.route('**/api/desk/socialAccounts', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const { capabilities } of body.data) Object.assign(capabilities, all);
    await route.fulfill({ response: answer, json: body });
  });
  await page.route('**/api/desk/conversations/*/messages*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const [first, second, third, ...rest] = body.data.messages;
    const { id, seq, sentAt } = first;
    Object.assign(first, { editedAt: sentAt, reactions: [{ emoji: '👍', count: 1, own: true }] });
    const reactions = [
      { emoji: '🎉', count: 2, own: false },
      { emoji: '❤', count: 1, own: true },
    ];
    Object.assign(second, { replyTo: { id, seq }, reactions });
    const change = { kind: 'edit', state: 'failed', problem: 'Bad Request: message is too old', text: 'Yes' };
    Object.assign(third ?? {}, { deletedAt: sentAt, erased: true, original: '', translation: null });
    const sent = rest.find(({ direction }: { direction: string }) => direction === 'out');
    Object.assign(sent ?? {}, { change });
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  await open(page);
  await page.locator('.chat-reactions').first().waitFor();
}

const openMenu = async (page: Page): Promise<void> => {
  await openChanged(page);
  await page.locator('[data-message] .desk-message-menu button').first().click();
  await page.locator('.desk-message-acts [role=menuitem]').first().waitFor();
};

async function openAlerts(page: Page): Promise<void> {
  await page.locator('.desk-header .anticon-bell').click();
  await page.locator('.desk-account-alert').first().waitFor();
}

/** @param other the same sub-account's agent at another desk */
export const deskScreens = (other: Agent): readonly Screen[] => [
  { name: 'desk-list', path, whole },
  {
    name: 'desk-conversation',
    path,
    whole,
    async act(page) {
      await open(page);
      await page.locator('.desk-composer textarea').fill('We have it in blue and in white.');
    },
  },
  { name: 'desk-changed-messages', path, whole, act: openChanged },
  { name: 'desk-message-menu', path, whole, act: openMenu },
  {
    name: 'desk-answering',
    path,
    whole,
    async act(page) {
      await openMenu(page);
      await page.locator('[data-menu-id$="-answer"]').click();
      await page.locator('.desk-answering').waitFor();
    },
  },
  {
    name: 'desk-edit-message',
    path,
    whole,
    async act(page) {
      await openChanged(page);
      const own = page.locator(
        '[data-message]:has(.chat-message[data-direction=out]) .desk-message-menu button',
      );
      await own.first().click();
      await page.locator('[data-menu-id$="-edit"]').click();
      await page.locator('.ant-modal textarea').waitFor();
    },
  },
  {
    name: 'desk-quick-replies',
    path,
    whole,
    async act(page) {
      await open(page);
      await page.locator('.desk-composer textarea').fill('/');
      await page.locator('.desk-quick-reply').first().waitFor();
    },
  },
  {
    name: 'desk-materials',
    path,
    whole,
    async act(page) {
      await open(page);
      await page.locator('.desk-composer-foot .anticon-folder-open').click();
      await page.locator('.desk-material img').first().waitFor();
    },
  },
  {
    name: 'desk-settings',
    path,
    whole,
    async act(page) {
      await page.locator('.desk-header .anticon-setting').click();
      await page.locator('.ant-drawer .settings-heading').first().waitFor();
    },
  },
  { name: 'desk-alerts', path, whole, act: openAlerts },
  { name: 'desk-profile', path, whole, act: openProfile },
  { name: 'desk-profile-overtaken', path, whole, act: overtakeProfile(other), height: 1_000 },
  { name: 'desk-erased', path, whole, act: openErased },
];
