/** Provides a journey with its server, shop and browser. */
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { connectBrowser, type Equipment, launchBrowser, newPerson, type Person } from './browser.ts';
import { type Agent, addAgent, addSite, type Owner, registerOwner } from './people.ts';
import { type Server, type ServerAt, serverAt, startServer } from './server.ts';
import { openShop, type Shop } from './shop.ts';

/** Ignored by Git. */
const pictures = path.resolve(import.meta.dirname, '../../reports/journeys');

export type Workplace = { owner: Owner; agent: Agent };

/** `S` determines which operations its server offers. */
export type Stage<S extends ServerAt = ServerAt> = {
  server: S;
  shop: Shop;
  /** The errors of all pages, of which each test must end with none. */
  troubles: string[];
  /** Opens a separate browser context. */
  newPerson(options?: Equipment): Promise<Person>;
  /** Closes all browser contexts. */
  clear(): Promise<void>;
  /** Takes screenshots of all open pages, to find out why a journey failed; returns the files. */
  captureAll(name: string): Promise<string[]>;
  /** Creates an owner with a sub-account that reads English, and a chat in the shop's pages. */
  workplace(): Promise<Workplace>;
};

type Closable<S extends ServerAt> = Stage<S> & { close(): Promise<void> };

/** Starts a separate server and browser. @param environment the server's variables, which override the harness's */
export async function openStage(
  environment: Readonly<Record<string, string>> = {},
): Promise<Closable<Server>> {
  return build(launchBrowser, async (closing) => {
    const server = await startServer(environment);
    closing.push(() => server.close());
    return server;
  });
}

/** Starts a separate server in the run's browser. */
async function openOwnStage(environment: Readonly<Record<string, string>>): Promise<Closable<Server>> {
  return build(sharedBrowser, async (closing) => {
    const server = await startServer(environment);
    closing.push(() => server.close());
    return server;
  });
}

/** Uses the run's server and browser. */
async function openSharedStage(): Promise<Closable<ServerAt>> {
  const { url, dataDir } = inject('shared');
  return build(sharedBrowser, async () => serverAt(url, dataDir));
}

const sharedBrowser = () => connectBrowser(inject('shared').browser);

async function build<S extends ServerAt>(
  openBrowser: () => Promise<Browser>,
  openServer: (closing: (() => Promise<unknown>)[]) => Promise<S>,
): Promise<Closable<S>> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const browser = await openBrowser();
    closing.push(() => browser.close());
    const server = await openServer(closing);
    const shop = await openShop(server.url);
    closing.push(() => shop.close());
    const troubles: string[] = [];
    return {
      server,
      shop,
      troubles,
      close,
      newPerson: (options) => newPerson(browser, troubles, options),
      async clear() {
        for (const context of browser.contexts()) await context.close();
      },
      captureAll: (name) => captureAll(browser, name),
      async workplace() {
        const owner = await registerOwner(server.url);
        const agent = await addAgent(server.url, owner);
        const site = await addSite(owner, agent, shop.url);
        shop.embed(site.embed ?? '');
        return { owner, agent };
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function captureAll(browser: Browser, name: string): Promise<string[]> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  return Promise.all(
    pages.map(async (page, at) => {
      const file = path.join(pictures, `${name.replaceAll(/\W+/g, '-').slice(0, 60)}-${at + 1}.png`);
      await page.screenshot({ path: file });
      return file;
    }),
  );
}

/**
 * Provides the run's shared server and browser to a test file; no test may leave errors or open pages behind. Other
 * journeys use the same server at the same time, each in its own workspaces.
 *
 * @param keepsPages whether the file's tests go on in the same pages instead of each opening its own
 */
export function setStage({ keepsPages = false } = {}): () => Stage {
  return perFile(openSharedStage, keepsPages);
}

/**
 * Same as `setStage` with a separate server, which may be killed and shares nothing with other workspaces.
 *
 * @param environment its variables, which override the harness's
 */
export function setOwnStage(
  environment: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
): () => Stage<Server> {
  return perFile(async () => openOwnStage(await environment()));
}

/** Same as `setStage` with a server that the journey starts by other means than `npm start`. */
export function setStageOn<S extends ServerAt & { close(): Promise<void> }>(
  start: () => Promise<S>,
): () => Stage<S> {
  return perFile(() =>
    build(sharedBrowser, async (closing) => {
      const server = await start();
      closing.push(() => server.close());
      return server;
    }),
  );
}

function perFile<S extends ServerAt>(open: () => Promise<Closable<S>>, keepsPages = false): () => Stage<S> {
  let stage: Closable<S> | null = null;
  beforeAll(async () => {
    stage = await open();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stage?.captureAll(task.name);
    const troubles = stage?.troubles.splice(0) ?? [];
    if (!keepsPages) await stage?.clear();
    expect(troubles).toEqual([]);
  });
  afterAll(async () => {
    await stage?.clear();
    await stage?.close();
  });
  return () => {
    if (stage === null) throw new Error('the stage opens before the first test');
    return stage;
  };
}
