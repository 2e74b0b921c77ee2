/** Tests two agents of one sub-account, or of two, each on a separate machine. */
import { expect, test, vi } from 'vitest';
import { type Desk, startWork } from './harness/desk.ts';
import { addAgent } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { type Visitor, visitShop } from './harness/widget.ts';

const stage = setStage();
const lines = ['¿Abren los domingos?', 'Quiero comprar una camisa.'];
const answer = 'Yes, we open on Sundays.';

/** The conversation's row, with its preview and unread count. */
const row = (desk: Desk) => desk.page.locator('[data-conversation]').first();
const unread = (desk: Desk) => row(desk).getAttribute('data-unread');

/** Runs in the page before it alerts: records the desk's use of notifications and sound, which a headless browser lacks. */
const stubAlerts = `window.alerts = { notifications: [], tones: 0 };
window.Notification = class {
  static permission = localStorage.getItem('permission') ?? 'default';
  static async requestPermission() {
    localStorage.setItem('permission', 'granted');
    return (Notification.permission = 'granted');
  }
  constructor(title, { body, tag }) {
    this.entry = { body, tag, open: true };
    alerts.notifications = [...alerts.notifications.filter((one) => one.tag !== tag), this.entry];
  }
  close() { this.entry.open = false; }
};
const RealAudio = window.AudioContext;
window.AudioContext = class extends RealAudio {
  constructor() { super(); alerts.tones += 1; }
};`;

type Alerts = { notifications: { body: string; tag: string; open: boolean }[]; tones: number };
const alertsOf = (desk: Desk) => desk.page.evaluate<Alerts>('alerts');

