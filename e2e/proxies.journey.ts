/** The owner adds, tests, imports and deletes proxies; the proxies, and the connections through them, are real. */
import { proxyPage } from '@parley/contract/proxies';
import type { Page } from 'playwright-core';
import { afterAll, expect, inject, test } from 'vitest';
import { type RealProxy, startRealProxy } from '../apps/server/src/base/testing/real-proxy.ts';
import { enterConsole } from './harness/console.ts';
import { addAgent, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of closing.splice(0).reverse()) await end();
});

const stage = setStage();

async function startProxy(protocol: 'http' | 'socks5'): Promise<RealProxy> {
  const proxy = await startRealProxy(protocol);
  closing.push(proxy.close);
  return proxy;
}

/** Formats a proxy as a provider does. */
function addressOf({ access }: RealProxy, password = access.proxyPassword): string {
  const user = encodeURIComponent(access.proxyUserName);
  return `${access.networkProtocol}://${user}:${encodeURIComponent(password)}@${access.host}:${access.port}`;
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.getByLabel('Host', { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+v');
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

async function sitAtProxies() {
  const owner = await registerOwner(stage().server.url);
  await addAgent(stage().server.url, owner, 'Ana');
  const { page } = await enterConsole(stage(), owner, {
    path: '/subpage/agentConfig',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.getByRole('heading', { name: 'Proxies', level: 1 }).waitFor();
  return { owner, page };
}

/** It is tested before and after it is saved, and shown without its password. */
async function addMadrid(page: Page): Promise<void> {
  const http = await startProxy('http');
  await page.getByText('No proxies yet').waitFor();
  await page.getByRole('button', { name: 'Add proxy' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add proxy' });
  // Its loading icon is part of its name until it has faded out.
  const tryIt = form.getByRole('button', { name: /Test$/ });
  await form.getByLabel('Name', { exact: true }).fill('Madrid');
  await paste(page, addressOf(http, 'wrong'));
  await tryIt.click();
  await form.getByText('The proxy doesn’t work').waitFor();
  await form.getByLabel('Password', { exact: true }).fill(http.access.proxyPassword);
  await form.getByText('The proxy doesn’t work').waitFor({ state: 'detached' });
  await tryIt.click();
  await form.getByText('The proxy works').waitFor();
  await form.getByText('198.51.100.7').waitFor();
  await form.getByText('Spain').waitFor();
  expect(http.log()).toContain(new URL(inject('shared').checkUrl).host);

  await form.getByText('Selected sub-accounts').click();
  await form.getByRole('combobox', { name: 'Sub-accounts' }).fill('An');
  await page.getByTitle(/^Ana \(/).click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Save' }).click();
  const row = rowOf(page, 'Madrid');
  await expect.poll(() => row.innerText()).toMatch(/Ana[\s\S]*Not tested/);
  // A click while the form is closing can hit the form instead of the row.
  await form.waitFor({ state: 'hidden' });
  await row.getByRole('button', { name: 'Test Madrid' }).click();
  await expect.poll(() => row.innerText()).toMatch(/Working · \d+ ms[\s\S]*Spain[\s\S]*198\.51\.100\.7/);

  await row.getByRole('button', { name: 'More for Madrid' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const change = page.getByRole('dialog', { name: 'Edit proxy' });
  await expect.poll(() => change.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  await change.getByLabel('Name', { exact: true }).fill('Madrid 2');
  await change.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, 'Madrid 2').waitFor();
}

/** A list is imported after its invalid lines are corrected; all are tested, one fails, and they are deleted. */
async function importList(page: Page): Promise<void> {
  const [http, socks] = [await startProxy('http'), await startProxy('socks5')];
  await page.getByRole('button', { name: 'Import' }).first().click();
  const form = page.getByRole('dialog', { name: 'Import' });
  const lines = [`${addressOf(http)}#Oslo`, 'gopher://a:b@10.0.0.1:70#Quito', `${addressOf(socks)}#Lima`];
  await form.getByLabel('Proxies, one per line').fill(lines.join('\n'));
  await form.getByText('3 lines').waitFor();
  await form.getByRole('button', { name: 'Import' }).click();
  await form.getByText('2 proxies added').waitFor();
  await form.getByRole('row', { name: /2 Unknown protocol/ }).waitFor();
  await expect.poll(() => form.getByLabel('Proxies, one per line').inputValue()).toBe(lines[1]);
  await form.getByLabel('Proxies, one per line').fill(`${addressOf(http)}#Again`);
  await form.getByRole('button', { name: 'Import' }).click();
  await form.getByText('Already added').waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();

  await socks.stop();
  await rowOf(page, 'Oslo').waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Test selected' }).click();
  await page.getByText('Working: 1, not working: 1').waitFor();
  await expect.poll(() => rowOf(page, 'Oslo').innerText()).toMatch(/Working · \d+ ms/);
  await expect.poll(() => rowOf(page, 'Lima').innerText()).toContain('Not working');

  await page.getByRole('button', { name: 'Delete selected' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 2 proxies?' });
  await question.getByText('No social accounts use it.').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No proxies yet').waitFor();
}

test('an imported list is tested and deleted, and a single proxy is tested before it is saved and edited', async () => {
  const { owner, page } = await sitAtProxies();
  await importList(page);
  expect((await owner.client.call(proxyPage, { query: {} })).total).toBe(0);
  await addMadrid(page);
  const { list } = await owner.client.call(proxyPage, { query: {} });
  expect(list).toMatchObject([{ name: 'Madrid 2', status: 'working', range: 'some' }]);
});
