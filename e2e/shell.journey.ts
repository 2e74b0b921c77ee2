/** The console's frame: colors, language, menus, tabs and a phone, each changed by hand and checked again after a reload. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterConsole, openConsolePage } from './harness/console.ts';
import { choose } from './harness/menu.ts';
import { registerOwner } from './harness/people.ts';
import { waitUntilSettled } from './harness/settled.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Open pages' });
const tabNames = (page: Page) => tabs(page).getByRole('listitem').getByRole('link').allTextContents();
const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const isWiderThanItsWindow = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');

async function enter() {
  return enterConsole(stage(), await registerOwner(stage().server.url));
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await settings(page).waitFor();
  await waitUntilSettled(page);
}

type Look = { dark: string | null; weak: string; accent: string };

async function lookOf(page: Page): Promise<Look> {
  const style = (of: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${of}')).${property}`);
  return {
    dark: await page.locator('body').getAttribute('arco-theme'),
    weak: await style('html', 'filter'),
    accent: await style('body', 'getPropertyValue("--accent")'),
  };
}

async function closeSettings(page: Page): Promise<void> {
  await settings(page).getByRole('button', { name: 'Close' }).click();
  await settings(page).waitFor({ state: 'hidden' });
}

/** At the top, behind a button, and as the server orders it. */
async function moveMenu(page: Page): Promise<void> {
  await openSettings(page);
  await settings(page).getByLabel('Top menu').click();
  await page.getByRole('banner').getByRole('navigation', { name: 'Main menu' }).waitFor();
  await expect.poll(() => page.locator('.side').count()).toBe(0);
  await settings(page).getByLabel('Hide menu').click();
  await closeSettings(page);
  await expect.poll(() => menu(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Show or hide the menu' }).click();
  await menu(page).getByRole('link', { name: 'Chat history' }).click();
  await heading(page, 'Chat history').waitFor({ state: 'attached' });

  await openSettings(page);
  await settings(page).getByRole('switch', { name: 'Hide menu' }).click();
  await settings(page).getByRole('switch', { name: 'Top menu' }).click();
  await settings(page).getByRole('switch', { name: 'Server menu' }).click();
  await page.getByText('Menu: success').waitFor();
  await closeSettings(page);
  await menu(page).getByRole('link', { name: 'Workplace' }).click();
  await heading(page, 'Home').waitFor({ state: 'attached' });
}

test('colors, the menu’s place and the language change at once, and what is set is kept over a reload', async () => {
  const { page } = await enter();
  const width = async () => Math.round((await page.locator('.side').boundingBox())?.width ?? 0);
  const fold = page.getByRole('button', { name: 'Show or hide the menu' });
  await menu(page).getByRole('link', { name: 'Chat history' }).waitFor();
  await expect.poll(width).toBe(260);
  await fold.click();
  await expect.poll(width).toBe(56);
  await openSettings(page);
  await settings(page).getByRole('radio', { name: 'Purple' }).check();
  await settings(page).getByText('Dark', { exact: true }).click();
  await settings(page).getByLabel('Color-blind mode').click();
  // Purple, lightened until it is readable on dark.
  const wanted = { dark: 'dark', weak: 'invert(0.8)', accent: '#b08ae5' };
  await expect.poll(() => lookOf(page)).toEqual(wanted);
  await closeSettings(page);

  await page.reload();
  await menu(page).waitFor();
  await expect.poll(width).toBe(56);
  await fold.click();
  await expect.poll(width).toBe(260);
  await openSettings(page);
  await expect.poll(() => lookOf(page)).toEqual(wanted);
  await settings(page).getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => lookOf(page)).toEqual({ dark: null, weak: 'none', accent: '#165dff' });
  await closeSettings(page);

  await moveMenu(page);
  await page.getByRole('button', { name: 'Language' }).click();
  await choose(page, '简体中文');
  await page.getByRole('navigation', { name: '主菜单' }).waitFor();
  await expect.poll(() => page.title()).toBe('首页 · Parley');
});

const many = ['Sub-accounts', 'Social accounts', 'Chat history', 'Fan tags', 'Split links', 'Quick replies'];

test('tabs are kept over a reload, listed when there are many, and navigated by keys', async () => {
  const { page } = await enter();
  for (const name of many) {
    await menu(page).getByRole('link', { name, exact: true }).click();
    await tabs(page).getByRole('link', { name, exact: true }).waitFor();
  }
  await page.reload();
  await heading(page, 'Quick replies').waitFor();
  await expect.poll(() => tabNames(page)).toEqual(['Home', ...many]);

  await tabs(page).getByRole('link', { name: 'Fan tags' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Delete');
  await expect.poll(() => tabNames(page)).not.toContain('Split links');
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Quick replies');
  await page.keyboard.press('ArrowLeft');
  // The key that opens a context menu.
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Close tabs to the left' }).waitFor();
  // The menu takes the focus once its animation has ended.
  const focused = () =>
    page.evaluate<string>("document.activeElement?.closest('[role=menuitem]')?.textContent ?? ''");
  await expect.poll(focused).toBe('Reload');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Close');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Close tabs to the left');
  await page.keyboard.press('Enter');
  await expect.poll(() => tabNames(page)).toEqual(['Home', 'Fan tags', 'Quick replies']);

  await page.getByRole('button', { name: 'All open pages' }).click();
  await choose(page, 'Fan tags');
  await heading(page, 'Fan tags').waitFor();
  await page.getByRole('button', { name: 'Close or reload pages' }).click();
  await choose(page, 'Close all');
  await heading(page, 'Home').waitFor({ state: 'attached' });
  await expect.poll(() => tabNames(page)).toEqual(['Home']);
});

test('the console’s shell is usable on a phone', async () => {
  const { owner } = await stage().workplace();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const { page } = await enterConsole(stage(), owner, phone);
  for (const name of ['Sub-accounts', 'Chat history', 'Fan tags']) {
    await page.getByRole('button', { name: 'Show or hide the menu' }).tap();
    await menu(page).getByRole('link', { name, exact: true }).tap();
    await heading(page, name).waitFor({ state: 'attached' });
    await menu(page).waitFor({ state: 'hidden' });
    await waitUntilSettled(page);
    await expect.poll(() => isWiderThanItsWindow(page)).toBe(false);
  }
  await page.getByRole('button', { name: 'All open pages' }).tap();
  await page.locator('.ant-dropdown').getByRole('menuitem', { name: 'Sub-accounts' }).tap();
  await heading(page, 'Sub-accounts').waitFor();
  await page.getByRole('button', { name: 'Settings', exact: true }).tap();
  await waitUntilSettled(page);
  await expect.poll(() => settings(page).getByRole('switch', { name: 'Top menu' }).isDisabled()).toBe(true);
  const box = await settings(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  await expect.poll(() => isWiderThanItsWindow(page)).toBe(false);
});

test('URLs lead to the wanted page after the login, to errors, or to public shares', async () => {
  const { url } = stage().server;
  const owner = await registerOwner(url);
  const console = await openConsolePage(stage(), { path: '/chatHistory/share?token=x' });
  const { page } = console;
  await heading(page, 'This link does not exist').waitFor();
  await page.goto(`${url}/subpage/agentConfig?status=working`);
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await console.logIn(owner);
  await heading(page, 'Proxies').waitFor();
  expect(page.url()).toBe(`${url}/subpage/agentConfig?status=working`);
  await page.goto(`${url}/redirect/material%2Fquick`);
  await heading(page, 'Quick replies').waitFor();
  await page.goto(`${url}/no/such/page`);
  await heading(page, 'Page not found').waitFor();
  await page.goto(`${url}/login`);
  await heading(page, 'Home').waitFor({ state: 'attached' });
});
