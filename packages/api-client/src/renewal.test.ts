import { sendMessage } from '@parley/contract/conversations';
import { deskLogIn } from '@parley/contract/identity';
import { deskSelf } from '@parley/contract/sub-accounts';
import { translationLines } from '@parley/contract/translation';
import { describe, expect, it } from 'vitest';
import { isTransient } from './api-error.ts';
import { memoryStorage } from './memory-client.ts';
import { type SessionEndReason, timedOutReason } from './session-end.ts';
import {
  clientFor,
  conversationId,
  expiringServer,
  failureOf,
  me,
  refreshesIn,
  refreshPath,
  refusal,
  serve,
  session2,
  sessionOf,
  success,
} from './testing/fake-server.ts';

describe('an expired session', () => {
  it('renews once for ten concurrent calls, and replays them all', async () => {
    const { baseUrl, seen } = await expiringServer(async () => success(session2));
    const storage = memoryStorage(sessionOf(1));
    const client = clientFor(baseUrl, { storage });
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.call(deskSelf)));
    expect(answers).toEqual(Array.from({ length: 10 }, () => me));
    expect(refreshesIn(seen).map((one) => one.url)).toEqual([`${refreshPath}?refreshToken=refresh-1`]);
    expect(storage.entries()).toMatchObject(sessionOf(2));
  });

  it('renews once for several tabs', async () => {
    const { baseUrl, seen } = await expiringServer();
    const storage = memoryStorage(sessionOf(1));
    const tabs = Array.from({ length: 4 }, () => clientFor(baseUrl, { storage }));
    await Promise.all(tabs.flatMap((tab) => [tab.call(deskSelf), tab.call(deskSelf)]));
    expect(refreshesIn(seen)).toHaveLength(1);
  });

  it('waits for another tab’s tokens that are not yet visible when the lock is granted', async () => {
    const { baseUrl, seen } = await expiringServer();
    const storage = memoryStorage(sessionOf(1));
    const locks = {
      async request<T>(_: string, work: () => Promise<T>): Promise<T> {
        storage.setItem('desk:REFRESH_TOKEN', 'refresh-2');
        setTimeout(() => storage.setItem('desk:ACCESS_TOKEN', 'access-2'), 400);
        return work();
      },
    };
    await expect(clientFor(baseUrl, { storage, locks }).call(deskSelf)).resolves.toEqual(me);
    expect(refreshesIn(seen)).toEqual([]);
  });

  it('waits for another tab’s access token if its refresh token was visible before the refusal', async () => {
    const storage = memoryStorage(sessionOf(1));
    const { baseUrl, seen } = await serve((one) => {
      if (one.headers.authorization !== 'Bearer access-1') return success(me);
      storage.setItem('desk:REFRESH_TOKEN', 'refresh-2');
      setTimeout(() => storage.setItem('desk:ACCESS_TOKEN', 'access-2'), 400);
      return refusal(401, 'auth.required');
    });
    const locks = { request: <T>(_: string, work: () => Promise<T>) => work() };
    await expect(clientFor(baseUrl, { storage, locks }).call(deskSelf)).resolves.toEqual(me);
    expect(refreshesIn(seen)).toEqual([]);
  });

  it('uses another tab’s tokens after its own refresh was refused, without locks', async () => {
    const storage = memoryStorage(sessionOf(1));
    const { baseUrl } = await expiringServer(() => {
      storage.setItem('desk:ACCESS_TOKEN', 'access-2');
      storage.setItem('desk:REFRESH_TOKEN', 'refresh-2');
      return refusal(401, 'identity.invalid-refresh-token');
    });
    const expired: SessionEndReason[] = [];
    const client = clientFor(baseUrl, { storage, locks: null, onExpired: (reason) => expired.push(reason) });
    await expect(client.call(deskSelf)).resolves.toEqual(me);
    expect(expired).toEqual([]);
  });

  it('replays a write with its body', async () => {
    const { baseUrl, seen } = await serve((one) => {
      if (one.url.startsWith(refreshPath)) return success(session2);
      return one.headers.authorization === 'Bearer access-1'
        ? refusal(401, 'auth.required')
        : refusal(404, 'conversation.not-found');
    });
    const body = { id: conversationId, text: 'Hi', mode: 'translate' } as const;
    const call = clientFor(baseUrl).call(sendMessage, { params: { conversationId }, body });
    expect((await failureOf(call)).error).toBe('conversation.not-found');
    const writes = seen.filter((one) => one.body !== '');
    expect(writes.map((one) => JSON.parse(one.body))).toEqual([body, body]);
  });

  it('clears the tokens and reports once if the session can’t be renewed', async () => {
    const { baseUrl } = await expiringServer(() => refusal(401, 'identity.expired-refresh-token'));
    const storage = memoryStorage(sessionOf(1));
    const expired: SessionEndReason[] = [];
    const client = clientFor(baseUrl, { storage, onExpired: (reason) => expired.push(reason) });
    const problems = await Promise.all(Array.from({ length: 5 }, () => failureOf(client.call(deskSelf))));
    expect(new Set(problems.map((problem) => problem.error))).toEqual(
      new Set(['identity.expired-refresh-token']),
    );
    expect((await failureOf(client.call(deskSelf))).error).toBe('auth.required');
    expect(expired).toEqual([timedOutReason]);
    expect(Object.keys(storage.entries())).toEqual(['Client']);
  });

  it('reports an expired session again after a new login', async () => {
    const { baseUrl } = await serve(() => refusal(401, 'auth.required'));
    const expired: SessionEndReason[] = [];
    const client = clientFor(baseUrl, { onExpired: (reason) => expired.push(reason) });
    await failureOf(client.call(deskSelf));
    client.logIn({ accessToken: 'a', refreshToken: 'b', expiresAt: 1 });
    await failureOf(client.call(deskSelf));
    expect(expired).toEqual([timedOutReason, timedOutReason]);
  });

  it('keeps the session if the server is briefly unavailable', async () => {
    let away = true;
    const { baseUrl } = await expiringServer(() =>
      away ? refusal(503, 'server.unavailable') : success(session2),
    );
    const storage = memoryStorage(sessionOf(1));
    const expired: SessionEndReason[] = [];
    const client = clientFor(baseUrl, { storage, onExpired: (reason) => expired.push(reason) });
    expect((await failureOf(client.call(deskSelf))).error).toBe('server.unavailable');
    expect(storage.getItem('desk:REFRESH_TOKEN')).toBe('refresh-1');
    away = false;
    await expect(client.call(deskSelf)).resolves.toEqual(me);
    expect(expired).toEqual([]);
  });

  it('ends the session when the refreshed token is rejected', async () => {
    const { baseUrl, seen } = await serve((one) =>
      one.url.startsWith(refreshPath) ? success(session2) : refusal(401, 'auth.required'),
    );
    const expired: SessionEndReason[] = [];
    const client = clientFor(baseUrl, { onExpired: (reason) => expired.push(reason) });
    await failureOf(client.call(deskSelf));
    expect(expired).toEqual([timedOutReason]);
    expect(seen).toHaveLength(3);
  });

  it.each([50008, 50012, 50014])('code %i asks for another login and keeps the tokens', async (code) => {
    const { baseUrl, seen } = await serve(() => refusal(code, 'auth.session-ended'));
    const asked: number[] = [];
    const storage = memoryStorage(sessionOf(1));
    const client = clientFor(baseUrl, { storage, onReLogin: (problem) => asked.push(problem.code) });
    const problem = await failureOf(client.call(translationLines));
    expect([problem.code, problem.silent, asked]).toEqual([code, true, [code]]);
    expect(isTransient(problem)).toBe(false);
    expect(seen).toHaveLength(1);
    expect(storage.entries()).toMatchObject(sessionOf(1));
  });

  it('rejects 40101 with only its code', async () => {
    const { baseUrl, seen } = await serve(() => refusal(40101, 'auth.pass-required', { fields: { a: 'b' } }));
    const problem = await failureOf(clientFor(baseUrl).call(translationLines));
    expect(problem).toMatchObject({ code: 40101, message: '', fields: {}, requestId: null });
    expect(problem.silent).toBe(true);
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['invalid refresh token', true],
    ['refresh token expired', true],
    ['A sentence', false],
  ])('the message %j is silent: %j', async (message, silent) => {
    const { baseUrl } = await serve(() => refusal(403, 'elsewhere.unknown', {}, message));
    expect((await failureOf(clientFor(baseUrl).call(deskSelf))).silent).toBe(silent);
  });

  it('doesn’t renew after a wrong password', async () => {
    const { baseUrl, seen } = await serve(() => refusal(401, 'identity.wrong-credentials'));
    const call = clientFor(baseUrl).call(deskLogIn, { body: { username: 'a', password: 'b' } });
    expect((await failureOf(call)).error).toBe('identity.wrong-credentials');
    expect(seen).toHaveLength(1);
  });
});
