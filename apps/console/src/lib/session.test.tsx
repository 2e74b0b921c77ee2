import { memoryStorage, timedOutReason } from '@parley/api-client';
import { afterEach, expect, it, vi } from 'vitest';
import { createSession } from './session.ts';
import { createFakeFetch } from './testing/fake-fetch.ts';
import { identityRoutes, someUser } from './testing/identity.ts';

const tokens = { accessToken: 'good', refreshToken: 'next', expiresAt: 0 };

const disabled = { reason: 'owner-disabled', sentence: 'The owner is disabled' };

const forgets: (() => void)[] = [];
afterEach(() => {
  for (const forget of forgets.splice(0)) forget();
});

function begin() {
  const server = createFakeFetch(identityRoutes(someUser()));
  const storage = memoryStorage();
  const session = createSession({ storage, language: () => 'en-US', fetch: server, locks: null });
  const ended = vi.fn();
  forgets.push(session.onEnded(ended));
  session.logIn(tokens);
  return { server, storage, session, ended };
}

it('logs out of an already ended session without a message', async () => {
  const { server, session, ended } = begin();
  server.trouble = 'expired';
  await session.logOut();
  expect([session.isLoggedIn(), session.lastEnd()]).toEqual([false, 'left']);
  expect(ended).not.toHaveBeenCalled();
});

it('logs out locally when the server can’t be reached', async () => {
  const { server, session, ended } = begin();
  server.trouble = 'network';
  await session.logOut();
  expect([session.isLoggedIn(), session.lastEnd()]).toEqual([false, 'left']);
  expect(ended).not.toHaveBeenCalled();
});

it('reports the end of each session once', async () => {
  const { server, session, ended } = begin();
  server.trouble = 'expired';
  await session.client.renew('good').catch(() => undefined);
  session.endedByServer(disabled);
  expect(ended.mock.calls).toEqual([[timedOutReason]]);

  session.logIn(tokens);
  expect(session.lastEnd()).toBeNull();
  session.endedByServer(disabled);
  expect(ended.mock.calls).toEqual([[timedOutReason], [disabled]]);
});

it('reports the end of a session that was begun in another tab', () => {
  const { storage, session, ended } = begin();
  session.endedByServer(disabled);
  storage.setItem('ACCESS_TOKEN', 'of the other tab');
  window.dispatchEvent(new StorageEvent('storage', { key: 'ACCESS_TOKEN' }));
  expect([session.isLoggedIn(), session.lastEnd()]).toEqual([true, null]);
  session.endedByServer(disabled);
  expect(ended).toHaveBeenCalledTimes(2);
});
