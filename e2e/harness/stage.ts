/** Where a journey plays: a server, a shop, a browser and whoever sits at it. */
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Equipment, launchBrowser, type Person, sitDown } from './browser.ts';
import { type Agent, addAgent, addSite, type Owner, registerOwner } from './people.ts';
import { type Server, startServer } from './server.ts';
import { openShop, type Shop } from './shop.ts';

/** Git ignores it. */
const pictures = path.resolve(import.meta.dirname, '../../reports/journeys');

export type Workplace = { owner: Owner; agent: Agent };

export type Stage = {
  server: Server;
  shop: Shop;
  /** What went wrong in any page; each test must end with none. */
  troubles: string[];
  /** A person at a browser of their own. */
  sitDown(options?: Equipment): Promise<Person>;
  /** Pictures of all open pages, for whoever has to find out why a journey failed; returns the files. */
  photograph(name: string): Promise<string[]>;
  /** An owner with a sub-account that reads English and a chat in the shop's pages. */
  workplace(): Promise<Workplace>;
};

/** Fit for a limit of polling: long enough for two busy cores, short enough to fail a journey in time. */
export const soon = { timeout: 60_000, interval: 50 };

/** @param environment the server's, over the harness's own */
export async function openStage(
  environment: Readonly<Record<string, string>> = {},
): Promise<Stage & { close(): Promise<void> }> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const browser = await launchBrowser();
    closing.push(() => browser.close());
    const server = await startServer(environment);
    closing.push(() => server.close());
    const shop = await openShop(server.url);
    closing.push(() => shop.close());
    const troubles: string[] = [];
    return {
      ...{ server, shop, troubles, close },
      sitDown: (options) => sitDown(browser, troubles, options),
      photograph: (name) => photograph(browser, name),
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

async function photograph(browser: Browser, name: string): Promise<string[]> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  return Promise.all(
    pages.map(async (page, at) => {
      const file = path.join(pictures, `${name.replaceAll(/\W+/g, '-').slice(0, 60)}-${at + 1}.png`);
      await page.screenshot({ path: file });
      return file;
    }),
  );
}

/** The same for a file of tests: opened before them, closed after them, and no test leaves trouble behind. */
export function setStage(
  environment: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
): () => Stage {
  let stage: Awaited<ReturnType<typeof openStage>> | null = null;
  beforeAll(async () => {
    stage = await openStage(await environment());
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stage?.photograph(task.name);
    expect(stage?.troubles.splice(0) ?? []).toEqual([]);
  });
  afterAll(async () => {
    await stage?.close();
  });
  return () => {
    if (stage === null) throw new Error('the stage opens before the first test');
    return stage;
  };
}
