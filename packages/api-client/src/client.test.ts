import { deskConversations, previewTranslation } from '@parley/contract/conversations';
import { deskSelf } from '@parley/contract/sub-accounts';
import { describe, expect, it } from 'vitest';
import { isApiError, isTransient } from './api-error.ts';
import { memoryStorage } from './memory-client.ts';
import { clientFor, conversationId, failureOf, me, refusal, serve, success } from './testing/fake-server.ts';

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
