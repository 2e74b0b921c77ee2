import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Handler, Queue } from '../../../base/queue/queue.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { replaceCredentials } from '../management.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from '../testing/channels-harness.ts';
import { type ChannelsWorkspace, openWorkspace } from '../testing/channels-workspace.ts';
import { handleLinkJobs } from './fetch-links.ts';

let harness: ChannelsHarness;
let server: ChannelsProcess;
let shop: ChannelsWorkspace;
beforeAll(async () => {
  harness = await startChannelsHarness();
  server = await harness.start({ soleProcess: true });
  shop = await openWorkspace(server);
});
afterAll(() => harness.close());

const linkOf = async (id: string) => (await shop.row(id))?.publicLink;

/** Runs the job that requests missing links. */
async function askForLinks(): Promise<void> {
  let handler: Handler<never> = async () => undefined;
  // Registering handlers uses no more of a queue.
  const queue = { handle: (_: unknown, given: Handler<never>) => (handler = given) } as unknown as Queue;
  handleLinkJobs(queue, server.deps);
  const payload = {} as never; // of this job's shape
  await handler(payload, { number: 1, last: false, signal: new AbortController().signal });
}

it('stores the link of a new account, and requests that of an earlier one that is online', async () => {
  const subAccountId = await shop.addAgent();
  const form = { platform: 'webchat', subAccountId, name: 'Shop' } as const;
  const credentials = { siteName: 'Shop', origins: 'https://shop.example' };
  const site = await shop.add({ ...form, credentials });
  const everywhere = await shop.addSite(subAccountId, 'Everywhere');
  expect([await linkOf(site), await linkOf(everywhere)]).toEqual(['https://shop.example/', '']);
  const moved = { ...credentials, origins: 'https://new.example' };
  await replaceCredentials(server.deps, shop.workspaceId, site, moved, shop.requester);
  expect(await linkOf(site)).toBe('https://new.example/');
  for (const id of [site, everywhere]) await shop.stateIs(id, 'online');
  const off = await shop.add({ ...form, name: 'Off', credentials });
  await shop.stateIs(off, 'online');
  await shop.enable(off, false);
  await harness.database.db
    .update(socialAccounts)
    .set({ publicLink: null })
    .where(eq(socialAccounts.workspaceId, shop.workspaceId));
  await askForLinks();
  expect([await linkOf(site), await linkOf(everywhere), await linkOf(off)]).toEqual([
    'https://new.example/',
    '',
    null,
  ]);
});
