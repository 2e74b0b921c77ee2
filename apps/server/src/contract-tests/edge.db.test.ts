import * as contract from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import * as settingsApi from '@parley/contract/settings';
import * as visitorApi from '@parley/contract/visitor';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesSomething } from '../base/http/mount.ts';
import { securityOf } from '../base/http/openapi-security.ts';
import { createLog } from '../base/log.ts';
import { recordChanges } from '../testing/recorded-changes.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createWorld, requestFor, type TestWorld } from '../testing/world.ts';

/** Records everything that a request could change, except the log of who read what, and the heartbeats that processes write. */
const changesIn = ({ app }: TestApp) =>
  recordChanges(app.database.pool, {
    except: ['audit_entries%', 'server_processes', 'queue_workers'],
    without: ['held_by', 'held_until', 'holder', 'leased_until', 'seen_at'],
  });

type Described = { paths: Record<string, Record<string, unknown>> };
const endpoints = [...contract.allEndpoints];

describe('the edge of a running server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it.each([
    ['GET', '/api/nowhere'],
    ['POST', '/api/user/login/more'],
    ['PUT', '/nowhere'],
    ['GET', '/assets/nothing.js'],
  ] as const)('%s %s is not found, in an envelope', async (method, path) => {
    const answer = await app.send({ method, path }, {});
    expect(answer).toMatchObject({ status: 404, body: { code: 404, data: { error: 'resource.not-found' } } });
  });

  it('lists an endpoint’s methods when it is called by another', async () => {
    const all = [...contract.allEndpoints.values()];
    const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
    for (const { method, path } of all) {
      // `/inform/page` also matches `/inform/:id`.
      const own = all.filter((one) => patternOf(one.path).test(path));
      const allowed = own.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method]));
      const other = (['DELETE', 'PUT', 'POST', 'GET'] as const).find((one) => !allowed.includes(one));
      if (other === undefined) continue;
      const answer = await app.send({ method: other, path: path.replace(/:\w+/g, 'x') }, {});
      expect(answer, `${method} ${path}`).toMatchObject({ status: 405, body: { code: 405 } });
      const told = answer.headers.get('allow')?.split(', ');
      expect(told).toEqual(expect.arrayContaining(allowed));
      expect(told).not.toContain(other);
    }
  });

  it.each(['/', '/desk/some/page', '/nothing.js'])('answers HEAD %s as GET, without a body', async (path) => {
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map((method) => fetch(`${app.url}${path}`, { method })),
    );
    expect(head?.status).toBe(get?.status);
    expect(head?.headers.get('content-type')).toBe(get?.headers.get('content-type'));
    expect(await head?.text()).toBe('');
  });

  it('gives each request a new id and ignores the caller’s', async () => {
    const ask = () => app.send({ method: 'GET', path: '/healthz' }, {}, undefined, { 'request-id': 'mine' });
    const seen = (await Promise.all([ask(), ask()])).map((answer) => answer.headers.get('x-request-id'));
    expect(new Set(seen).size).toBe(2);
    for (const id of seen) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['/', '/desk/', '/api/user/login', '/healthz'])('guards %s with headers', async (path) => {
    const { headers } = await app.send({ method: 'GET', path }, {});
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain(path.startsWith('/api/') ? "default-src 'none'" : "default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    if (!path.startsWith('/api/')) expect(policy).toContain("object-src 'none'");
    expect(policy).not.toMatch(/script-src|unsafe-eval|default-src[^;]*unsafe-inline/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('reports that it lives, that it is ready, and its metrics', async () => {
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({ status: 'ready' });
    await app.send({ method: 'GET', path: '/api/nowhere' }, {});
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toMatch(
      /parley_http_request_seconds_count\{method="GET",route="\/readyz",status="200"\} 1/,
    );
    // Invented addresses must not become labels.
    expect(metrics).not.toContain('nowhere');
  });

  it('describes every endpoint in an OpenAPI document that keeps the recommended rules', async () => {
    const source = await (await fetch(`${app.url}/api/openapi.json`)).text();
    const problems = await lintFromString({
      source,
      config: await createConfig({ extends: ['recommended'] }),
    });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    const document: Described = JSON.parse(source);
    for (const [name, endpoint] of endpoints) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      expect(document.paths[path]?.[endpoint.method.toLowerCase()], path).toMatchObject({
        operationId: name.split('.')[1],
        summary: endpoint.summary,
        security: securityOf(endpoint),
        responses: { 200: expect.anything(), 400: expect.anything(), 503: expect.anything() },
      });
    }
  });

  it('serves the page that shows the document with its files, and no other files', async () => {
    const ask = async (path: string) => {
      const { status, headers } = await fetch(`${app.url}/api/docs/${path}`);
      return [status, headers.get('content-type')?.split(';')[0]];
    };
    expect(await ask('')).toEqual([200, 'text/html']);
    expect(await ask('static/swagger-ui.css')).toEqual([200, 'text/css']);
    expect(await ask('json')).toEqual([200, 'application/json']);
    expect(await ask('nothing')).toEqual([404, 'application/json']);
  });
});

describe('rate limits', () => {
  let app: TestApp;
  let trusting: TestApp;
  beforeAll(async () => {
    [app, trusting] = await Promise.all([
      startTestApp({ config: { RATE_LIMIT_FACTOR: '0.1' } }),
      startTestApp({ config: { RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: '127.0.0.1' } }),
    ]);
  });
  afterAll(() => Promise.all([app.close(), trusting.close()]));

  const body = { username: 'nobody@example.com', password: 'Lantern42' };
  /** Two per minute with this factor. */
  const logIn = (on: TestApp, from = '192.0.2.1') =>
    on.send(identityApi.logIn, { body }, undefined, { 'x-forwarded-for': from });

  it('refuses an address its third login in a minute with the time to wait, whatever forwarded address it sends', async () => {
    expect((await logIn(app, '192.0.2.1')).status).toBe(401);
    expect((await app.send(identityApi.logIn, { body: { nonsense: true } })).status).toBe(400);
    const answer = await logIn(app, '192.0.2.3');
    expect(answer).toMatchObject({ status: 429, body: { code: 429, data: { error: 'request.too-many' } } });
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(answer.body.msg).toBe(`Too many requests, try again in ${wait} s`);
    // Each endpoint counts separately.
    expect((await app.send(identityApi.deskLogIn, { body })).status).toBe(401);
  });

  it('limits each client of a trusted proxy separately', async () => {
    for (const status of [401, 401, 429]) expect((await logIn(trusting, '192.0.2.1')).status).toBe(status);
    expect((await logIn(trusting, '192.0.2.2')).status).toBe(401);
    // All addresses of one IPv6 network count as one client.
    for (const [host, status] of [401, 401, 429].entries())
      expect((await logIn(trusting, `2606:4700:0:1::${host}`)).status).toBe(status);
    expect((await logIn(trusting, '2606:4700:0:2::1')).status).toBe(401);
  });

  it('limits one visitor that writes too much, and no other', async () => {
    const start = async () => {
      const site = await webchat(trusting);
      return [await trusting.startVisitor(site), await trusting.startVisitor(site)] as const;
    };
    const [loud, quiet] = await start();
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const message = { id: crypto.randomUUID(), text: `${n}` };
      statuses.push((await trusting.send(visitorApi.visitorSend, { body: message }, loud.token)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    await trusting.visitorSays(quiet, 'Hola');
  });

  /** The limits are low here, so people are created once. */
  async function webchat(on: TestApp): Promise<string> {
    const owner = await on.registerOwner();
    const agent = await on.createSubAccount(owner);
    return on.addWebchat(owner, agent.subAccountId);
  }
});

describe('demo mode', () => {
  let app: TestApp;
  let world: TestWorld;
  beforeAll(async () => {
    app = await startTestApp();
    world = await createWorld(app);
  });
  afterAll(() => app.close());

  it('announces demo mode to clients before any login', async () => {
    const demo = await startTestApp({ databaseUrl: app.databaseUrl, config: { DEMO_MODE: 'on' } });
    const told = async (on: TestApp) => (await on.call(settingsApi.getSystemConfig, {})).demoMode;
    expect([await told(demo), await told(app)]).toEqual([true, false]);
    await demo.close();
  });

  it('permits reading everything and changing nothing', async () => {
    const demo = await startTestApp({ databaseUrl: app.databaseUrl, config: { DEMO_MODE: 'on' } });
    try {
      for (const [name, endpoint] of endpoints.filter(([key]) => key !== 'identity.logOut')) {
        const [first] = endpoint.audience;
        const token = first === 'public' ? undefined : world.tokens[first];
        const answer = await demo.send(endpoint, requestFor(name, world.live), token);
        const refused = changesSomething(endpoint);
        if (refused) {
          expect(answer, name).toMatchObject({
            status: 403,
            body: { code: 901, data: { error: 'demo.read-only' } },
          });
        } else {
          expect(answer.body.code, name).not.toBe(901);
          expect(answer.status, name).toBeLessThan(500);
        }
      }
    } finally {
      await demo.close();
    }
  });

  it('stores nothing for a GET', async () => {
    const demo = await startTestApp({ databaseUrl: app.databaseUrl, config: { DEMO_MODE: 'on' } });
    const changes = await changesIn(demo);
    for (const [name, endpoint] of endpoints.filter(([, { method }]) => method === 'GET')) {
      const [first] = endpoint.audience;
      const token = first === 'public' ? undefined : world.tokens[first];
      await demo.send(endpoint, requestFor(name, world.live), token);
      expect(await changes(), name).toEqual([]);
    }
    await demo.close();
  });

  it('warns at the start when other machines can connect', async () => {
    for (const [HOST, warnings] of [
      ['127.0.0.1', 0],
      ['0.0.0.0', 1],
    ] as const) {
      const lines: string[] = [];
      const log = createLog('warn', { write: (line: string) => void lines.push(line) });
      const demo = await startTestApp({
        databaseUrl: app.databaseUrl,
        config: { DEMO_MODE: 'on', HOST },
        log,
      });
      await demo.close();
      expect(lines.filter((line) => line.includes('DEMO_MODE'))).toHaveLength(warnings);
    }
  });

  it('covers every endpoint outside of the contract that changes data', async () => {
    const declared = [...contract.allEndpoints.values()].map(({ method, path }) => `${method} ${path}`);
    const safe = /^(GET|HEAD|OPTIONS) /;
    const others = app.app.services.edge.knownPaths
      .list()
      .filter((route) => !safe.test(route) && !declared.includes(route));
    expect(others.sort()).toEqual([
      // Platforms deliver messages here.
      'POST /api/hook/:socialAccountId',
      'POST /api/hook/app/:platform/:appId',
      'POST /api/hook/app/:platform/:appId/:workspaceId',
      // Visitors of a split link leave their contact here.
      'POST /s/:code',
      'PUT /api/files/upload/:token',
      'PUT /api/visitor/uploads/:token',
    ]);
    const demo = await startTestApp({ databaseUrl: app.databaseUrl, config: { DEMO_MODE: 'on' } });
    for (const path of ['/api/files/upload/x', '/api/visitor/uploads/x']) {
      const upload = { method: 'PUT', path } as const;
      expect(await demo.send(upload, {})).toMatchObject({ status: 403, body: { code: 901 } });
    }
    await demo.close();
  });
});