async function switchOnNotifications({ page }: Desk): Promise<void> {
  await page.evaluate(stubAlerts);
  await page.getByRole('button', { name: 'Message alerts' }).click();
  await page.getByRole('switch', { name: 'Desktop notifications' }).click();
  await page.getByRole('switch', { name: 'Desktop notifications', checked: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Message alerts' }).waitFor({ state: 'hidden' });
}

/** A message to an account that one desk mutes alerts at no desk, and counts again when that ends. */
async function writeMuted(visitor: Visitor, ana: Desk, bea: Desk): Promise<void> {
  const mute = (desk: Desk) => desk.page.getByRole('button', { name: /^Mute / });
  await mute(ana).click();
  await expect.poll(() => mute(bea).getAttribute('aria-pressed')).toBe('true');
  await visitor.write(lines[0] ?? '');
  await expect.poll(() => unread(bea)).toBe('true');
  expect(await bea.page.title()).not.toMatch(/^\(/);
  await mute(bea).click();
  for (const desk of [ana, bea]) await expect.poll(() => desk.page.title()).toMatch(/^\(1\)/);
  const { notifications, tones } = await alertsOf(bea);
  expect([notifications.map(({ tag }) => tag), tones]).toEqual([['desk:example'], 0]);
}

/** One agent sees that the other is replying, and is asked before the customer receives a second answer. */
async function answerAtOnce(ana: Desk, bea: Desk): Promise<void> {
  await ana.page.evaluate("localStorage.setItem('desk:name', 'Ana')");
  await ana.composer.fill(answer);
  await bea.page.getByText('Ana is replying').first().waitFor();
  await bea.composer.fill('Every Sunday.');
  await ana.composer.press('Enter');
  await bea.page.getByText('Ana has answered since you began this text.').waitFor();
  await bea.composer.press('Enter');
  await bea.page.getByRole('alert').filter({ hasText: 'Not sent: Ana has answered' }).waitFor();
  await bea.composer.fill('');
  await bea.page.getByRole('alert').filter({ hasText: 'Not sent' }).waitFor({ state: 'hidden' });
  await bea.page.locator('.chat-author', { hasText: 'Ana' }).waitFor();
}

test('two desks of one sub-account show the same messages, states, read marks and muted accounts', async () => {
  const { agent } = await stage().workplace();
  const ana = await startWork(stage(), agent);
  const bea = await startWork(stage(), agent);
  await switchOnNotifications(bea);
  const visitor = await visitShop(stage());
  await visitor.open();
  await writeMuted(visitor, ana, bea);
  await visitor.write(lines[1] ?? '');
  await expect.poll(() => visitor.states()).toEqual(['Enviado', 'Enviado']);
  for (const desk of [ana, bea]) {
    await expect.poll(() => desk.conversations()).toBe(1);
    await expect.poll(() => unread(desk)).toBe('true');
    await expect.poll(() => desk.page.title()).toMatch(/^\(1\)/);
  }
  const conversation = await row(bea).getAttribute('data-conversation');
  const ofCustomer = async () =>
    (await alertsOf(bea)).notifications.filter(({ tag }) => tag === `desk:${conversation}`);
  const icon = () => bea.page.locator('link[rel="icon"]').getAttribute('href');
  await expect.poll(ofCustomer).toMatchObject([{ open: true }]);
  expect((await alertsOf(bea)).tones).toBeGreaterThan(0);
  await expect.poll(icon).toMatch(/^data:/);

  await ana.openFirst();
  await expect.poll(() => ana.originals()).toEqual(lines);
  for (const desk of [ana, bea]) {
    await expect.poll(() => unread(desk)).toBe('false');
    await expect.poll(() => desk.page.title()).not.toMatch(/^\(/);
  }
  await expect.poll(ofCustomer).toMatchObject([{ open: false }]);
  await expect.poll(icon).not.toMatch(/^data:/);

  await bea.openFirst();
  await answerAtOnce(ana, bea);
  await expect.poll(() => visitor.received()).toHaveLength(1);
  await expect.poll(() => bea.originals()).toEqual([...lines, answer]);
  await expect.poll(async () => (await bea.bubbles()).at(-1)?.delivery).toBe('read');
  await expect.poll(async () => (await ana.bubbles()).at(-1)?.delivery).toBe('read');
  await vi.waitFor(async () => expect(await bea.bubbles()).toEqual(await ana.bubbles()));
  await expect.poll(() => row(bea).textContent()).toContain(answer);

  const head = ana.page.locator('.desk-chat-header');
  await head.getByRole('button', { name: 'Pin, snooze, close, archive or hand over' }).click();
  await ana.page.getByRole('menuitem', { name: 'Close' }).click();
  for (const desk of [ana, bea]) await expect.poll(() => desk.conversations()).toBe(0);
  await visitor.write('¿Y los lunes?');
  for (const desk of [ana, bea]) await expect.poll(() => desk.conversations()).toBe(1);
});

test('a conversation that one sub-account hands over is answered by another, and handed back', async () => {
  const { owner, agent } = await stage().workplace();
  const ana = await startWork(stage(), agent);
  const bea = await startWork(stage(), await addAgent(stage().server.url, owner, 'Returns'));
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write(lines[0] ?? '');
  await expect.poll(() => ana.conversations()).toBe(1);
  await ana.openFirst();
  await ana.page.locator('.chat-original').first().waitFor();
  const head = ana.page.locator('.desk-chat-header');
  await head.getByRole('button', { name: 'Pin, snooze, close, archive or hand over' }).click();
  await ana.page.getByRole('menuitem', { name: 'Hand over…' }).click();
  const dialog = ana.page.getByRole('dialog', { name: /^Hand over/ });
  // The selection has the focus.
  await dialog.getByRole('combobox', { name: 'Sub-account' }).and(ana.page.locator(':focus')).waitFor();
  await ana.page.keyboard.type('ret');
  await ana.page.locator('.desk-receiver', { hasText: 'Returns' }).first().waitFor();
  await ana.page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Asks about Sundays');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await ana.page.getByText('Handed over to Returns').waitFor();
  await expect.poll(() => ana.conversations()).toBe(0);

  await bea.page.getByText('has handed a conversation over to you').waitFor();
  await bea.page.getByRole('button', { name: 'Open' }).click();
  await bea.page.locator('.desk-hand-over', { hasText: 'Asks about Sundays' }).waitFor();
  await bea.answer(answer);
  await expect.poll(() => visitor.received()).toHaveLength(1);
  await bea.page.getByRole('button', { name: 'Hand back' }).click();
  await bea.page.getByRole('tooltip').getByRole('button', { name: 'Hand back' }).click();
  await expect.poll(() => bea.conversations()).toBe(0);
  await expect.poll(() => ana.conversations()).toBe(1);
  await ana.openFirst();
  await expect.poll(() => ana.originals()).toEqual([lines[0], answer]);
});
