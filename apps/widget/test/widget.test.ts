import type { Server } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { buildWidget, compressedSize, maxBytes, type WidgetScripts } from './build-widget.ts';
import { describeEmoji } from './emoji.ts';
import { serveHostPage, site } from './host-page.ts';
import { describeMessageActs } from './message-acts.ts';
import { choose, picture, pictureWidths } from './picture.ts';
import { describeRating } from './rating.ts';
import { VisitorServer } from './visitor-server.ts';

let scripts: WidgetScripts;
let browser: Browser;
let server: VisitorServer;
let host: { port: number; server: Server };
let context: BrowserContext;
let page: Page;
const warnings: string[] = [];
beforeAll(async () => {
  scripts = await buildWidget();
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  server = new VisitorServer(scripts, {
    name: 'Teapots & <b>Co</b>',
    online: true,
    color: '#0f766e',
    greeting: 'Welcome! Which pot are you after?',
    offlineNote: null,
  });
  await server.start();
  host = await serveHostPage(server.origin);
  context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  page = await newPage();
  warnings.length = 0;
});
afterEach(async () => {
  await context.close();
  host.server.closeAllConnections();
  host.server.close();
  await server.stop();
  expect(server.complaints).toEqual([]);
});

async function newPage(): Promise<Page> {
  const made = await context.newPage();
  made.setDefaultTimeout(30_000);
  made.on('console', (message) => warnings.push(message.text()));
  made.on('pageerror', (error) => server.complaints.push(String(error)));
  return made;
}
async function visit(query = '', on = page, name = '127.0.0.1'): Promise<void> {
  await on.goto(`http://${name}:${host.port}/?${query}`);
}
async function open(on = page): Promise<void> {
  await on.getByRole('button', { name: 'Chat' }).click();
}
const area = (on = page) => on.getByRole('textbox');
async function send(text: string, on = page): Promise<void> {
  await area(on).fill(text);
  await area(on).press('Enter');
}
const rows = (on = page) => on.locator('.log .text').allTextContents();
const state = (on = page) => on.locator('.log .state').allTextContents();

