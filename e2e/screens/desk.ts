/** The desk's screens. */
import type { Page } from 'playwright-core';
import type { Agent } from '../harness/people.ts';
import { answerMeanwhile, noteCustomer } from '../harness/team.ts';
import { changedMessageScreens } from './desk-changed-messages.ts';
import { openConversation as open, deskPath as path, deskWhole as whole } from './desk-conversation.ts';
import { handOverScreens } from './desk-hand-overs.ts';
import { templateScreens } from './message-templates.ts';
import type { Screen } from './screen.ts';

async function openProfile(page: Page): Promise<void> {
  await open(page);
  const form = page.locator('#profile-notes');
  // On a wide screen it is docked beside the chat from the start.
  if ((page.viewportSize()?.width ?? 0) < 1440)
    await page.locator('.desk-chat-header .anticon-contacts').click();
  await form.waitFor();
}

/** A colleague is replying, and has answered since the text was begun. */
const meetColleague = (other: Agent) => async (page: Page) => {
  await open(page);
  const composer = page.locator('.desk-composer textarea');
  await composer.fill('We have it in blue and in white.');
  await answerMeanwhile(other, page.url().match(/[0-9a-f-]{36}/)?.[0] ?? '');
  await page.locator('.desk-colleagues').waitFor();
  await composer.press('Enter');
  await page.locator('.desk-composer .ant-alert').waitFor();
};

/** Different in each screenshot, so that something changes each time. */
let invoice = 4_711;

/** Saves another agent's notes while this agent is writing. */
const overtakeProfile = (other: Agent) => async (page: Page) => {
  await openProfile(page);
  await page.locator('#profile-notes').fill('Wants the shirt in white as well.');
  invoice += 1;
  await noteCustomer(other, `Has bought the linen shirt, and asks for invoice ${invoice}.`);
  await page.locator('.desk-profile-other').waitFor();
};

/** Simulates the day after, when texts that are not kept have been erased. */
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

async function openDay(page: Page): Promise<void> {
  await open(page);
  await page.locator('.desk-places button').first().click();
  await page.locator('.desk-day-field').waitFor();
}

async function openAlerts(page: Page): Promise<void> {
  await page.locator('.desk-header .anticon-bell').click();
  await page.locator('.desk-account-alert').first().waitFor();
}

async function openProspectiveFans(page: Page): Promise<void> {
  await page.locator('.desk-header .anticon-contacts').click();
  await page.locator('.desk-prospective-fans li').first().waitFor();
}

const drawerScreens: readonly Screen[] = [
  ...handOverScreens,
  { name: 'desk-prospective-fans', path, whole, act: openProspectiveFans },
];

const nothing = '.desk-pane-list .ant-empty';
const listScreens: readonly Screen[] = [
  { name: 'desk-list', path, whole },
  { name: 'desk-list-no-match', path: `${path}?q=zzzz`, whole: nothing },
  { name: 'desk-list-no-match-filters', path: `${path}?platform=telegram&kind=group`, whole: nothing },
  { name: 'desk-list-none-archived', path: `${path}?view=archived`, whole: nothing },
];

/** @param other an agent of the same sub-account at another desk */
export const deskScreens = (other: Agent): readonly Screen[] => [
  ...listScreens,
  {
    name: 'desk-conversation',
    path,
    whole,
    async act(page) {
      await open(page);
      await page.locator('.desk-composer textarea').fill('We have it in blue and in white.');
    },
  },
  { name: 'desk-colleagues', path, whole, act: meetColleague(other) },
  ...changedMessageScreens,
  ...templateScreens,
  ...drawerScreens,
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
    name: 'desk-emoji',
    path,
    whole,
    async act(page) {
      await open(page);
      await page.locator('.desk-composer-foot .anticon-smile').click();
      await page.locator('.desk-emoji [frimousse-emoji]:visible').first().waitFor();
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
  { name: 'desk-jump-to-date', path, whole, act: openDay },
  { name: 'desk-alerts', path, whole, act: openAlerts },
  { name: 'desk-profile', path, whole, act: openProfile },
  { name: 'desk-profile-overtaken', path, whole, act: overtakeProfile(other), height: 1_000 },
  { name: 'desk-erased', path, whole, act: openErased },
];
