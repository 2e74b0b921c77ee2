import { endpoint } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Caller } from './caller.ts';
import { createMount, type MountOptions } from './mount.ts';
import { createTestEdge, type TestEdge } from './testing/test-edge.ts';

const write = endpoint({
  method: 'POST',
  path: '/api/things',
  audience: ['public'],
  summary: 'Makes a thing.',
  answer: z.string(),
  audit: { none: 'A test.' },
});
const read = endpoint({ ...write, method: 'GET', summary: 'Reads a thing.' });
const foreign = endpoint({ ...write, path: '/api/visitor/things' });

const admission: MountOptions['admission'] = {
  admit: async () => ({ caller: { audience: 'public' }, tenantId: null }),
  admitSocket: async () => null,
  belongs: async () => true,
};

let edge: TestEdge;
let work = () => Promise.resolve('done');
beforeAll(async () => {
  edge = await createTestEdge();
  const mount = createMount(edge.app, {
    demoMode: false,
    rateLimitFactor: 1_000,
    generalLimit: { max: 10, windowSeconds: 60, per: 'session' },
    crossOriginPrefixes: ['/api/widget/', '/api/visitor/'],
    admission,
    handlerTimeMs: 50,
  });
  for (const one of [write, read, foreign]) mount(one, () => work());
  await edge.app.ready();
});
afterAll(() => edge.app.close());

const post = (headers: Record<string, string> = {}, url = '/api/things') =>
  edge.app.inject({ method: 'POST', url, headers: { systemLanguageCode: 'EN', ...headers } });

describe('a handler', () => {
  it('a handler that takes too long is answered 504, and its outcome is logged', async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    work = () => promise;
    const answer = await post();
    expect(answer.statusCode).toBe(504);
    expect(answer.json()).toMatchObject({
      code: 504,
      msg: 'Network timeout',
      data: { error: 'server.too-slow' },
    });
    reject(new Error('it came to nothing'));
    const { requestId } = answer.json().data;
    await vi.waitFor(() =>
      expect(edge.lines).toContainEqual(
        expect.objectContaining({ requestId, msg: 'failed after its time', err: expect.anything() }),
      ),
    );
    work = () => Promise.resolve('done');
  });

  it('a handler that is in time is not waited for', async () => {
    expect((await post()).json()).toEqual({ code: 200, msg: 'success', data: 'done' });
  });
});

describe('a session', () => {
  it('has eight requests handled at once, and delays no other session', async () => {
    const callerOf = (sessionId: string): Caller => ({ audience: 'operator', userId: 'o', sessionId });
    await using sessions = await createTestEdge();
    const mount = createMount(sessions.app, {
      demoMode: false,
      rateLimitFactor: 1_000,
      generalLimit: { max: 10, windowSeconds: 60, per: 'session' },
      crossOriginPrefixes: [],
      admission: {
        ...admission,
        admit: async ({ headers }) => ({ caller: callerOf(String(headers.as)), tenantId: null }),
      },
    });
    const ended = Promise.withResolvers<string>();
    const begun: string[] = [];
    mount(endpoint({ ...read, audience: ['operator'] }), ({ caller }) => {
      begun.push(caller.sessionId);
      return ended.promise;
    });
    await sessions.app.ready();
    const ask = (as: string) => sessions.app.inject({ url: '/api/things', headers: { as } });
    const answers = Promise.all([...Array.from({ length: 12 }, () => ask('busy')), ask('other')]);
    await vi.waitFor(() => expect(begun).toContain('other'));
    expect(begun.filter((name) => name === 'busy')).toHaveLength(8);
    ended.resolve('done');
    expect(new Set((await answers).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(begun).toHaveLength(13);
  });
});

describe('the XSRF pair', () => {
  const cookie = 'XSRF-TOKEN=one%2Ftwo';

  it.each([
    ['a request without any of it, as programs send', {}],
    ['both', { cookie, 'x-xsrf-token': 'one/two' }],
    ['both, and other cookies', { cookie: `a=b; ${cookie}; z=1`, 'x-xsrf-token': 'one/two' }],
    ['a header alone', { 'x-xsrf-token': 'whatever' }],
    ['both, as they are named under https', { cookie: '__Host-XSRF-TOKEN=a', 'x-xsrf-token': 'a' }],
    [
      'the pair of https beside a planted cookie',
      { cookie: `${cookie}; __Host-XSRF-TOKEN=a`, 'x-xsrf-token': 'a' },
    ],
    ['both, from a page of ours', { cookie, 'x-xsrf-token': 'one/two', 'sec-fetch-site': 'same-origin' }],
  ])('%s passes', async (_, headers) => {
    expect((await post(headers)).statusCode).toBe(200);
  });

  it.each([
    ['the cookie alone', { cookie }],
    ['the cookie of https alone', { cookie: '__Host-XSRF-TOKEN=a' }],
    [
      'a planted cookie’s value beside the one of https',
      { cookie: `${cookie}; __Host-XSRF-TOKEN=a`, 'x-xsrf-token': 'one/two' },
    ],
    ['another value', { cookie, 'x-xsrf-token': 'one%2Ftwo' }],
    ['an empty value', { cookie, 'x-xsrf-token': '' }],
    ['a request that another site made the browser send', { 'sec-fetch-site': 'cross-site' }],
    ['the same with the pair', { cookie, 'x-xsrf-token': 'one/two', 'sec-fetch-site': 'cross-site' }],
  ])('%s is refused', async (_, headers) => {
    const answer = await post(headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 403, data: { error: 'request.forged' } });
  });

  it('requires no XSRF pair for reading requests, nor where other sites may write', async () => {
    const headers = { cookie, 'sec-fetch-site': 'cross-site' };
    expect((await edge.app.inject({ url: '/api/things', headers })).statusCode).toBe(200);
    expect((await post(headers, '/api/visitor/things')).statusCode).toBe(200);
  });
});

it('a body that is no JSON is refused as such, as a form of another site would send it', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { 'content-type': type, systemLanguageCode: 'EN' };
    const answer = await edge.app.inject({ method: 'POST', url: '/api/things', headers, payload: '{"a":1}' });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ code: 415, data: { error: 'request.wrong-media-type' } });
  }
});

it('a request is logged with the client that it names, if that is fit for a log', async () => {
  await post({ clientId: 'visitor-9', vestId: '1' });
  await post({ clientId: `${'x'.repeat(65)}` });
  await post({ clientId: 'a b', vestId: '<1>' });
  const seen = edge.lines.filter((line) => line.msg === 'request').slice(-3);
  expect(seen.map(({ clientId, vestId }) => ({ clientId, vestId }))).toEqual([
    { clientId: 'visitor-9', vestId: '1' },
    { clientId: null, vestId: null },
    { clientId: null, vestId: null },
  ]);
});