test.each(maxBytes)(
  'the script %s is under %i bytes when compressed, and evaluates nothing',
  (name, limit) => {
    expect(compressedSize(scripts[name])).toBeLessThan(limit);
    expect(scripts[name]).not.toMatch(/\beval\(|new Function|innerHTML|document\.write|insertAdjacentHTML/);
  },
);

describe('a conversation', () => {
  test('a conversation is sent, answered, read, and still there after a reload and in another tab', async () => {
    await visit();
    await open();
    await expect
      .poll(() => page.locator('.row .text').first().textContent())
      .toBe('Welcome! Which pot are you after?');
    await send('Do you ship to Chile?');
    await expect.poll(() => state()).toEqual(['Sent']);
    server.model.agentReads(server.visitor());
    await expect.poll(() => state()).toEqual(['Read']);
    server.say('Yes, in straw.');
    const both = ['Do you ship to Chile?', 'Yes, in straw.'];
    await expect.poll(() => rows()).toEqual(both);
    await expect.poll(() => server.visitor().read).toBe(3);
    await page.reload();
    await expect.poll(() => rows()).toEqual(both);
    const tab = await newPage();
    await visit('', tab);
    await open(tab);
    await expect.poll(() => rows(tab)).toEqual(both);
    await send('Lovely', tab);
    await expect.poll(() => rows()).toEqual([...both, 'Lovely']);
    expect(server.model.visitors.size).toBe(1);
  });

  test('survives a server restart: messages of both parties in the meantime are there once, in order', async () => {
    await visit();
    await open();
    await send('one');
    await expect.poll(() => state()).toEqual(['Sent']);
    await server.stop();
    await send('two');
    await send('three');
    await expect.poll(() => state()).toEqual(['Sent', 'Not sent', 'Not sent']);
    server.say('said while the line was down');
    await server.start();
    // The page also retries automatically, and may have been faster.
    const again = page.getByRole('button', { name: 'Try again' }).first();
    await again.click({ timeout: 5_000 }).catch(() => undefined);
    const all = ['one', 'said while the line was down', 'two', 'three'];
    await expect.poll(() => rows()).toEqual(all);
    await expect.poll(() => server.visitor().messages.map((message) => message.text)).toEqual(all);
    await expect.poll(() => state()).toEqual(['Sent', 'Sent', 'Sent']);
  });

  test('keeps what could not be sent until the next visit', async () => {
    await visit();
    await open();
    await send('one');
    await expect.poll(() => state()).toEqual(['Sent']);
    await server.stop();
    await send('two');
    await expect.poll(() => state()).toEqual(['Sent', 'Not sent']);
    await page.goto('about:blank');
    await server.start();
    await visit();
    await expect.poll(() => rows()).toEqual(['one', 'two']);
    await expect.poll(() => state()).toEqual(['Sent', 'Sent']);
    expect(server.visitor().messages).toHaveLength(2);
    expect(
      await page.evaluate(`Object.keys(localStorage).filter((key) => key.includes('out:')).length`),
    ).toBe(0);
  });

  test('keeps a draft over a reload and a closed tab, for all tabs, until it is sent', async () => {
    await visit();
    await open();
    await area().fill('half a\nsentence');
    await page.reload();
    await expect.poll(() => area().inputValue()).toBe('half a\nsentence');
    expect((await area().boundingBox())?.height).toBeGreaterThan(40);
    const tab = await newPage();
    await page.close();
    await visit('', tab);
    await open(tab);
    expect(await area(tab).inputValue()).toBe('half a\nsentence');
    page = await newPage();
    await visit();
    await open();
    await page.locator('.scroll').focus();
    await send('a sentence', tab);
    await expect.poll(() => rows()).toEqual(['a sentence']);
    await expect.poll(() => area().inputValue()).toBe('');
  });

  test('waits when the server answers that there are too many requests', async () => {
    await page.clock.install();
    await visit();
    await open();
    server.busy = 1;
    await send('patience');
    await expect.poll(() => state()).toEqual(['Not sent']);
    await page.clock.fastForward(60_000);
    await expect.poll(() => state()).toEqual(['Sent']);
    expect(server.visitor().messages).toHaveLength(1);
  });

  test('starts again when the token is no longer valid', async () => {
    await visit();
    await page.evaluate(`localStorage.setItem('parley:${site}:token', 'from-long-ago')`);
    await page.reload();
    await open();
    await send('anybody there?');
    await expect.poll(() => state()).toEqual(['Sent']);
    expect(server.visitor().token).not.toBe('from-long-ago');
  });

  test('works when the browser stores nothing', async () => {
    await visit('sandbox');
    await open();
    await send('no storage here');
    await expect.poll(() => state()).toEqual(['Sent']);
    expect(await area().inputValue()).toBe('');
  });
});

describe('the business', () => {
  test('comes and goes, and its typing shows; so does the visitor’s', async () => {
    await visit();
    await open();
    const presence = page.locator('.presence');
    await expect.poll(() => presence.textContent()).toBe('Online');
    await send('hello');
    await expect.poll(() => state()).toEqual(['Sent']);
    await expect.poll(() => server.visitor().listeners.size).toBe(1);
    server.model.setOnline(false);
    await expect.poll(() => presence.textContent()).toBe('Away');
    await page.getByText('Leave a message and we will answer here.').waitFor();
    server.model.setOnline(true);
    await expect.poll(() => presence.textContent()).toBe('Online');
    server.model.agentTypes(server.visitor(), true);
    await page.getByRole('img', { name: 'Writing…' }).waitFor();
    server.model.agentTypes(server.visitor(), false);
    await page.getByRole('img', { name: 'Writing…' }).waitFor({ state: 'detached' });
    await area().pressSequentially('hm');
    await expect.poll(() => server.visitor().typing).toBe(true);
    await area().fill('');
    await expect.poll(() => server.visitor().typing).toBe(false);
  });

  test('the business learns what was delivered, and read only when it was', async () => {
    await visit();
    await open();
    await send('hello');
    await expect.poll(() => state()).toEqual(['Sent']);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.reload();
    server.say('one');
    server.say('two');
    const launcher = page.getByRole('button', { name: 'Chat. New messages: 2' });
    await launcher.waitFor();
    await expect.poll(() => [server.visitor().delivered, server.visitor().read]).toEqual([3, 0]);
    await launcher.click();
    await expect.poll(() => server.visitor().read).toBe(3);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Chat', exact: true }).waitFor();
  });

  test('the business that does not allow this website is not shown on it, and the console says why, once', async () => {
    await visit('', page, 'localhost');
    await open();
    await page.locator('parley-chat').waitFor({ state: 'detached' });
    await page.evaluate('window.Parley.open()');
    expect(warnings.filter((text) => text.includes('channel.origin-refused'))).toHaveLength(1);
  });
});

describe('files', () => {
  const drawn = () => pictureWidths(page);
  test('a picture is uploaded, sent and shown, and so is the business’s; nothing is fetched before it is opened', async () => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await visit('pictures');
    await page.getByRole('button', { name: 'Chat' }).waitFor();
    expect(fetched.filter((path) => path.endsWith('.js'))).toEqual(['/widget.js']);
    await open();
    await choose(page, picture);
    await expect.poll(drawn).toEqual([1]);
    const { name, mimeType: contentType, buffer: bytes } = picture;
    expect([...server.model.files.values()]).toEqual([{ name, contentType, bytes }]);
    server.sayFile('This one?', { name: 'ours.png', contentType, bytes });
    await expect.poll(drawn).toEqual([1, 1]);
    await page.reload();
    await expect.poll(drawn).toEqual([1, 1]);
    expect(await page.getByRole('link', { name: 'ours.png' }).getAttribute('rel')).toBe('noopener');
  });

  test('a picture is a link to its file on a page that forbids pictures', async () => {
    await visit();
    await open();
    await choose(page, picture);
    await page.locator('a[download="pot.png"]').waitFor();
  });

  test('a file that is not accepted says so and can be removed, and the next one is sent', async () => {
    await visit();
    await open();
    await choose(page, { ...picture, name: '<b>.exe', mimeType: 'application/x-msdownload' }, picture);
    await page.getByText('File not accepted').waitFor();
    expect(await page.getByText('<b>.exe').isVisible()).toBe(true);
    await expect.poll(() => state()).toEqual(['Sent']);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('<b>.exe').waitFor({ state: 'detached' });
    expect(server.model.files.size).toBe(1);
  });

  test('without the second script, names are shown with a retry', async () => {
    await visit('pictures');
    server.withoutFiles = true;
    await open();
    await send('text still goes');
    await expect.poll(() => state()).toEqual(['Sent']);
    const hostile = 'https://x.example/<img src=x>.png';
    server.sayFile('', { name: hostile, contentType: 'image/png', bytes: picture.buffer });
    await page.getByText(`📎 ${hostile}`).waitFor();
    expect(await page.locator('.log a').count()).toBe(0);
    server.withoutFiles = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(drawn).toEqual([1]);
  });
});

