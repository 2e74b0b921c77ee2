/** Judges what is on screen by axe's rules, in both themes. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settled } from './settled.ts';

type Violation = { rule: string; impact: string; where: string[] };

/** The rules that a theme can break: all others are asked once for a screen. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** An open dialog, the last one on top; what lies under it was judged before, and is out of reach meanwhile. */
const shown = `[...document.querySelectorAll('[role="dialog"][aria-modal="true"]')]
  .filter((dialog) => dialog.checkVisibility()).at(-1) ?? document`;

const judge = (rules?: readonly string[]) => `axe.run(${shown}, ${JSON.stringify({
  resultTypes: ['violations'],
  // Style sheets and media, which none of the rules that are on by default reads here.
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
 * By the switch that every page has, as a script presses it: it may lie under a dialog, and the mouse would light up
 * what it rests on.
 */
async function switchTheme(page: Page): Promise<void> {
  const dark = await isDark(page);
  const name = dark ? /ight theme$/ : /ark theme$/;
  const themeSwitch = page.getByRole('button', { name, includeHidden: true });
  await themeSwitch.first().dispatchEvent('click');
  await expect.poll(() => isDark(page)).toBe(!dark);
}

async function expectNoViolation(page: Page, screen: string, rules?: readonly string[]): Promise<void> {
  // Colors that fade in would be measured half-way; what still does so while axe reads is at rest the second time.
  await settled(page);
  const seen = await page.evaluate<Violation[]>(judge(rules));
  if (seen.length === 0) return;
  await settled(page);
  expect.soft(await page.evaluate<Violation[]>(judge(rules)), screen).toEqual([]);
}

async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
}

/** In the theme that the page has, and then in the other, which it keeps. */
export async function expectUsable(page: Page, screen: string): Promise<void> {
  await loadAxe(page);
  const themes = (await isDark(page)) ? ['dark', 'light'] : ['light', 'dark'];
  await expectNoViolation(page, `${screen}, ${themes[0]}`);
  await switchTheme(page);
  await expectNoViolation(page, `${screen}, ${themes[1]}`, colourRules);
}

/** Widget and share page follow the browser. */
export async function expectUsableByBrowser(page: Page, screen: string): Promise<void> {
  await loadAxe(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolation(page, `${screen}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolation(page, `${screen}, dark`, colourRules);
}
