import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deskConversations, previewTranslation, sendMessage } from '@parley/contract/conversations';
import { deskLogIn } from '@parley/contract/identity';
import { deskSelf } from '@parley/contract/sub-accounts';
import { translationLines } from '@parley/contract/translation';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError, isApiError, isTransient } from './api-error.ts';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { memoryStorage } from './memory-client.ts';
import { type SessionEndReason, timedOutReason } from './session-end.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Reply = { status?: number; headers?: Record<string, string>; json?: unknown; text?: string };

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

/** Starts a server that responds to each request with the result of `reply`; null: never. */
async function serve(reply: (seen: Seen, response: ServerResponse) => Reply | null | Promise<Reply | null>) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '', headers } = request;
      const one: Seen = { method, url, headers, body: await bodyOf(request) };
      seen.push(one);
      const answer = await reply(one, response);
      if (answer === null) return;
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(answer.text ?? JSON.stringify(answer.json));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, seen };
}

const sessionOf = (n: number) => ({
  'desk:ACCESS_TOKEN': `access-${n}`,
  'desk:REFRESH_TOKEN': `refresh-${n}`,
});

function clientFor(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  return createClient({
    baseUrl,
    storage: memoryStorage(sessionOf(1)),
    language: () => 'en-US',
    audience: 'desk',
    onExpired: () => {},
    ...options,
  });
}

const success = (data: unknown): Reply => ({ json: { code: 200, msg: 'ok', data } });
const refusal = (code: number, error: string, extra: object = {}, msg = 'A sentence'): Reply => ({
  status: code > 599 ? 401 : code,
  json: { code, msg, data: { error, requestId: 'r-1', ...extra } },
});
const me = {
  subAccountId: '0198c0de-0000-7000-8000-000000000001',
  accountName: 'agent1',
  remark: 'Night shift',
  unlimited: true,
  remaining: 12,
  profileSharing: true,
};
const conversationId = '0198c0de-0000-7000-8000-000000000002';
const refreshPath = '/api/system/auth/refresh-token';

/** Starts a server that accepts `access-2` and later; `refresh-1` is exchanged for session 2. */
async function expiringServer(onRefresh: (seen: Seen) => Reply | Promise<Reply> = () => success(session2)) {
  return serve((seen) => {
    if (seen.url.startsWith(refreshPath)) return onRefresh(seen);
    return seen.headers.authorization === 'Bearer access-2' ? success(me) : refusal(401, 'auth.required');
  });
}
const session2 = { accessToken: 'access-2', refreshToken: 'refresh-2', expiresAt: 1 };
const refreshesIn = (seen: Seen[]) => seen.filter((one) => one.url.startsWith(refreshPath));

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (problem) {
    if (problem instanceof ApiError) return problem;
    throw problem;
  }
  throw new Error('The call succeeded');
}

describe('a request', () => {
  it('carries the headers of the specification', async () => {
    const { baseUrl, seen } = await serve(() => success(me));
    const client = clientFor(baseUrl, {
      clientId: 'visitor-9',
      cookies: () => 'a=b; XSRF-TOKEN=one%2Ftwo; z=1',
      language: () => 'zh-CN',
    });
    await expect(client.call(deskSelf)).resolves.toEqual(me);
    expect(seen[0]?.headers).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer access-1',
      clientid: 'visitor-9',
      systemlanguagecode: 'zh-CN',
      vestid: '1',
      'x-xsrf-token': 'one/two',
    });
    expect(seen[0]?.headers['content-type']).toBeUndefined();
  });

  it('prefers the host-bound XSRF cookie over the unbound one', async () => {
    const { baseUrl, seen } = await serve(() => success(me));
    const cookies = () => 'XSRF-TOKEN=planted; __Host-XSRF-TOKEN=ours';
    await clientFor(baseUrl, { cookies }).call(deskSelf);
    expect(seen[0]?.headers['x-xsrf-token']).toBe('ours');
  });

  it('reads the language for each request, and keeps the generated client id', async () => {
    const { baseUrl, seen } = await serve(() => success(me));
    const storage = memoryStorage();
    let language: 'zh-CN' | 'en-US' = 'zh-CN';
    const client = clientFor(baseUrl, { storage, language: () => language });
    await client.call(deskSelf);
    language = 'en-US';
    await client.call(deskSelf);
    expect(seen.map((one) => one.headers.systemlanguagecode)).toEqual(['zh-CN', 'EN']);
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect(seen[0]?.headers.clientid).toBe(storage.getItem('Client'));
    expect(seen[1]?.headers.clientid).toBe(seen[0]?.headers.clientid);
  });

  it('fills and encodes path, query and body', async () => {
    const { baseUrl, seen } = await serve((one) =>
      one.method === 'GET'
        ? success({ list: [], nextCursor: null })
        : success({ translation: 'Hola', source: 'en', target: 'es', characters: 5 }),
    );
    const client = clientFor(baseUrl);
    await client.call(deskConversations, { query: { search: 'a&b=c d', pageSize: 20, unread: 'true' } });
    expect(seen[0]?.url).toBe('/api/desk/conversations?search=a%26b%3Dc+d&pageSize=20&unread=true');
    await client.call(previewTranslation, {
      params: { conversationId: '../../user/logout?x=1' },
      body: { messageId: conversationId, text: 'Hello 👋' },
    });
    expect(seen[1]?.url).toBe('/api/desk/conversations/..%2F..%2Fuser%2Flogout%3Fx%3D1/preview');
    expect(JSON.parse(seen[1]?.body ?? '')).toEqual({ messageId: conversationId, text: 'Hello 👋' });
  });
});

