/** The desk as its agent uses it: by the names of its controls. */
import type { Locator, Page } from 'playwright-core';
import type { Equipment, Person } from './browser.ts';
import { openAsAgent } from './logged-in-pages.ts';
import type { Agent } from './people.ts';
import type { Stage } from './stage.ts';

/** A message as displayed in the chat pane; missing parts are empty. */
export type Bubble = { from: 'in' | 'out'; original: string; translation: string; delivery: string };

export type Desk = Person & {
  logIn(agent: Pick<Agent, 'accountName' | 'password'>): Promise<void>;
  /** Opens the newest conversation of the list. */
  openFirst(): Promise<void>;
  /** Returns the number of conversations in the list. */
  conversations(): Promise<number>;
  bubbles(): Promise<Bubble[]>;
  originals(): Promise<string[]>;
  composer: Locator;
  /** The entered texts that are about to be sent. */
  strip: Locator;
  /** Enters the text, which is sent after its translation has been shown. */
  answer(text: string): Promise<void>;
};

/** Runs in the page. */
const readBubbles = `[...document.querySelectorAll('.chat-message')].map((message) => ({
  from: message.dataset.direction,
  original: message.querySelector('.chat-original')?.textContent ?? '',
  translation: message.querySelector('.chat-translation')?.textContent ?? '',
  delivery: message.querySelector('.chat-delivery')?.dataset.state ?? '',
}))`;

/** Opens the desk's login page. */
export async function openDeskPage(stage: Stage, equipment: Equipment = {}): Promise<Desk> {
  const person = await stage.newPerson(equipment);
  await person.page.goto(`${stage.server.url}/desk/`);
  return { ...person, ...deskAt(person.page) };
}

/** Opens a desk with its agent logged in. */
export async function startWork(
  stage: Stage,
  agent: Agent,
  equipment: Omit<Equipment, 'profile'> = {},
): Promise<Desk> {
  const person = await openAsAgent(stage, agent, equipment);
  await conversationSearch(person.page).waitFor();
  return { ...person, ...deskAt(person.page) };
}

/** Visible after a login. */
const conversationSearch = (page: Page) => page.getByRole('search');

function deskAt(page: Page): Omit<Desk, keyof Person> {
  const composer = page.getByLabel('Your message');
  const rows = page.locator('[data-conversation]');
  return {
    composer,
    strip: page.getByRole('region', { name: 'Sending soon' }),
    async logIn({ accountName, password }) {
      await page.getByLabel('Account').fill(accountName);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await conversationSearch(page).waitFor();
    },
    async openFirst() {
      await rows.first().click();
      await composer.waitFor();
    },
    conversations: () => rows.count(),
    bubbles: () => page.evaluate<Bubble[]>(readBubbles),
    originals: () => page.locator('.chat-message .chat-original').allTextContents(),
    async answer(text) {
      await composer.fill(text);
      await composer.press('Enter');
    },
  };
}
