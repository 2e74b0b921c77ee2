/**
 * Starts what the journeys of a run share, as vitest's `globalSetup`: one server, one browser, and the service that
 * checks where proxies lead. A journey that kills or configures its server, or reads data shared by all of its
 * workspaces, starts its own with `setOwnStage`.
 */
import type { TestProject } from 'vitest/node';
import { startCheckService } from '../../apps/server/src/modules/proxies/fixtures/check-service.ts';
import { serveBrowser } from './browser.ts';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    shared: {
      url: string;
      /** The server's data directory, which contains its database. */
      dataDir: string;
      /** The server's signing secret, for journeys that forge or age a token. */
      secret: string;
      checkUrl: string;
      /** Endpoint of the browser, for `chromium.connect`. */
      browser: string;
    };
  }
}

const secret = 'the secret that the journeys’ server signs with';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const browser = await serveBrowser();
    closing.push(() => browser.close());
    const check = await startCheckService();
    closing.push(() => check.close());
    // Platforms, proxies and their check service are on this machine.
    const server = await startServer({
      APP_SECRET: secret,
      PRIVATE_NETWORKS: '1',
      PROXY_CHECK_URL: check.url,
    });
    closing.push(() => server.close());
    const { url, dataDir } = server;
    project.provide('shared', { url, dataDir, secret, checkUrl: check.url, browser: browser.wsEndpoint() });
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}
