/**
 * `npm run page-weights`: measures what each page costs a browser with an empty cache, in bytes on the wire (headers
 * included) and requests, in Chromium against a real server. Prints a table; fails when a page exceeds its limit. Build
 * first.
 */

import { until } from '@parley/testing';
import pLimit from 'p-limit';
import type { Browser, CDPSession } from 'playwright-core';
import { operatorPaths } from '../apps/console/src/entities/operator/operator-paths.ts';
import { paths } from '../apps/console/src/lib/paths.ts';
import { launchBrowser } from './harness/browser.ts';
import { addAgent, addSite, operatorOf, registerOwner } from './harness/people.ts';
import { startServer } from './harness/server.ts';
import { waitUntilSettled } from './harness/settled.ts';
import { shareForeignVisit } from './harness/split-links.ts';

/** In kilobytes of 1000 bytes, the stricter definition. */
type Limit = { kilobytes: number; requests: number };

const logIn: Limit = { kilobytes: 260, requests: 25 };
const page: Limit = { kilobytes: 400, requests: 40 };
/** Limit of shared work orders and conversations, which unknown visitors open on their phones. */
const share: Limit = { kilobytes: 40, requests: 8 };

type Visit = { path: string; limit: Limit; stored: Readonly<Record<string, string>> };
type Weight = { bytes: number; requests: number };

/** The time that the network must be idle before a page counts as loaded. */
const quietMs = 1000;
/** One per core: a page that waits longer for the processor than for its socket requests its data twice. */
const together = 2;

/** Counts what is transferred; a socket counts as the one request that opens it. */
async function meter(session: CDPSession) {
  const read = { bytes: 0, requests: 0, open: new Set<string>(), changedAt: Date.now() };
  session.on('Network.requestWillBeSent', ({ request, requestId }) => {
    if (!/^https?:/.test(request.url)) return;
    read.requests += 1;
    read.open.add(requestId);
    read.changedAt = Date.now();
  });
  session.on('Network.webSocketCreated', () => {
    read.requests += 1;
    read.changedAt = Date.now();
  });
  const end = (requestId: string, bytes: number) => {
    read.bytes += bytes;
    read.open.delete(requestId);
    read.changedAt = Date.now();
  };
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    end(requestId, encodedDataLength),
  );
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0));
  await session.send('Network.enable');
  return read;
}

async function weigh(browser: Browser, origin: string, { path, stored }: Visit): Promise<Weight> {
  const context = await browser.newContext({ locale: 'en-US' });
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  const tab = await context.newPage();
  const faults: Error[] = [];
  tab.on('pageerror', (error) => faults.push(error));
  const read = await meter(await context.newCDPSession(tab));
  await tab.goto(origin + path);
  await tab.locator('#root > *').first().waitFor();
  await until(`${path} is loaded`, () => read.open.size === 0 && Date.now() - read.changedAt > quietMs);
  await waitUntilSettled(tab);
  await context.close();
  if (faults.length > 0) throw new Error(`${path} fails in the browser`, { cause: faults[0] });
  return { bytes: read.bytes, requests: read.requests };
}

async function visitsOf(url: string): Promise<Visit[]> {
  const owner = await registerOwner(url);
  const agent = await addAgent(url, owner);
  await addSite(owner, agent, 'https://shop.example');
  const operator = (await operatorOf(url)).tokens.access() ?? '';
  const loggedOut = {};
  const console = { ACCESS_TOKEN: owner.client.tokens.access() ?? '' };
  const desk = { 'desk:ACCESS_TOKEN': agent.client.tokens.access() ?? '' };
  const operating = { 'operator:ACCESS_TOKEN': operator };
  return [
    { path: paths.login, limit: logIn, stored: loggedOut },
    { path: '/desk/', limit: logIn, stored: loggedOut },
    { path: operatorPaths.login, limit: logIn, stored: loggedOut },
    { path: paths.register, limit: page, stored: loggedOut },
    { path: `${paths.workOrderShare}?share=unknown`, limit: share, stored: loggedOut },
    { path: `${paths.chatHistoryShare}?share=unknown`, limit: share, stored: loggedOut },
    { path: `${paths.splitLinkReport}?share=unknown`, limit: share, stored: loggedOut },
    { path: await shareForeignVisit(owner), limit: share, stored: loggedOut },
    { path: paths.home, limit: page, stored: console },
    { path: paths.subAccounts, limit: page, stored: console },
    { path: paths.socialAccounts, limit: page, stored: console },
    { path: paths.proxies, limit: page, stored: console },
    { path: paths.chatHistory, limit: page, stored: console },
    { path: paths.userSetting, limit: page, stored: console },
    { path: operatorPaths.notifications, limit: page, stored: operating },
    { path: operatorPaths.settings, limit: page, stored: operating },
    { path: '/desk/', limit: page, stored: desk },
  ];
}

await using open = new AsyncDisposableStack();
const server = await startServer({ TRUST_PROXY: '127.0.0.1' });
open.defer(server.close);
const browser = await launchBrowser();
open.defer(() => browser.close());

await pLimit(together).map(await visitsOf(server.url), async (visit) => {
  const { path, limit, stored } = visit;
  const { bytes, requests } = await weigh(browser, server.url, visit);
  const kilobytes = bytes / 1000;
  const over = kilobytes > limit.kilobytes || requests > limit.requests;
  const who = Object.keys(stored).length === 0 ? '' : ' (logged in)';
  const figures = `${kilobytes.toFixed(0).padStart(5)} KB ${String(requests).padStart(3)} requests`;
  const most = `at most ${limit.kilobytes} KB, ${limit.requests}`;
  process.stdout.write(
    `${figures}  ${path.replace(/[\w-]{40,}/, '…')}${who}: ${most}${over ? '  OVER' : ''}\n`,
  );
  if (over) process.exitCode = 1;
});
