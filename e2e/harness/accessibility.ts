/** Checks the current page with axe, in both themes. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitUntilSettled } from './settled.ts';

type Violation = { rule: string; impact: string; where: string[] };

/** The rules that depend on the theme; all others are checked once per screen. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** The topmost open dialog, else the page: what is under a dialog was checked before, and is inert meanwhile. */
const shown = `[...document.querySelectorAll('[role="dialog"][aria-modal="true"]')]
  .filter((dialog) => dialog.checkVisibility()).at(-1) ?? document`;

const judge = (rules?: readonly string[]) => `axe.run(${shown}, ${JSON.stringify({
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

async function expectNoViolation(page: Page, screen: string, rules?: readonly string[]): Promise<void> {
  // Colors that fade in would be measured half-way; one that still does so while axe runs is stable in a second run.
  await waitUntilSettled(page);
  const seen = await page.evaluate<Violation[]>(judge(rules));
  if (seen.length === 0) return;
  await waitUntilSettled(page);
  expect.soft(await page.evaluate<Violation[]>(judge(rules)), screen).toEqual([]);
}

async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
}

/** Checks the page in its current theme, then in the other one, which it keeps. */
export async function expectUsable(page: Page, screen: string): Promise<void> {
  await loadAxe(page);
  const themes = (await isDark(page)) ? ['dark', 'light'] : ['light', 'dark'];
  await expectNoViolation(page, `${screen}, ${themes[0]}`);
  await switchTheme(page);
  await expectNoViolation(page, `${screen}, ${themes[1]}`, colourRules);
}

/** Checks a page that follows the browser's theme: the widget and the share page. */
export async function expectUsableByBrowser(page: Page, screen: string): Promise<void> {
  await loadAxe(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolation(page, `${screen}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolation(page, `${screen}, dark`, colourRules);
}
