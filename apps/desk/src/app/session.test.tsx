import { type DeskServer, DeskWorld, startDeskServer } from '@parley/chat-core/fixtures';
import { type ErrorId, errorCatalogue } from '@parley/contract';
import { sessionEndings } from '@parley/contract/identity';
import { deskSelf } from '@parley/contract/sub-accounts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDeskSession } from './session.ts';

let server: DeskServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
  vi.unstubAllGlobals();
});

it.each([
  ['auth.token-illegal', undefined, 'timed-out'],
  ['auth.session-ended', 'two-factor-reset', 'two-factor-reset'],
  ['auth.session-expired', 'lifetime', 'lifetime'],
] as const)('%s (%s) shows the login page, with the reason %s', async (error: ErrorId, ended, reason) => {
  const { code } = errorCatalogue[error];
  const refusal = {
    code,
    msg: 'Log in again',
    data: { error, requestId: 'r-1', details: { ...(ended && { ending: ended }) } },
  };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal), { status: 401 }));
  localStorage.setItem('desk:ACCESS_TOKEN', 'access-1');
  localStorage.setItem('desk:REFRESH_TOKEN', 'refresh-1');
  const { desk, loggedIn, ending } = createDeskSession({ storage: localStorage, language: () => 'en-US' });
  expect(loggedIn.get()).toBe(true);
  await expect(desk.client.call(deskSelf)).rejects.toMatchObject({ code });
  expect(loggedIn.get()).toBe(false);
  expect(ending.get()).toEqual({ reason, sentence: ended === undefined ? null : 'Log in again' });
});

describe('a session that the server ends', () => {
  const begin = async () => {
    const world = new DeskWorld();
    server = await startDeskServer(world);
    localStorage.setItem('desk:ACCESS_TOKEN', 'good');
    localStorage.setItem('desk:REFRESH_TOKEN', 'refresh-1');
    const { baseUrl } = server;
    const session = createDeskSession({ storage: localStorage, language: () => 'en-US', baseUrl });
    const stop = session.desk.live.start();
    await vi.waitFor(() => expect(session.desk.live.state.get()).toBe('connected'));
    return { ...session, world, stop };
  };

  it.each(['logged-out', 'disabled', 'owner-disabled', 'elsewhere'] as const)(
    'ends at once for the reason %s, and removes all that could renew it',
    async (reason) => {
      const { world, loggedIn, ending, stop } = await begin();
      world.emit('ended', { reason, message: sessionEndings[reason] });
      await vi.waitFor(() => expect(loggedIn.get()).toBe(false));
      expect(ending.get()).toEqual({ reason, sentence: sessionEndings[reason] });
      expect(localStorage.getItem('desk:ACCESS_TOKEN')).toBeNull();
      expect(localStorage.getItem('desk:REFRESH_TOKEN')).toBeNull();
      stop();
    },
  );

  it('keeps its reason when an older answer arrives later', async () => {
    const late = Promise.withResolvers<Response>();
    const asked = vi.fn(() => late.promise);
    vi.stubGlobal('fetch', asked);
    const { world, desk, ending, loggedIn, stop } = await begin();
    const call = desk.client.call(deskSelf).catch(() => undefined);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    world.emit('ended', { reason: 'disabled' });
    await vi.waitFor(() => expect(loggedIn.get()).toBe(false));
    const { code } = errorCatalogue['auth.session-ended'];
    const refusal = { code, msg: '', data: { error: 'auth.session-ended', requestId: 'r-1' } };
    late.resolve(new Response(JSON.stringify(refusal), { status: 401 }));
    await call;
    expect(ending.get()).toEqual({ reason: 'disabled', sentence: null });
    stop();
  });
});
