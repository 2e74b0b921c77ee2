import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { compressAnswers, encodingOf } from './compression.ts';

const listOf = (length: number) => ({
  list: Array.from({ length }, (_, at) => ({ id: at, name: `Customer ${at}` })),
});
const list = listOf(100);
const longList = listOf(2_000);

function server() {
  const app = Fastify();
  compressAnswers(app);
  app.get('/list', async () => list);
  app.get('/long-list', async () => longList);
  app.post('/list', async () => list);
  app.get('/short', async () => ({ token: 'secret' }));
  app.get('/ready', async (_request, reply) =>
    reply.type('text/plain').header('vary', 'origin').send('x'.repeat(5_000)),
  );
  app.get('/varied', async (_request, reply) => reply.header('vary', 'origin').send(list));
  return app;
}

const ask = (url: string, accepted?: string, method: 'GET' | 'POST' | 'HEAD' = 'GET') =>
  server().inject({
    url,
    method,
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  });

describe('an answer', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync, '/list', list],
    ['gzip', 'gzip', gunzipSync, '/list', list],
    ['br', 'br', brotliDecompressSync, '/long-list', longList],
    ['gzip', 'gzip', gunzipSync, '/long-list', longList],
  ] as const)('a response is sent for "%s" as %s', async (accepted, encoding, unpack, url, answer) => {
    const { headers, rawPayload } = await ask(url, accepted);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(JSON.parse(String(unpack(rawPayload)))).toEqual(answer);
  });

  it('a response is sent uncompressed to a client that accepts neither, and varies by Accept-Encoding', async () => {
    const { headers, body } = await ask('/list');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBe('accept-encoding');
    expect(JSON.parse(body)).toEqual(list);
  });

  it('keeps the earlier values of Vary', async () => {
    expect((await ask('/varied', 'br')).headers.vary).toBe('origin, accept-encoding');
  });

  it.each([
    ['short', 'GET', '/short'],
    ['no JSON', 'GET', '/ready'],
    ['to a request that changes something', 'POST', '/list'],
  ] as const)('a response is not compressed when it is %s', async (_, method, url) => {
    expect((await ask(url, 'br', method)).headers['content-encoding']).toBeUndefined();
  });
});

it.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', null],
  ['GZIP;q=0.5', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
])('the encoding for "%s" is %s', (accepted, encoding) => {
  expect(encodingOf(accepted)).toBe(encoding);
});
