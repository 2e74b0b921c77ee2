import { type ErrorId, errorCatalogue, interfaceLanguages } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { AppError } from './app-error.ts';
import { createEdge } from './edge.ts';

const details = { seconds: 7, reason: 'a reason', limit: 3 };
const headers = { 'zh-CN': 'zh-CN', 'en-US': 'EN' } as const;
const statuses: Readonly<Record<number, number>> = { 901: 403 };

let app: FastifyInstance;
beforeAll(async () => {
  app = await createEdge({
    log: createLog('silent'),
    metrics: createMetrics(),
    tokens: { sign: () => Promise.reject(), verify: () => Promise.resolve(null) },
    demoMode: false,
    rateLimitFactor: 1,
    generalLimit: { max: 10, windowSeconds: 60, per: 'session' },
    trustProxy: false,
    redis: null,
    crossOriginPrefixes: [],
  });
  app.get('/refuse/:error', ({ params }) => {
    // The test asks for ids of the catalogue only.
    throw new AppError((params as { error: ErrorId }).error, { details });
  });
  app.get('/fault', () => {
    throw new Error('the password is hunter2', { cause: new TypeError('inner') });
  });
  app.get('/gone', () => {
    throw Object.assign(new Error('terminating connection'), { code: '57P01' });
  });
});
afterAll(() => app.close());

const ids = Object.keys(errorCatalogue);

describe.each(ids)('%s', (error) => {
  it.each(interfaceLanguages)(
    'is an envelope in %s with the status that its code rides on',
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

describe('a fault of ours', () => {
  it('answers 500 with the request’s id and nothing of what went wrong', async () => {
    const answer = await app.inject({ url: '/fault' });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: 500, data: { error: 'server.failed' } });
    expect(answer.body).not.toMatch(/hunter2|inner|stack|\.ts/);
  });

  it('is a 503 when the database is gone', async () => {
    const answer = await app.inject({ url: '/gone' });
    expect(answer.json()).toMatchObject({ code: 503, data: { error: 'server.unavailable' } });
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
  ] as const)('%j gives %s', async (given, language) => {
    const answer = await app.inject({ url: '/refuse/auth.forbidden', headers: given });
    const entry = errorCatalogue['auth.forbidden'];
    expect(answer.json().msg).toBe(language === 'en' ? entry['en-US'] : entry['zh-CN']);
  });
});
