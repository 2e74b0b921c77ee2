/** The operator's screens as the operator uses them. */
import type { Page } from 'playwright-core';
import type { Equipment } from './browser.ts';
import { openAsOperator } from './logged-in-pages.ts';
import { operator } from './server.ts';
import type { Stage } from './stage.ts';

/** Opens the list of notifications, logged in. */
export async function openOperatorPage(stage: Stage, equipment: Equipment = {}): Promise<Page> {
  const { page } = await openAsOperator(stage, equipment);
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
  return page;
}

/** Logs in on the login page. */
export async function logInAsOperator(stage: Stage, equipment: Equipment = {}): Promise<Page> {
  const { page } = await stage.newPerson(equipment);
  await page.goto(`${stage.server.url}/operator`);
  await page.getByLabel('E-mail').fill(operator.email);
  await page.getByLabel('Password').fill(operator.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
  return page;
}

/** Publishes a notification in both languages. */
export async function publish(page: Page, title: string, level?: string): Promise<void> {
  await page.getByRole('button', { name: 'Create notification' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create notification' });
  await form.getByLabel('Title (简体中文)').fill('维护通知');
  await form.getByLabel('Text (简体中文)').fill('今晚两点开始。');
  await form.getByLabel('Title (English)').fill(title);
  await form.getByLabel('Text (English)').fill('From two o’clock.\nMore: https://status.example.com/');
  if (level !== undefined) {
    await form.getByRole('combobox', { name: 'Level' }).click();
    await page.getByTitle(level, { exact: true }).click();
  }
  await form.getByRole('button', { name: 'Publish' }).click();
  await form.waitFor({ state: 'detached' });
}
