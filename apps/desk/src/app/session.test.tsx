import { deskSelf, type ErrorId, errorCatalogue } from '@parley/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { createDeskSession } from './session.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it.each([
  ['auth.token-illegal', 'timeout'],
  ['auth.session-ended', 'logged-out'],
  ['auth.session-expired', 'timeout'],
] as const)('%s shows the log-in page, with the reason %s', async (error: ErrorId, reason) => {
  const { code } = errorCatalogue[error];
  const refusal = { code, msg: 'Log in again', data: { error, requestId: 'r-1' } };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal), { status: 401 }));
  localStorage.setItem('desk:ACCESS_TOKEN', 'access-1');
  localStorage.setItem('desk:REFRESH_TOKEN', 'refresh-1');
  const { desk, loggedIn, ending } = createDeskSession({ storage: localStorage, language: () => 'en-US' });
  expect(loggedIn.get()).toBe(true);
  await expect(desk.client.call(deskSelf)).rejects.toMatchObject({ code });
  expect(loggedIn.get()).toBe(false);
  expect(ending.get()).toBe(reason);
});
