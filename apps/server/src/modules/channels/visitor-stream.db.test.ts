/** The limits of visitors' open streams, over real connections to a server that has only this endpoint. */
import { visitorStreamPath } from '@parley/contract/visitor';
import type { FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestEdge, type TestEdge } from '../../base/http/testing/test-edge.ts';
import { newId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { findStreamedAccounts } from './open-accounts/queries.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from './testing/channels-harness.ts';
import { type ChannelsWorkspace, openWorkspace } from './testing/channels-workspace.ts';
import type { VisitorDeps } from './visitor-site.ts';
import { registerVisitorStream } from './visitor-stream.ts';
import { createVisitors } from './visitors.ts';

let harness: ChannelsHarness;
let server: ChannelsProcess;
let shop: ChannelsWorkspace;
let agent: string;
let edge: TestEdge;
let url: string;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  harness = await startChannelsHarness();
  server = await harness.start({ soleProcess: true });
});
beforeEach(async () => {
  shop = await openWorkspace(server);
  agent = await shop.addAgent();
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await edge.app.close();
});
afterAll(() => harness.close());

/** Serves the streams with limits multiplied by `factor`. Visitors are admitted by name. */
async function serve(factor: number): Promise<void> {
  edge = await createTestEdge({ trustProxy: '127.0.0.1', rateLimitFactor: 1_000 });
  const { realtime } = server.deps;
  const findOpenSites = (ids: readonly string[]) => findStreamedAccounts(harness.database, ids);
  const visitors = createVisitors({ realtime, log: createLog('silent'), findOpenSites });
  const admission = {
    async admit({ headers }: FastifyRequest) {
      const [socialAccountId = '', visitorId = ''] = headers.authorization?.split(' ') ?? [];
      const { workspaceId } = shop;
      return { caller: { audience: 'visitor', workspaceId, socialAccountId, visitorId, language: null } };
    },
  };
  // A stream uses no more of these.
  const deps = { ...server.deps, visitors, admission, rateLimitFactor: factor } as unknown as VisitorDeps;
  registerVisitorStream(edge.app, deps);
  url = await edge.app.listen({ port: 0, host: '127.0.0.1' });
}

const held: Response[] = [];
let addresses = 0;
const newAddress = () => `198.18.0.${++addresses}`;
async function openStream(site: string, visitorId = newId(), address = newAddress()) {
  const gone = new AbortController();
  const response = await fetch(`${url}${visitorStreamPath}`, {
    headers: { authorization: `${site} ${visitorId}`, 'x-forwarded-for': address },
    signal: gone.signal,
  });
  // Kept, because fetch closes the stream of a response that is garbage-collected.
  held.push(response);
  closing.push(() => gone.abort());
  return { status: response.status, close: () => gone.abort() };
}

it('allows one visitor twenty streams, and a closed one frees its place', async () => {
  await serve(1);
  const [site, visitorId] = [await shop.addSite(agent), newId()];
  const streams = [];
  for (let n = 0; n < 20; n += 1) streams.push(await openStream(site, visitorId));
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await openStream(site, visitorId)).status).toBe(429);
  streams[0]?.close();
  await expect.poll(async () => (await openStream(site, visitorId)).status).toBe(200);
});

it('limits the streams of one address and of one site', async () => {
  // With this factor, one stream per address and ten per site.
  await serve(0.002);
  const [site, elsewhere, address] = [await shop.addSite(agent), await shop.addSite(agent), newAddress()];
  expect((await openStream(site, newId(), address)).status).toBe(200);
  expect((await openStream(site, newId(), address)).status).toBe(429);
  const others = [];
  for (let n = 0; n < 9; n += 1) others.push(await openStream(site));
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await openStream(site)).status).toBe(429);
  others[0]?.close();
  await expect.poll(async () => (await openStream(site)).status).toBe(200);
  expect((await openStream(elsewhere)).status).toBe(200);
});
