/** The session's entries in the browser storage, under the specification's keys. */
import { memoryStorage, timedOutReason } from '@parley/api-client';
import type { SystemConfig } from '@parley/contract/settings';
import { expect, it } from 'vitest';
import { createSession } from './session.ts';
import { createFakeFetch } from './testing/fake-fetch.ts';
import { identityRoutes, someUser } from './testing/identity.ts';
import { sampleId } from './testing/samples.ts';

const tokens = { accessToken: 'good', refreshToken: 'next', expiresAt: 0 };

function begin(first: Record<string, string> = {}) {
  const storage = memoryStorage(first);
  const server = createFakeFetch(identityRoutes(someUser()));
  const sent: Headers[] = [];
  server.instead = (_, init) => {
    sent.push(new Headers(init.headers));
    return Response.json({ code: 200, msg: '', data: null });
  };
  const open = () => createSession({ storage, language: () => 'en-US', fetch: server, locks: null });
  const tenantSent = async (session: ReturnType<typeof open>) => {
    await session.logOut();
    return sent.at(-1)?.get('tenant-id');
  };
  return { storage, open, tenantSent };
}

it('migrates the single token of earlier clients once', () => {
  const { storage, open } = begin({ token: 'from before' });
  expect(open().isLoggedIn()).toBe(true);
  expect(storage.entries()).toEqual({ ACCESS_TOKEN: 'from before' });
});

it('drops the token of earlier clients when there is a newer one', () => {
  const { storage, open } = begin({ token: 'from before', ACCESS_TOKEN: 'newer' });
  open();
  expect(storage.entries()).toEqual({ ACCESS_TOKEN: 'newer' });
});

it('remembers the session’s user through a timeout, but not through a logout', async () => {
  const { storage, open } = begin();
  const session = open();
  session.logIn(tokens);
  session.rememberUser(sampleId(9, 1));
  session.endedByServer(timedOutReason);
  expect([storage.getItem('ACCESS_TOKEN'), session.user()]).toEqual([null, sampleId(9, 1)]);
  session.logIn(tokens);
  await session.logOut();
  expect([storage.getItem('user'), session.user()]).toEqual([null, null]);
});

const config: SystemConfig = {
  brand: { name: 'Blue', logo: null },
  clientMinimumVersion: null,
  clientDownload: { windows: null, macos: null },
  demoMode: false,
  tenants: true,
  tenantId: 'blue',
  registrationOpen: true,
  customer: null,
};

it('sends the tenant id once tenants are known to be enabled, at the next visit from the first request on', async () => {
  const { open, tenantSent } = begin();
  const first = open();
  expect(await tenantSent(first)).toBeNull();
  first.tenancy.follow(config);
  expect(await tenantSent(first)).toBe('blue');
  expect(await tenantSent(open())).toBe('blue');
});

it('keeps the tenant id, but stops sending it, when tenants are disabled', async () => {
  const { storage, open, tenantSent } = begin();
  const session = open();
  session.tenancy.follow(config);
  session.tenancy.follow({ ...config, tenants: false, tenantId: null });
  expect(await tenantSent(session)).toBeNull();
  expect(await tenantSent(open())).toBeNull();
  expect(storage.getItem('tenantId')).toBe('blue');
});
