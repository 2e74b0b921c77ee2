/** The console as its owner uses it: by the names of its controls. */
import type { Page } from 'playwright-core';
import type { Equipment, Person } from './browser.ts';
import { openAsOwner } from './logged-in-pages.ts';
import { type Agent, type Owner, password } from './people.ts';
import type { Stage } from './stage.ts';

export type Console = Person & {
  /** Opens a page with the side menu. */
  go(name: 'Home' | 'Sub-accounts' | 'Social accounts' | 'Chat history'): Promise<void>;
  /** Toggles one of a sub-account's switches. */
  turn(
    agent: Pick<Agent, 'accountName'>,
    name: 'Share customer profiles' | 'Save chat history',
  ): Promise<void>;
  logIn(owner: Pick<Owner, 'email'>): Promise<void>;
  /** Returns the number on a card of the home page. */
  figure(title: string): Promise<string>;
};

/** Opens the console without a login. @param path the page, by default the login page */
export async function openConsolePage(
  stage: Stage,
  { path = '', ...equipment }: Equipment & { path?: string } = {},
): Promise<Console> {
  const person = await stage.newPerson(equipment);
  await person.page.goto(stage.server.url + path);
  return { ...person, ...consoleAt(person.page) };
}

/** Opens a console with its owner logged in. @param path the page, by default Home */
export async function enterConsole(
  stage: Stage,
  owner: Pick<Owner, 'email'>,
  entry: Equipment & { path?: string } = {},
): Promise<Console> {
  const person = await openAsOwner(stage, owner, entry);
  await openPages(person.page).waitFor();
  return { ...person, ...consoleAt(person.page) };
}

/** Visible after a login; on a phone the menu is behind a button. */
const openPages = (page: Page) => page.getByRole('navigation', { name: 'Open pages' });

function consoleAt(page: Page): Omit<Console, keyof Person> {
  const go: Console['go'] = async (name) => {
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor({ state: 'attached' });
  };
  return {
    go,
    async turn({ accountName }, name) {
      await go('Sub-accounts');
      await page.getByRole('button', { name: `Edit ${accountName}` }).click();
      const form = page.getByRole('dialog', { name: 'Edit sub-account' });
      await form.getByLabel(name).click();
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'hidden' });
    },
    async logIn({ email }) {
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await openPages(page).waitFor();
    },
    async figure(title) {
      const card = page.locator('.figure', { has: page.getByText(title, { exact: true }) });
      return (await card.locator('.figure-value').textContent()) ?? '';
    },
  };
}
