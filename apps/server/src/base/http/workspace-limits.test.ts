/** Tests the limit of the endpoints that make this server connect to a host of the caller's choice. */

import { endpoint, outsideCheckLimit } from '@parley/contract';
import { addSocialAccount, replaceSocialAccountCredentials } from '@parley/contract/channels';
import { testProxy, tryProxy } from '@parley/contract/proxies';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newId, trustWorkspaceId } from '../ids.ts';
import { createMount, type MountOptions } from './mount.ts';
import { createTestEdge, type TestEdge } from './testing/test-edge.ts';

const check = endpoint({
  method: 'POST',
  path: '/api/checks',
  audience: ['console'],
  summary: 'Checks credentials.',
  answer: z.string(),
  audit: { none: 'A test.' },
  rateLimit: outsideCheckLimit,
});

const admission: MountOptions['admission'] = {
  admit: async ({ headers }) => ({
    caller: {
      audience: 'console',
      userId: newId(),
      sessionId: newId(),
      workspaceId: trustWorkspaceId(String(headers['x-workspace'])),
    },
    tenantId: null,
  }),
  admitSocket: async () => null,
  belongs: async () => true,
};

let edge: TestEdge;
beforeAll(async () => {
  edge = await createTestEdge();
  const mount = createMount(edge.app, {
    demoMode: false,
    rateLimitFactor: 0.1,
    crossOriginPrefixes: [],
    admission,
    generalLimit: { max: 1_000, windowSeconds: 60, per: 'session' },
  });
  mount(check, async () => 'checked');
  await edge.app.ready();
});
afterAll(() => edge.app.close());

const checkOf = async (workspace: string, remoteAddress: string) => {
  const headers = { 'x-workspace': workspace };
  return edge.app.inject({ method: 'POST', url: '/api/checks', headers, remoteAddress });
};

it('refuses the checks of one workspace beyond its limit, from any address, and no other’s', async () => {
  const [busy, calm] = [newId(), newId()];
  const statuses: number[] = [];
  for (let n = 1; n <= 5; n += 1) statuses.push((await checkOf(busy, `192.0.2.${n}`)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect((await checkOf(busy, '192.0.2.1')).headers['retry-after']).toMatch(/^[1-9]\d?$/);
  expect((await checkOf(calm, '192.0.2.1')).statusCode).toBe(200);
});

it('applies to social accounts that are added or get new credentials, and to proxies that are tested', () => {
  for (const one of [addSocialAccount, replaceSocialAccountCredentials, tryProxy, testProxy])
    expect(one.rateLimit, one.path).toEqual(outsideCheckLimit);
});
