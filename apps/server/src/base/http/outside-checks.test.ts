import { endpoint, outsideCheckLimit } from '@parley/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { trustWorkspaceId } from '../ids.ts';
import type { Caller } from './caller.ts';
import { createMount } from './mount.ts';
import { createTestEdge } from './testing/test-edge.ts';

const check = endpoint({
  method: 'POST',
  path: '/api/checks',
  audience: ['console'],
  summary: 'Asks a host that the caller names.',
  answer: z.string(),
  rateLimit: outsideCheckLimit,
  audit: { none: 'A test.' },
});

/** The caller that a request names: a workspace and one of its owner's sessions. */
const callerOf = (authorization: string): Caller => {
  const [workspace = '', sessionId = ''] = authorization.split(' ');
  return { audience: 'console', userId: 'owner', workspaceId: trustWorkspaceId(workspace), sessionId };
};

it('allows 30 checks of outside hosts a minute to a workspace, over all its sessions and addresses', async () => {
  await using edge = await createTestEdge();
  const mount = createMount(edge.app, {
    demoMode: false,
    rateLimitFactor: 1,
    generalLimit: { max: 1_000, windowSeconds: 60, per: 'session' },
    crossOriginPrefixes: [],
    admission: {
      admit: async ({ headers }) => ({ caller: callerOf(headers.authorization ?? ''), tenantId: null }),
      admitSocket: async () => null,
      belongs: async () => true,
    },
    handlerTimeMs: 5_000,
  });
  mount(check, async () => 'checked');
  await edge.app.ready();
  const ask = async (authorization: string, remoteAddress = '192.0.2.1') =>
    (
      await edge.app.inject({
        method: 'POST',
        url: '/api/checks',
        headers: { authorization },
        remoteAddress,
      })
    ).statusCode;
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1) statuses.push(await ask(`one session-${n % 3}`, `192.0.2.${n % 3}`));
  expect(statuses).toEqual(Array(30).fill(200));
  expect([await ask('one session-0'), await ask('one another', '198.51.100.1')]).toEqual([429, 429]);
  expect(await ask('two session-0')).toBe(200);
});
