import { type Browser, chromium } from 'playwright-core';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Animations would be rendered without a graphics card.
  '--force-prefers-reduced-motion',
  '--js-flags=--no-opt --no-maglev --min-semi-space-size=16 --single-threaded-gc',
];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: flags });
}
