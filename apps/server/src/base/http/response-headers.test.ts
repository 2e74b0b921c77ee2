import { describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import type { EdgeOptions } from './edge.ts';
import { registerHealth } from './health.ts';
import { createTestEdge } from './testing/test-edge.ts';

async function headersOf(
  url: string,
  headers: Record<string, string> = {},
  options: Partial<EdgeOptions> = {},
) {
  await using edge = await createTestEdge(options);
  edge.app.get('/api/things', async () => ({}));
  edge.app.get('/api/files/:id', async (_, reply) =>
    reply.header('cache-control', 'public, max-age=86400').send('bytes'),
  );
  edge.app.get('/api/faults', async () => {
    throw new Error('a fault');
  });
  for (const asset of ['/assets/main-1.js', '/desk/assets/main-1.css']) edge.app.get(asset, async () => '');
  return (await edge.app.inject({ url, headers })).headers;
}

describe('the cache', () => {
  it.each([
    '/api/things',
    '/%61pi/things',
    '/api/faults',
    '/api/nothing',
    '/%61pi/nothing',
    '/api/%ED%A0%80',
  ])('forbids caching the response to %s', async (url) => {
    expect((await headersOf(url))['cache-control']).toBe('no-store');
  });

  it('keeps a file for as long as the file says', async () => {
    expect((await headersOf('/api/files/1'))['cache-control']).toBe('public, max-age=86400');
  });
});

describe('the content security policy', () => {
  const connectSrc = async (host: string, options: Partial<EdgeOptions> = {}) =>
    /connect-src ([^;]*)/.exec(
      String((await headersOf('/query', { host }, options))['content-security-policy']),
    )?.[1];

  it.each([
    ['chat.example.com', "'self' ws://chat.example.com wss://chat.example.com"],
    ['localhost:3000', "'self' ws://localhost:3000 wss://localhost:3000"],
    ['[::1]:3000', "'self' 'self'"],
    ["evil.example; script-src 'unsafe-inline'", "'self' 'self'"],
    ['*', "'self' 'self'"],
  ])('lets a page on %s connect to its own host only', async (host, sources) => {
    expect(await connectSrc(host)).toBe(sources);
  });

  it('lets a page upload to the bucket', async () => {
    expect(await connectSrc('a.example', { uploadOrigin: 'https://bucket.example' })).toBe(
      "'self' ws://a.example wss://a.example https://bucket.example",
    );
  });
});

describe('headers for trustworthy origins', () => {
  const sent = async (host: string, options: Partial<EdgeOptions> = {}) => {
    const answer = await headersOf('/query', { host }, options);
    return [answer['cross-origin-opener-policy'], answer['origin-agent-cluster']];
  };

  it.each(['localhost:3000', 'chat.localhost', '127.0.0.1:3000', '[::1]:3000'])(
    'sends them to a page on this machine: %s',
    async (host) => {
      expect(await sent(host)).toEqual(['same-origin', '?1']);
    },
  );

  it('sends them to a page that came by https', async () => {
    expect(await sent('chat.example.com', { secure: true })).toEqual(['same-origin', '?1']);
  });

  it.each(['192.168.1.9:3000', 'parley.lan:3000', 'localhost.example.com', '127.0.0.1.example.com'])(
    'omits them for a page requested over plain http from another machine: %s',
    async (host) => {
      expect(await sent(host)).toEqual([undefined, undefined]);
    },
  );
});

describe('scripts and styles of the apps', () => {
  it.each(['/assets/main-1.js', '/%61ssets/main-1.js', '/desk/assets/main-1.css', '/start-up.js'])(
    'sends no headers that apply to documents only: %s',
    async (url) => {
      const answer = await headersOf(url);
      expect(answer['content-security-policy']).toBeUndefined();
      expect(answer['x-frame-options']).toBeUndefined();
      expect(answer['referrer-policy']).toBeUndefined();
      expect(answer['x-request-id']).toBeUndefined();
      expect(answer['x-content-type-options']).toBe('nosniff');
      expect(answer['cross-origin-resource-policy']).toBe('same-origin');
    },
  );

  it('lets an endpoint’s answer load nothing and be in no frame', async () => {
    const answer = await headersOf('/api/things', { host: 'localhost' });
    expect(answer['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    expect(answer['x-frame-options']).toBe('SAMEORIGIN');
    expect(answer['cross-origin-opener-policy']).toBeUndefined();
    expect(answer['x-download-options']).toBeUndefined();
  });

  it.each([
    ['/assets/', "default-src 'self'"],
    ['/assets/page.html', "default-src 'self'"],
    ['/query?/assets/main.js', "default-src 'self'"],
    ['/api/files/1', "default-src 'self'"],
    ['/api/things?of=/assets/main.js', "default-src 'none'"],
  ])('sends a policy with everything but scripts and styles of the apps: %s', async (url, policy) => {
    expect((await headersOf(url))['content-security-policy']).toContain(policy);
  });
});

describe('strict transport security', () => {
  const hsts = async (...[headers, options]: [Record<string, string>?, Partial<EdgeOptions>?]) =>
    (await headersOf('/query', headers, options))['strict-transport-security'];

  it('lasts a year where the public URL is https', async () => {
    expect(await hsts({}, { secure: true })).toBe('max-age=31536000');
    const forwarded = { 'x-forwarded-proto': 'https' };
    expect(await hsts(forwarded, { trustProxy: '127.0.0.1' })).toBe('max-age=31536000');
  });

  it('sends no strict transport security over plain http', async () => {
    expect(await hsts()).toBeUndefined();
    expect(await hsts({ 'x-forwarded-proto': 'https' })).toBeUndefined();
  });
});

describe('the metrics', () => {
  async function statusOf(metricsToken: string | null, authorization?: string) {
    await using edge = await createTestEdge();
    const database = { pool: { totalCount: 0, idleCount: 0, waitingCount: 0 } };
    const queue = { probe: async () => 0 };
    registerHealth(edge.app, {
      database,
      queue,
      log: createLog('silent'),
      metrics: createMetrics(),
      metricsToken,
    });
    const headers = authorization === undefined ? {} : { authorization };
    return (await edge.app.inject({ url: '/metrics', headers })).statusCode;
  }
  const token = 'a token of twenty ch';

  it.each([
    [null, undefined, 200],
    [null, 'Bearer whatever', 200],
    [token, `Bearer ${token}`, 200],
    [token, `bearer ${token}`, 200],
    [token, undefined, 401],
    [token, '', 401],
    [token, token, 401],
    [token, 'Bearer ', 401],
    [token, `Bearer ${token}x`, 401],
    [token, `Bearer ${token.slice(1)}`, 401],
  ])(
    'asked for the metrics with the token %j and the header %j, the server answers %i',
    async (set, authorization, status) => {
      expect(await statusOf(set, authorization)).toBe(status);
    },
  );
});
