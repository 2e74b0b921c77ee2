/** Checks that an endpoint's declaration is enforced: its limits, demo mode, its caller, its parameters and its description. */
import { type Endpoint, endpoint } from '@parley/contract';
import type { RouteOptions } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { newId, type TenantId, trustWorkspaceId } from '../ids.ts';
import type { Caller } from './caller.ts';
import { changesSomething, createMount, type HandlerInput, type MountOptions } from './mount.ts';
import { createTestEdge } from './testing/test-edge.ts';

const common = {
  path: '/api/things',
  audience: ['public', 'console', 'visitor'],
  summary: 'Makes a thing.',
  answer: z.string(),
  audit: { none: 'A test.' },
} as const;
const write = endpoint({ ...common, method: 'POST' });
const read = endpoint({ ...common, method: 'GET' });

// The edge passes it on and reads nothing of it.
const tenantId = newId() as TenantId;

/** Mounts endpoints for a caller that each request names by `as`. */
async function edgeOf(
  endpoints: readonly Endpoint[],
  callers: Record<string, Caller> = {},
  options: Partial<MountOptions> = {},
) {
  const edge = await createTestEdge();
  const routes: RouteOptions[] = [];
  edge.app.addHook('onRoute', (route) => void routes.push(route));
  const handled: HandlerInput<Endpoint>[] = [];
  const admit = vi.fn<MountOptions['admission']['admit']>(async ({ headers }) => ({
    caller: callers[String(headers.as)] ?? { audience: 'public' },
    tenantId,
  }));
  const mount = createMount(edge.app, {
    demoMode: false,
    rateLimitFactor: 1,
    generalLimit: { max: 2, windowSeconds: 60, per: 'session' },
    crossOriginPrefixes: [],
    admission: { admit, admitSocket: async () => null, belongs: async () => true },
    ...options,
  });
  for (const one of endpoints)
    mount(one, async (handling) => {
      handled.push(handling);
      return 'done';
    });
  await edge.app.ready();
  /** Sends requests sequentially, as these callers from these addresses; returns the statuses. */
  async function statuses(...requests: { as?: string; from?: string; url?: string; body?: object }[]) {
    const found: number[] = [];
    for (const { as = '', from = '192.0.2.1', url = '/api/things', body } of requests) {
      const method = 'POST';
      const rest = body === undefined ? {} : { payload: body };
      const answer = await edge.app.inject({ method, url, headers: { as }, remoteAddress: from, ...rest });
      found.push(answer.statusCode);
    }
    return found;
  }
  return { app: edge.app, routes, handled, admit, statuses, [Symbol.asyncDispose]: () => edge.app.close() };
}

const workspaceId = trustWorkspaceId(newId());
const ann: Caller = { audience: 'console', userId: newId(), workspaceId, sessionId: newId() };
const annElsewhere: Caller = { ...ann, sessionId: newId() };
const visitor = (socialAccountId = newId()): Caller => ({
  audience: 'visitor',
  workspaceId,
  socialAccountId,
  visitorId: newId(),
  language: null,
});

