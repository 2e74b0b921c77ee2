/** Parley's main purpose, entirely on the real screens: owner, agent, visitor, owner. */
import { codePoints } from '@parley/contract/values';
import { expect, test } from 'vitest';
import { type Console, openConsolePage } from './harness/console.ts';
import { type Desk, openDeskPage } from './harness/desk.ts';
import { grant, mailedCode, operatorOf, password } from './harness/people.ts';
import { type Stage, setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

/** With animations, as most people have them; the other journeys disable them. */
const moving = { reducedMotion: 'no-preference' } as const;

const stage = setStage();
const email = 'clara@example.com';
const question = 'Hola, ¿dónde está mi pedido?';
const answer = 'Hello! Your order arrives tomorrow.';
const allocated = 10_000;

async function register(at: Console, { server }: Stage): Promise<void> {
  const { page } = at;
  await page.getByRole('link', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  const operating = await operatorOf(server.url);
  await expect.poll(() => mailedCode(operating, email)).toMatch(/^\d{6}$/);
  await page.getByLabel('Verification code').fill(await mailedCode(operating, email));
  await page.getByLabel('Messaging app contact').fill('@clara');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Open now' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  await grant(operating, email, 50_000);
}

/** Returns the credentials that the screen shows once. */
async function createSubAccount({ page, go }: Console): Promise<{ accountName: string; password: string }> {
  await go('Sub-accounts');
  await page.getByRole('button', { name: 'Create sub-account' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create sub-account' });
  await form.getByLabel('Remark').fill('Ana');
  await form.getByText('Limited', { exact: true }).click();
  await form.getByLabel('Initial characters').fill(String(allocated));
  await form.getByRole('button', { name: 'Save' }).click();
  const made = page.getByRole('dialog', { name: 'Sub-account created' });
  await made.waitFor();
  const [accountName = '', shown = ''] = await made.locator('.code').allTextContents();
  await made.getByRole('button', { name: 'Done' }).click();
  return { accountName, password: shown };
}

/** Returns the script tag for the shop's pages. */
async function addWebsiteChat({ page, go }: Console, origin: string): Promise<string> {
  await go('Social accounts');
  await page.getByRole('button', { name: 'Add social account' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add social account' });
  await form.getByRole('combobox', { name: 'Platform' }).click();
  await page.getByTitle('Website chat').click();
  await form.getByLabel('Name', { exact: true }).fill('Web shop');
  await form.getByRole('combobox', { name: 'Sub-account' }).click();
  await page.getByTitle(/^Ana/).click();
  await form.getByLabel('Name shown to visitors').fill('La tienda de Clara');
  await form.getByLabel('Allowed websites').fill(origin);
  await form.getByRole('switch', { name: 'Show agents’ names to visitors' }).click();
  await form.getByRole('button', { name: 'Verify and connect' }).click();
  const embed = page.getByRole('dialog', { name: 'Add chat to your website' });
  const tag = await embed.getByRole('textbox').inputValue();
  await embed.getByRole('button', { name: 'Done' }).click();
  return tag;
}

async function readEnglish({ page }: Desk): Promise<void> {
  const question = page.getByRole('region', { name: 'Which language do you read?' });
  await question.getByRole('button', { name: 'Save' }).click();
  await question.waitFor({ state: 'detached' });
}

test('a visitor asks in Spanish, an agent answers in English, and the owner sees both and what it cost', async () => {
  const owner = await openConsolePage(stage(), moving);
  await register(owner, stage());
  const credentials = await createSubAccount(owner);
  stage().shop.embed(await addWebsiteChat(owner, stage().shop.url));

  const desk = await openDeskPage(stage(), moving);
  await desk.page.getByLabel('Your name').fill('Maite');
  await desk.logIn(credentials);
  await readEnglish(desk);

  const visitor = await visitShop(stage(), moving);
  await visitor.open();
  await visitor.write(question);
  await expect.poll(() => desk.conversations()).toBe(1);
  await desk.openFirst();
  await expect.poll(() => desk.originals()).toEqual([question]);
  await expect.poll(async () => (await desk.bubbles())[0]?.translation).toMatch(/my request/);
  await expect.poll(() => visitor.states()).toEqual(['Leído']);

  await desk.answer(answer);
  await expect.poll(() => desk.strip.textContent()).toMatch(/mañana/);
  await expect.poll(() => visitor.received()).toHaveLength(1);
  const [received = ''] = await visitor.received();
  expect(received).toMatch(/mañana/);
  expect(received).not.toContain('tomorrow');
  expect(await visitor.page.locator('.log .author:visible').allTextContents()).toEqual(['Maite']);
  await expect
    .poll(async () => (await desk.bubbles())[1])
    .toEqual({ from: 'out', original: answer, translation: received, delivery: 'read' });

  const spent = codePoints(question) + codePoints(answer);
  await owner.go('Sub-accounts');
  const left = new Intl.NumberFormat('en-US').format(allocated - spent);
  const row = owner.page.getByRole('row', { name: credentials.accountName });
  await row.getByText(left, { exact: true }).waitFor();
  await row.getByText('1 / 1', { exact: true }).waitFor();
  await owner.go('Home');
  await expect.poll(() => owner.figure('New fans today')).toBe('1');
  await owner.go('Chat history');
  await owner.page.locator('a.conversation').click();
  const log = owner.page.getByRole('log', { name: 'Messages' });
  for (const text of [question, answer, received]) await log.getByText(text, { exact: true }).waitFor();
  await log.getByText(/my request/).waitFor();
});
