/** Checks the current page with axe, in both themes. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitUntilSettled } from './settled.ts';

type Violation = { rule: string; impact: string; where: string[] };

/** The rules that depend on the theme; all others are checked once per screen. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** The topmost open dialog: what is under it was checked before, and is inert meanwhile. */
const dialog = `[...document.querySelectorAll('[role="dialog"][aria-modal="true"]')]
  .filter((dialog) => dialog.checkVisibility()).at(-1)`;
/** Within a frame only the page changes from screen to screen: checking menu and tabs each time would double the work. */
const scopes = { page: `${dialog} ?? document.getElementById('page') ?? document`, all: 'document' };

type Scope = keyof typeof scopes;

const judge = (scope: Scope, rules?: readonly string[]) => `axe.run(${scopes[scope]}, ${JSON.stringify({
  resultTypes: ['violations'],
  // Skips style sheets and media, which no rule that is on by default reads here.
  preload: false,
  ...(rules ? { runOnly: rules } : {}),
})}).then(({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, impact, nodes }) => ({
    rule: id,
    impact,
    where: nodes.map(({ html, failureSummary }) => html.slice(0, 200) + ' — ' + failureSummary.slice(0, 300)),
  })))`;

const isDark = (page: Page) => page.evaluate<boolean>("document.body.getAttribute('arco-theme') === 'dark'");

/**
 * Switches the theme by the control that every page has, with a script: a dialog may cover it, and the mouse would
 * highlight what it rests on.
 */
async function switchTheme(page: Page): Promise<void> {
  const dark = await isDark(page);
  const name = dark ? /ight theme$/ : /ark theme$/;
  const themeSwitch = page.getByRole('button', { name, includeHidden: true });
  await themeSwitch.first().dispatchEvent('click');
  await expect.poll(() => isDark(page)).toBe(!dark);
}

async function expectNoViolation(
  page: Page,
  screen: string,
  scope: Scope,
  rules?: readonly string[],
): Promise<void> {
  // Colors that fade in would be measured half-way; one that still does so while axe runs is stable in a second run.
  await waitUntilSettled(page);
  const seen = await page.evaluate<Violation[]>(judge(scope, rules));
  if (seen.length === 0) return;
  await waitUntilSettled(page);
  expect.soft(await page.evaluate<Violation[]>(judge(scope, rules)), screen).toEqual([]);
}

async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
}

/** Checks the screen in its current theme, then in the other one, which it keeps: its topmost dialog, or else its page. */
export const expectUsable = (page: Page, screen: string) => expectUsableIn(page, screen, 'page');

/** Same as `expectUsable` with the frame around the page. */
export const expectAllUsable = (page: Page, screen: string) => expectUsableIn(page, screen, 'all');

async function expectUsableIn(page: Page, screen: string, scope: Scope): Promise<void> {
  await loadAxe(page);
  const themes = (await isDark(page)) ? ['dark', 'light'] : ['light', 'dark'];
  await expectNoViolation(page, `${screen}, ${themes[0]}`, scope);
  await switchTheme(page);
  await expectNoViolation(page, `${screen}, ${themes[1]}`, scope, colourRules);
}

/** Checks a page that follows the browser's theme: the widget and the share page. */
export async function expectUsableByBrowser(page: Page, screen: string): Promise<void> {
  await loadAxe(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolation(page, `${screen}, light`, 'all');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolation(page, `${screen}, dark`, 'all', colourRules);
}
