import { once } from 'node:events';
import { createServer } from 'node:http';
import { type ErrorId, errorCatalogue, interfaceLanguages } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { AppError } from './app-error.ts';
import { createEdge } from './edge.ts';

const details = {
  max: 20,
  seconds: 7,
  days: 30,
  reason: 'a reason',
  limit: 3,
  maxMb: 2,
  limitMb: 2,
  needed: 4,
  free: 1,
  min: 5,
  name: 'Ana',
  names: 'one, two',
  app: '1234',
};
const headers = { 'zh-CN': 'zh-CN', 'en-US': 'EN' } as const;
const statuses: Readonly<Record<number, number>> = {
  901: 403,
  40101: 401,
  50008: 401,
  50012: 401,
  50014: 401,
};

let app: FastifyInstance;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  app = await createEdge({
    log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }),
    metrics: createMetrics(),
    demoMode: false,
    rateLimitFactor: 1,
    generalLimit: { max: 10, windowSeconds: 60, per: 'session' },
    trustProxy: false,
    redis: null,
    crossOriginPrefixes: [],
  });
  app.get('/refuse/:error', ({ params }) => {
    // The tests request only ids of the catalogue.
    throw new AppError((params as { error: ErrorId }).error, { details });
  });
  app.get('/fault', () => {
    throw new Error('the password is hunter2', { cause: new TypeError('inner') });
  });
  app.get('/ask', async ({ query }) => {
    const { url, limitMs = '50' } = query as { url: string; limitMs?: string }; // the test's own
    await fetch(url, { signal: AbortSignal.timeout(Number(limitMs)) });
  });
  app.get('/slow-statement', () => {
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  });
  app.get('/full/:code', ({ params }) => {
    throw Object.assign(new Error('could not extend file'), { code: (params as { code: string }).code }); // the test's
  });
  app.get('/gone', () => {
    throw Object.assign(new Error('terminating connection'), { code: '57P01' });
  });
});
afterAll(() => app.close());

const ids = Object.keys(errorCatalogue);

describe.each(ids)('%s', (error) => {
  it.each(interfaceLanguages)(
    'answers an envelope in %s with the status that belongs to its code',
    async (language) => {
      const answer = await app.inject({
        url: `/refuse/${error}`,
        headers: { systemLanguageCode: headers[language] },
      });
      const entry = errorCatalogue[error as ErrorId]; // from the catalogue itself
      expect(answer.statusCode).toBe(statuses[entry.code] ?? entry.code);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      const body = answer.json();
      expect(body).toEqual({
        code: entry.code,
        msg: body.msg,
        data: { error, requestId: body.data.requestId, details },
      });
      expect(body.data.requestId).toBe(answer.headers['x-request-id']);
      // Every `{detail}` of the sentence is filled in.
      expect(body.msg).not.toMatch(/[{}]|undefined/);
      expect(body.msg.length).toBeGreaterThan(1);
      expect(/[\u4e00-\u9fff]/.test(body.msg)).toBe(language === 'zh-CN');
    },
  );
});

describe('an internal error', () => {
  it('answers 500 with the request’s id and no details of the error', async () => {
    const answer = await app.inject({ url: '/fault' });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: 500, data: { error: 'server.failed' } });
    expect(answer.body).not.toMatch(/hunter2|inner|stack|\.ts/);
  });

  it('answers 503 when the database is gone', async () => {
    const answer = await app.inject({ url: '/gone' });
    expect(answer.json()).toMatchObject({ code: 503, data: { error: 'server.unavailable' } });
  });

  it.each(['53100', '53200', '58030', 'ENOSPC'])(
    'answers with a separate 503 when nothing can be stored (%s)',
    async (code) => {
      const answer = await app.inject({ url: `/full/${code}` });
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ code: 503, data: { error: 'server.storage-exhausted' } });
    },
  );
});

describe('the log', () => {
  it.each(['/gone', '/full/53100', '/refuse/server.unavailable?token=secret'])(
    'contains one line without a stack for a request that %s refuses with 503',
    async (url) => {
      lines = [];
      const answer = await app.inject({ url });
      const { requestId } = answer.json().data;
      expect(lines).toMatchObject([
        { level: 40, msg: 'request refused', requestId, path: url.split('?')[0] },
      ]);
      expect(JSON.stringify(lines)).not.toMatch(/stack|secret/);
    },
  );

  it('logs an internal error completely', async () => {
    lines = [];
    await app.inject({ url: '/fault' });
    expect(lines).toMatchObject([
      { level: 50, msg: 'request failed', err: { stack: expect.stringContaining('edge.test.ts') } },
    ]);
  });
});

describe('a service that the server asked', () => {
  const gateway = createServer();
  const urlOf = () => {
    const address = gateway.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  };
  beforeAll(async () => {
    // Accepts connections and never responds.
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
  });
  afterAll(() => {
    gateway.closeAllConnections();
    gateway.close();
  });

  it('answers 504 when an outside service is too slow', async () => {
    const answer = await app.inject({
      url: '/ask',
      query: { url: urlOf() },
      headers: { systemLanguageCode: 'EN' },
    });
    expect(answer.statusCode).toBe(504);
    expect(answer.json()).toMatchObject({
      code: 504,
      msg: 'Network timeout',
      data: { error: 'server.too-slow' },
    });
  });

  it('answers 502 when an outside service is unreachable', async () => {
    // Nothing listens on this port, and no system assigns it; `fetch` refuses port 1.
    const query = { url: 'http://127.0.0.1:2', limitMs: '60000' };
    const answer = await app.inject({ url: '/ask', query, headers: { systemLanguageCode: 'EN' } });
    expect(answer.statusCode).toBe(502);
    expect(answer.json()).toMatchObject({
      code: 502,
      msg: 'Network error',
      data: { error: 'gateway.unreachable' },
    });
  });

  it('answers 504 when the database takes too long', async () => {
    const answer = await app.inject({ url: '/slow-statement' });
    expect(answer.json()).toMatchObject({ code: 504, data: { error: 'server.too-slow' } });
  });
});

describe('requests that no route has seen', () => {
  it.each(['/refuse/%ED%A0%80', '/refuse/%', '/%E0%A4%A'])('%s answers with an envelope', async (url) => {
    const answer = await app.inject({ url, headers: { systemLanguageCode: 'EN' } });
    expect(answer.statusCode).toBe(400);
    const { requestId } = answer.json().data;
    expect(answer.json()).toEqual({
      code: 400,
      msg: 'The request could not be read',
      data: { error: 'request.malformed', requestId },
    });
    expect(answer.headers['x-request-id']).toBe(requestId);
  });

  it('a parameter longer than any id is not found', async () => {
    const answer = await app.inject({ url: `/refuse/${'x'.repeat(300)}` });
    expect(answer.json()).toMatchObject({ code: 404, data: { error: 'resource.not-found' } });
  });
});

describe('the language of an answer', () => {
  it.each([
    [{ systemlanguagecode: 'EN' }, 'en'],
    [{ systemlanguagecode: 'en-US' }, 'en'],
    [{ systemlanguagecode: 'zh-CN', 'accept-language': 'en-GB' }, 'zh'],
    [{ 'accept-language': 'en-GB,en;q=0.8' }, 'en'],
    [{ 'accept-language': 'de' }, 'zh'],
    [{}, 'zh'],
  ] as const)('%j selects %s', async (given, language) => {
    const answer = await app.inject({ url: '/refuse/auth.forbidden', headers: given });
    const entry = errorCatalogue['auth.forbidden'];
    expect(answer.json().msg).toBe(language === 'en' ? entry['en-US'] : entry['zh-CN']);
  });
});
