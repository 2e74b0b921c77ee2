/** The chat in the shop's page as its visitor uses it; the visitor's browser is in Spanish. */
import type { Page } from 'playwright-core';
import type { Equipment, Person } from './browser.ts';
import type { Stage } from './stage.ts';

export type Visitor = Person & {
  open(): Promise<void>;
  write(text: string): Promise<void>;
  /** Returns all messages of both parties, in order. */
  texts(): Promise<string[]>;
  /** Returns the messages of the business. */
  received(): Promise<string[]>;
  /** Returns the delivery state of each own message, in the visitor's language. */
  states(): Promise<string[]>;
};

export async function visitShop(stage: Stage, equipment: Equipment = {}): Promise<Visitor> {
  const person = await stage.newPerson({
    locale: 'es-ES',
    viewport: { width: 1280, height: 800 },
    ...equipment,
  });
  await person.page.goto(stage.shop.url);
  return { ...person, ...visitorAt(person.page) };
}

function visitorAt(page: Page): Omit<Visitor, keyof Person> {
  const area = page.getByRole('dialog').getByRole('textbox');
  return {
    async open() {
      await page.getByRole('button', { name: 'Chat' }).click();
      await page.getByRole('dialog').waitFor();
    },
    async write(text) {
      await area.fill(text);
      await area.press('Enter');
    },
    texts: () => page.locator('.log .text').allTextContents(),
    received: () => page.locator('.log .row:not(.own) .text').allTextContents(),
    states: () => page.locator('.log .row.own .state').allTextContents(),
  };
}
