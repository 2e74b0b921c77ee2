import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestEdge, type TestEdge } from './testing/test-edge.ts';

let edge: TestEdge;
beforeAll(async () => {
  edge = await createTestEdge();
  edge.app.get('/items/:id', async () => 'one');
  edge.app.put('/items/:id', async () => 'put');
  edge.app.post('/items', async () => 'made');
});
afterAll(() => edge.app.close());

const english = { systemLanguageCode: 'EN' };

describe('a path that exists', () => {
  it.each([
    ['GET', '/items', 'POST'],
    ['DELETE', '/items?x=1', 'POST'],
    ['POST', '/items/7', 'GET, HEAD, PUT'],
    ['PATCH', '/items/7', 'GET, HEAD, PUT'],
    ['OPTIONS', '/items/7', 'GET, HEAD, PUT'],
  ] as const)(
    'answers another method than %s %s with 405 and the allowed ones: %s',
    async (method, url, allow) => {
      const answer = await edge.app.inject({ method, url, headers: english });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe(allow);
      expect(answer.json()).toMatchObject({
        code: 405,
        msg: 'Method not allowed',
        data: { error: 'request.method-not-allowed' },
      });
    },
  );

  it('treats no longer, shorter or similar path as known', async () => {
    for (const url of ['/items/7/8', '/item', '/itemsx', '/']) {
      expect((await edge.app.inject({ method: 'POST', url })).statusCode).toBe(404);
    }
  });
});

it.each(['PROPFIND', 'LOCK', 'SEARCH'])('%s is an unsupported method', async (method) => {
  for (const url of ['/items', '/nowhere']) {
    // Node reads these; the types of `inject` list fewer.
    const answer = await edge.app.inject({ method: method as 'GET', url, headers: english });
    expect(answer.statusCode).toBe(501);
    expect(answer.json()).toMatchObject({
      code: 501,
      msg: 'Not implemented',
      data: { error: 'request.method-unknown' },
    });
  }
});
