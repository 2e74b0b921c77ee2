/** Starts Chromium, and opens pages that report their errors. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import {
  type Browser,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type Page,
} from 'playwright-core';

/** The full browser, which keeps a profile and can be crashed. */
const chromiumPath = '/usr/bin/chromium';
/** The same engine without windows and services: a journey takes a fifth less time in it. */
const shellPath = '/usr/bin/chromium-headless-shell';
/** Made-up host names that resolve to this machine: unlike `localhost`, they are no secure context. */
const names = ['parley.test', 'shop.test'];
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A tone instead of a microphone, which every page may use: the headless shell can't show a permission prompt.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  // A page lives for seconds: optimizing its code, and collecting a small young generation often and by several
  // threads, costs more than it saves, a twentieth of a journey's processor time.
  '--js-flags=--no-opt --no-maglev --min-semi-space-size=16 --single-threaded-gc',
  `--host-resolver-rules=${names.map((name) => `MAP ${name} 127.0.0.1`).join(', ')}`,
];

export async function launchBrowser(): Promise<Browser> {
  assertInstalled(shellPath);
  return chromium.launch({ executablePath: shellPath, args });
}

/** Starts a browser shared by several processes, each of which connects to it and sees only what it opened itself. */
export async function serveBrowser(): Promise<BrowserServer> {
  assertInstalled(shellPath);
  return chromium.launchServer({ executablePath: shellPath, args, host: '127.0.0.1' });
}

export async function connectBrowser(address: string): Promise<Browser> {
  return chromium.connect(address);
}

function assertInstalled(file: string): void {
  if (existsSync(file)) return;
  throw new Error(
    `The browser journeys need ${file}: npm test installs it, or apt-get install ${basename(file)}.`,
  );
}

/** `language` is that of Parley's screens; null means that none was chosen yet. */
export type Equipment = BrowserContextOptions & {
  language?: 'zh-CN' | 'en-US' | null;
  theme?: 'light' | 'dark';
  /** A folder that keeps the browser's storage; this starts a separate browser process, which may be crashed. */
  profile?: string;
};

export type Person = { page: Page; close(): Promise<void> };

/** Errors that a page may print while it can't reach its server; all others count. */
const expected = /Failed to load resource|WebSocket connection to|net::ERR_/;

/**
 * Opens a separate browser context. `troubles` receives every script error, dialog, policy violation and printed error
 * of all its pages: a successful journey has none.
 */
export async function newPerson(
  browser: Browser,
  troubles: string[],
  options: Equipment = {},
): Promise<Person> {
  const { language = 'en-US', theme = 'light', profile, ...rest } = options;
  // Animations would have to be waited for, and rendered without a graphics card; journeys about them switch them on.
  const calm = { reducedMotion: 'reduce' } as const;
  const look = { viewport: { width: 1440, height: 900 }, locale: 'en-US', ...calm, ...rest };
  const context =
    profile === undefined
      ? await browser.newContext(look)
      : await chromium.launchPersistentContext(profile, { executablePath: chromiumPath, args, ...look });
  const chosen = { ...(language === null ? {} : { 'arco-locale': language }), theme };
  // Set only if nothing was chosen yet, so that a journey's own choice survives a reload.
  await context.addInitScript(`try {
    for (const [key, value] of Object.entries(${JSON.stringify(chosen)})) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    }
  } catch {}`);
  context.on('page', (page) => listen(page, troubles));
  const page = await context.newPage();
  return { page, close: () => context.close() };
}

function listen(page: Page, troubles: string[]): void {
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) =>
    troubles.push(`script error at ${page.url()}: ${error.stack ?? error.message}`),
  );
  // React reports recovered errors with the original error as the cause, which only the page can read.
  void page.addInitScript(
    `addEventListener('error', ({ error }) => error?.cause && console.error('caused by', error.cause.stack))`,
  );
  page.on('dialog', (dialog) => {
    troubles.push(`dialog at ${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy/i.test(text) || (message.type() === 'error' && !expected.test(text))) {
      troubles.push(`printed at ${page.url()}: ${text}`);
    }
  });
}
