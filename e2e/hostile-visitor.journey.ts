/** Tests that a hostile visitor's input is shown as text, and fits on every screen. */
import { visitorSend, visitorStart } from '@parley/contract/visitor';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { enterConsole } from './harness/console.ts';
import { startWork } from './harness/desk.ts';
import { addSite } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { visitShop } from './harness/widget.ts';

const stage = setStage();

const attacks = [
  '<img src=x onerror="window.hurt=1;alert(1)">',
  '<script>window.hurt=1;alert(2)</script><svg onload=alert(3)>',
  '"><iframe srcdoc="<script>parent.hurt=1</script>"></iframe>',
  'javascript:alert(4) https://example.com/?q=%22%3E%3Cscript%3Ealert(5)%3C/script%3E',
  '{{constructor.constructor("window.hurt=1")()}} $t(logOut) #{window.hurt=1}',
  '\u202Egnp.exe\u202C \u2066\u2067\u2066 \u202Eabc',
  `Z${'\u0337\u0322\u0321\u0328\u0334'.repeat(40)}algo`,
  'W'.repeat(5_000),
  '🫖'.repeat(2_000),
];

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Selects elements that overflow horizontally: the page itself and the parts that scroll only vertically. */
const overflows = `['html', '.desk-messages', '.desk-scroll', '.reading', '.pane-scroll'].filter((selector) => {
  const element = document.querySelector(selector);
  return element !== null && element.scrollWidth > element.clientWidth;
})`;

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate('window.hurt')).toBeUndefined();
  expect(await page.locator('img[src="x"], iframe, svg[onload], .chat-message script').count()).toBe(0);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect.poll(() => page.evaluate(overflows)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a hostile visitor’s texts neither run nor break the layout, in the desk, the console and the widget', async () => {
  const { owner, agent } = await stage().workplace();
  const site = await addSite(owner, agent, stage().shop.url, {
    name: attacks[0] ?? '',
    welcomeText: attacks[1] ?? '',
  });
  stage().shop.embed(site.embed ?? '');
  const desk = await startWork(stage(), agent);
  const visitor = await visitShop(stage());
  await visitor.open();
  for (const attack of attacks) await visitor.write(attack);
  await expect.poll(() => visitor.states()).toHaveLength(attacks.length);
  await expect.poll(() => desk.conversations()).toBe(1);
  await expectHarmless(desk.page);
  await desk.openFirst();
  await expect.poll(() => desk.originals()).toHaveLength(attacks.length);
  await expect
    .poll(async () => (await desk.bubbles()).filter((bubble) => bubble.translation.endsWith('…')))
    .toEqual([]);
  await expectHarmless(desk.page);
  expect((await desk.originals())[0]).toBe(attacks[0]);

  const { page, ...console } = await enterConsole(stage(), owner, { path: '/subpage/socialAccount' });
  await page
    .getByText(attacks[0] ?? '')
    .first()
    .waitFor();
  await expectHarmless(page);
  await console.go('Chat history');
  await expectHarmless(page);
  await page.locator('a.conversation').click();
  await expect.poll(() => page.locator('.chat-original').count()).toBe(attacks.length);
  await expectHarmless(page);
  expect(await visitor.page.evaluate('window.hurt')).toBeUndefined();
});

test('a megabyte of emoji is refused: in the widget with a sentence, in the API with a code', async () => {
  const { owner, agent } = await stage().workplace();
  const site = await addSite(owner, agent, stage().shop.url);
  const visitor = await visitShop(stage());
  await visitor.open();
  await visitor.write('🫖'.repeat(262_144));
  await expect
    .poll(() => visitor.page.locator('.note').textContent())
    .toMatch(/Demasiado largo: 262.144 \/ 10.000/);
  expect(await visitor.texts()).toEqual([]);

  const post = async (path: string, body: object, token = '') => {
    const response = await fetch(stage().server.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: stage().shop.url,
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      ...z.object({ code: z.int(), data: z.unknown() }).parse(await response.json()),
    };
  };
  const started = await post(visitorStart.path, { site: site.id, language: 'es' });
  const { token } = visitorStart.answer.parse(started.data);
  for (const [text, code] of [
    ['🫖'.repeat(262_144), 413],
    ['🫖'.repeat(10_001), 400],
    ['🫖'.repeat(10_000), 200],
  ] as const) {
    const answer = await post(visitorSend.path, { id: crypto.randomUUID(), text }, token);
    expect(answer).toMatchObject({ status: code, code });
  }
});