describe('the first limit', () => {
  it('counts a login session at any address, and no other session of the same user', async () => {
    await using edge = await edgeOf([write], { ann, annElsewhere });
    const sent = [{ as: 'ann', from: '192.0.2.1' }, { as: 'ann', from: '192.0.2.2' }, { as: 'ann' }];
    expect(await edge.statuses(...sent)).toEqual([200, 200, 429]);
    expect(await edge.statuses({ as: 'annElsewhere' })).toEqual([200]);
  });

  it('counts a visitor, and callers without a token by their address', async () => {
    const account = newId();
    await using edge = await edgeOf([write], { one: visitor(account), two: visitor(account) });
    expect(await edge.statuses({ as: 'one' }, { as: 'one' }, { as: 'one' })).toEqual([200, 200, 429]);
    expect(await edge.statuses({ as: 'two' })).toEqual([200]);
    expect(await edge.statuses({}, {}, {})).toEqual([200, 200, 429]);
    expect(await edge.statuses({ from: '192.0.2.9' })).toEqual([200]);
  });

  it('counts endpoints apart where it is by address, and rounds the factor up', async () => {
    const rateLimit = { max: 3, windowSeconds: 60, per: 'address' } as const;
    const [first, second] = ['/api/first', '/api/second'].map((path) =>
      endpoint({ ...common, method: 'POST', path, rateLimit }),
    );
    if (first === undefined || second === undefined) throw new Error('two endpoints');
    await using edge = await edgeOf([first, second], { ann }, { rateLimitFactor: 0.5 });
    const url = '/api/first';
    expect(await edge.statuses({ url }, { url, as: 'ann' }, { url })).toEqual([200, 200, 429]);
    expect(await edge.statuses({ url: '/api/second' })).toEqual([200]);
  });

  it('reports the time until its window ends', async () => {
    const rateLimit = { max: 1, windowSeconds: 90, per: 'address' } as const;
    await using edge = await edgeOf([endpoint({ ...common, method: 'POST', rateLimit })]);
    expect(await edge.statuses({}, {})).toEqual([200, 429]);
    const refused = await edge.app.inject({ method: 'POST', url: '/api/things', remoteAddress: '192.0.2.1' });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThanOrEqual(90);
  });
});