describeEmoji(() => ({ page, server, visit }));
describeMessageActs(() => ({ page, server, visit, open, newPage }));
describeRating(() => ({ page, server, visit, newPage }));

describe('hostile', () => {
  const attack = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>';
  test('text stays text', async () => {
    server.model.business.greeting = attack;
    await visit();
    await open();
    const texts = [
      attack,
      '\u202Egnp.exe\u202C https://example.com/ok javascript:alert(1)',
      'https://a@evil.example/',
    ];
    for (const text of texts) await send(text);
    await expect.poll(() => state()).toEqual(['Sent', 'Sent', 'Sent']);
    for (const text of texts) server.say(text);
    await expect.poll(() => rows()).toEqual([...texts, ...texts]);
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    expect(await page.locator('parley-chat img, parley-chat script').count()).toBe(0);
    expect(await page.locator('.name').textContent()).toBe('Teapots & <b>Co</b>');
    const links = page.locator('.log a');
    expect(await links.count()).toBe(2);
    expect(await links.first().getAttribute('href')).toBe('https://example.com/ok');
    expect(await links.first().getAttribute('rel')).toContain('noopener');
  });

  test('refuses an overlong text kindly, and accepts one that just fits', async () => {
    await visit();
    await open();
    await area().fill('🫖'.repeat(50_000));
    await area().press('Enter');
    await expect.poll(() => page.locator('.note').textContent()).toBe('Too long: 50,000 / 10,000');
    expect((await area().inputValue()).length).toBe(100_000);
    expect(await rows()).toEqual([]);
    await send('🫖'.repeat(10_000));
    await expect.poll(() => state()).toEqual(['Sent']);
    expect(server.visitor().messages[0]?.text).toBe('🫖'.repeat(10_000));
  });

  test('style sheets of the page don’t reach in', async () => {
    await visit();
    await open();
    const look = `(() => {
      const style = getComputedStyle(document.querySelector('parley-chat').shadowRoot.querySelector('.area'));
      return [style.fontSize, style.letterSpacing, style.backgroundColor];
    })()`;
    expect(await page.evaluate(look)).toEqual(['16px', 'normal', 'rgba(0, 0, 0, 0)']);
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
  });
});

describe('keyboard use', () => {
  test('opens, writes, breaks lines, and returns the focus to where it was opened', async () => {
    await visit();
    const launcher = page.getByRole('button', { name: 'Chat', exact: true });
    await launcher.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Teapots & <b>Co</b>' }).waitFor();
    await page.keyboard.type('first');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('second');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows()).toEqual(['first\nsecond']);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const focused = `document.activeElement.shadowRoot?.activeElement?.className`;
    expect(await page.evaluate(focused)).toBe('launcher');
  });

  test('the page’s shortcuts don’t react to what is typed', async () => {
    await visit();
    await page.evaluate(
      `window.keys = []; addEventListener('keydown', (event) => window.keys.push(event.key))`,
    );
    await page.evaluate('window.Parley.open()');
    await page.keyboard.type('abc');
    expect(await area().inputValue()).toBe('abc');
    expect(await page.evaluate('window.keys')).toEqual([]);
    await page.evaluate('window.Parley.close()');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});

describe('on a phone', () => {
  test('the panel is all there is, Tab stays in it, and Arabic runs from the right', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit('language=ar');
    await page.getByRole('button', { name: 'الدردشة' }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await dialog.getAttribute('aria-modal')).toBe('true');
    for (let stop = 0; stop < 6; stop += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(`document.activeElement.localName`)).toBe('parley-chat');
    }
    await send('مرحبا');
    const bubble = page.locator('.own .bubble');
    await expect.poll(async () => (await bubble.boundingBox())?.x).toBeLessThan(60);
  });
});
