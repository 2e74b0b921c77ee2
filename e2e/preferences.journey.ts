/** Language and theme are the user's choice, survive reloads, and are shared by console and desk. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import { choose } from './harness/menu.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();
const isDark = (page: Page) => page.evaluate(`document.body.getAttribute('arco-theme') === 'dark'`);

test('the console changes language and theme at once, and keeps both', async () => {
  const { owner } = await stage().workplace();
  const { page } = await enterConsole(stage(), owner, { path: '/subpage/sonAccount' });
  await page.getByRole('button', { name: 'Language' }).click();
  await choose(page, '简体中文');
  await page.getByRole('heading', { name: '子账号管理', level: 1 }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('zh-CN');
  await page.getByRole('button', { name: '切换为深色主题' }).click();
  await expect.poll(() => isDark(page)).toBe(true);
  await page.reload();
  await page.getByRole('heading', { name: '子账号管理', level: 1 }).waitFor();
  await expect.poll(() => isDark(page)).toBe(true);

  await page.goto(`${stage().server.url}/desk/`);
  await page.getByRole('heading', { name: '登录工作台' }).waitFor();
  await expect.poll(() => isDark(page)).toBe(true);
});

test('the desk changes language and theme at once, and keeps both', async () => {
  const { agent } = await stage().workplace();
  const { page } = await startWork(stage(), agent);
  await page.getByRole('button', { name: 'Interface language' }).click();
  await choose(page, '简体中文');
  await page.getByText('还没有会话').waitFor();
  await page.getByRole('button', { name: '切换到深色主题' }).click();
  await expect.poll(() => isDark(page)).toBe(true);
  await page.reload();
  await page.getByText('还没有会话').waitFor();
  await expect.poll(() => isDark(page)).toBe(true);
  await page.getByRole('button', { name: '切换到浅色主题' }).click();
  await expect.poll(() => isDark(page)).toBe(false);
});

test('a user who has chosen nothing yet reads Chinese, whatever language the browser prefers', async () => {
  const { page } = await stage().newPerson({ locale: 'de-DE', language: null });
  await page.goto(`${stage().server.url}/desk/`);
  await page.getByRole('heading', { name: '登录工作台' }).waitFor();
  await page.goto(`${stage().server.url}/login`);
  await page.getByRole('heading', { name: '登录控制台' }).waitFor();
});