describe('a further limit', () => {
  const limited = (...furtherLimits: NonNullable<Endpoint['furtherLimits']>) =>
    endpoint({
      ...common,
      method: 'POST',
      body: z.strictObject({ site: z.string().optional() }),
      rateLimit: { max: 100, windowSeconds: 60, per: 'address' },
      furtherLimits,
    });

  it('counts a site by the body or the visitor’s token, in either case', async () => {
    const site = newId();
    const endpoints = [limited({ max: 2, windowSeconds: 60, per: 'site' })];
    await using edge = await edgeOf(endpoints, { guest: visitor(site) });
    const other = { body: { site: newId() } };
    const requests = [
      { body: { site } },
      { as: 'guest', body: {} },
      { body: { site: site.toUpperCase() } },
      other,
    ];
    expect(await edge.statuses(...requests)).toEqual([200, 200, 429, 200]);
    expect(await edge.statuses({ body: {} }, { body: {} }, { body: {} }, other)).toEqual([
      200, 200, 429, 200,
    ]);
  });

  it('counts a session or an address, and reports the time to wait', async () => {
    const endpoints = [
      limited({ max: 3, windowSeconds: 60, per: 'address' }, { max: 2, windowSeconds: 90, per: 'session' }),
    ];
    await using edge = await edgeOf(endpoints, { ann, annElsewhere }, { rateLimitFactor: 0.9 });
    const body = {};
    const first = { as: 'ann', from: '192.0.2.1', body };
    expect(
      await edge.statuses(first, { ...first, from: '192.0.2.2' }, { ...first, from: '192.0.2.3' }),
    ).toEqual([200, 200, 429]);
    expect(await edge.statuses({ ...first, as: 'annElsewhere' }, { as: '', body }, { as: '', body })).toEqual(
      [200, 200, 429],
    );
    const refused = await edge.app.inject({
      method: 'POST',
      url: '/api/things',
      headers: { as: 'ann' },
      remoteAddress: '192.0.2.7',
      payload: body,
    });
    expect(refused.json().data).toMatchObject({ error: 'request.too-many' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
  });
});

describe('demo mode', () => {
  it.each([
    ['a write', { method: 'POST' }, true],
    ['a write that is allowed', { method: 'POST', allowedInDemo: true }, false],
    ['a read', { method: 'GET' }, false],
    ['a read that stores something', { method: 'GET', stores: true }, true],
  ] as const)('admits or refuses %s', async (_, over, refused) => {
    const one: Endpoint = endpoint({ ...common, ...over });
    expect(changesSomething(one)).toBe(refused);
    const url = '/api/things';
    await using demo = await edgeOf([one], {}, { demoMode: true });
    const answer = await demo.app.inject({ method: over.method, url });
    expect(answer.json().data?.error).toBe(refused ? 'demo.read-only' : undefined);
    await using plain = await edgeOf([one]);
    expect((await plain.app.inject({ method: over.method, url })).statusCode).toBe(200);
  });
});

describe('the request', () => {
  it('passes the handler its parts, caller, tenant, language and origin', async () => {
    const one = endpoint({
      ...common,
      method: 'POST',
      path: '/api/things/:id',
      params: z.strictObject({ id: z.string() }),
      query: z.strictObject({ n: z.coerce.number() }),
      body: z.strictObject({ name: z.string() }),
    });
    await using edge = await edgeOf([one], { ann });
    const payload = { name: 'x' };
    const headers = { as: 'ann', systemLanguageCode: 'EN' };
    await edge.app.inject({ method: 'POST', url: '/api/things/7?n=3', headers, payload });
    expect(edge.handled).toMatchObject([
      { params: { id: '7' }, query: { n: 3 }, body: payload, caller: ann, tenantId, language: 'en-US' },
    ]);
    expect(edge.handled[0]?.origin).toMatchObject({ address: '127.0.0.1' });
    expect(edge.admit).toHaveBeenCalledWith(expect.anything(), one);
  });

  it('refuses undeclared parameters and bodies', async () => {
    await using edge = await edgeOf([write, read], {}, { rateLimitFactor: 100 });
    expect(await edge.statuses({ url: '/api/things?n=1' }, { body: { n: 1 } }, { body: {} }, {})).toEqual([
      400, 400, 200, 200,
    ]);
    expect((await edge.app.inject({ url: '/api/things?n=1' })).statusCode).toBe(400);
  });

  it('refuses another site’s page a GET that stores something', async () => {
    await using edge = await edgeOf([endpoint({ ...common, method: 'GET', stores: true })]);
    const get = (site: string) =>
      edge.app.inject({ url: '/api/things', headers: { 'sec-fetch-site': site } });
    expect((await get('cross-site')).json()).toMatchObject({ data: { error: 'request.forged' } });
    expect((await get('same-origin')).statusCode).toBe(200);
  });
});

describe('the description', () => {
  const schemaOf = async (one: Endpoint) => {
    await using edge = await edgeOf([one]);
    return edge.routes.find(({ method }) => method === one.method)?.schema;
  };

  it('names summary, group, callers and errors by status', async () => {
    const one = endpoint({
      ...common,
      method: 'POST',
      audience: ['console', 'desk'],
      errors: ['proxy.not-found', 'request.too-many', 'sub-account.not-found'],
    });
    const schema = await schemaOf(one);
    expect(schema).toMatchObject({
      summary: 'Makes a thing.',
      tags: ['things'],
      security: [{ bearer: [] }],
      description:
        'Callers: console, desk.\n\n404: `proxy.not-found`, `sub-account.not-found`\n\n429: `request.too-many`',
    });
    expect(schema).not.toHaveProperty('params');
  });

  it('requires no token for a public endpoint, and no body for a GET', async () => {
    expect(await schemaOf(read)).toMatchObject({
      security: [],
      description: expect.stringMatching(/visitor\.$/),
    });
    expect(await schemaOf(read)).not.toHaveProperty('body');
    expect(await schemaOf(write)).toHaveProperty('body');
  });

  it('shows the media type of a file', async () => {
    const one = endpoint({ ...common, method: 'GET', answer: z.never(), file: 'text/csv' });
    expect(await schemaOf(one)).toMatchObject({
      response: { 200: { description: 'The file.', content: { 'text/csv': { schema: expect.anything() } } } },
    });
  });
});