describe('a tenant', () => {
  it('sends the tenant header only while there is a tenant', async () => {
    const { baseUrl, seen } = await serve(() => success(me));
    let tenantId: string | null = null;
    const client = clientFor(baseUrl, { tenantId: () => tenantId });
    await client.call(deskSelf);
    tenantId = 'blue';
    await client.call(deskSelf);
    expect(seen.map(({ headers }) => headers['tenant-id'])).toEqual([undefined, 'blue']);
  });
});

it('accepts 20000 as success, like the specification’s second handler', async () => {
  const { baseUrl } = await serve(() => ({ json: { code: 20_000, msg: '', data: me } }));
  await expect(clientFor(baseUrl).call(deskSelf)).resolves.toEqual(me);
});

describe('a failure', () => {
  it('keeps all fields of the envelope', async () => {
    const { baseUrl } = await serve(() => ({
      ...refusal(429, 'request.too-many', { details: { seconds: 7 }, fields: { text: 'Too long' } }),
      headers: { 'retry-after': '7' },
    }));
    const problem = await failureOf(clientFor(baseUrl).call(deskSelf));
    expect(problem).toMatchObject({
      code: 429,
      error: 'request.too-many',
      message: 'A sentence',
      details: { seconds: 7 },
      fields: { text: 'Too long' },
      requestId: 'r-1',
      retryAfter: 7,
    });
    expect(isTransient(problem)).toBe(true);
  });

  it.each([
    ['zh-CN', '请求失败（502）'],
    ['en-US', 'Request failed (502)'],
  ] as const)('words a failure without an envelope by its status, in %s', async (language, message) => {
    const { baseUrl } = await serve(() => ({ status: 502, text: '<html>Bad gateway</html>' }));
    const problem = await failureOf(clientFor(baseUrl, { language: () => language }).call(deskSelf));
    expect(problem).toMatchObject({ code: 502, error: 'client.status', message });
  });

  it('fails for an answer that violates the contract', async () => {
    const { baseUrl } = await serve(() => success({ ...me, remaining: 'plenty' }));
    const problem = await failureOf(clientFor(baseUrl).call(deskSelf));
    expect(problem.error).toBe('client.answer');
    expect(isTransient(problem)).toBe(false);
  });

  it('fails for a server that can’t be reached', async () => {
    const { baseUrl } = await serve(() => null);
    const problem = await failureOf(clientFor(baseUrl, { timeLimitMs: 50 }).call(deskSelf));
    expect(problem).toMatchObject({ code: 0, error: 'client.timeout' });
    expect(problem.message).toBe('API request timed out, please refresh the page and try again');
  });

  it('fails for a body that never ends', async () => {
    const { baseUrl } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"code":200,');
      return null;
    });
    const problem = await failureOf(clientFor(baseUrl, { timeLimitMs: 200 }).call(deskSelf));
    expect(problem.error).toBe('client.timeout');
  });

  it('fails without a network', async () => {
    const { baseUrl } = await serve((_, response) => {
      response.destroy();
      return null;
    });
    const problem = await failureOf(clientFor(baseUrl).call(deskSelf));
    expect(isApiError(problem, 'client.network')).toBe(true);
    expect(problem.message).toBe('Network exception, please check your network connection');
  });

  it('rethrows the caller’s own abort unchanged', async () => {
    const { baseUrl } = await serve(() => null);
    const abort = new AbortController();
    const call = clientFor(baseUrl).call(deskSelf, {}, { signal: abort.signal });
    abort.abort(new Error('changed my mind'));
    await expect(call).rejects.toThrow('changed my mind');
  });
});

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
