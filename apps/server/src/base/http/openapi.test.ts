import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { openApi } from './openapi.ts';

async function createApp() {
  const asked: string[] = [];
  const files: Readonly<Record<string, { status: number; headers: Record<string, string>; body: Buffer }>> = {
    '/api/openapi.json': {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
      body: Buffer.from('{"openapi":"3.1.0"}'),
    },
    '/api/docs': { status: 302, headers: { location: '/api/docs/' }, body: Buffer.from('') },
  };
  const none = { status: 404, headers: {}, body: Buffer.from('') };
  const app = Fastify();
  openApi(app, async () => async (path) => {
    asked.push(path);
    if (path === '/api/docs/broken' && asked.length === 1) throw new Error('the file could not be read');
    return files[path] ?? none;
  });
  await app.ready();
  return { app, asked, [Symbol.asyncDispose]: () => app.close() };
}

it('makes the document once, however often and in whatever encoding it is asked for', async () => {
  await using one = await createApp();
  const ask = (headers = {}) => one.app.inject({ url: '/api/openapi.json?again=1', headers });
  const [plain, compressed] = await Promise.all([ask(), ask({ 'accept-encoding': 'br' })]);
  expect(plain.body).toBe('{"openapi":"3.1.0"}');
  expect(plain.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
  });
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body);
  expect((await ask({ 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(304);
  expect((await one.app.inject({ url: '/api/%6fpenapi.jso%6E' })).body, 'spelled otherwise').toBe(plain.body);
  expect(one.asked).toEqual(['/api/openapi.json']);
});

it('reads a file by the one spelling of its decoded name', async () => {
  await using one = await createApp();
  for (const url of ['/api/docs/static%2Fa%20b.css', '/api/docs/a%3Fb', '/api/docs/'])
    await one.app.inject({ url });
  expect(one.asked).toEqual(['/api/docs/static/a%20b.css', '/api/docs/a%3Fb', '/api/docs/']);
  for (const url of ['/api/docs/x%2F..%2Fa', '/api/docs//a'])
    expect((await one.app.inject({ url })).statusCode).toBe(404);
  expect(one.asked).toHaveLength(3);
});

it('passes a redirect on', async () => {
  await using one = await createApp();
  const { statusCode, headers } = await one.app.inject({ url: '/api/docs' });
  expect([statusCode, headers.location]).toEqual([302, '/api/docs/']);
});

it('keeps neither a missing file nor one that could not be read', async () => {
  await using one = await createApp();
  const statusOf = async (path: string) => (await one.app.inject({ url: path })).statusCode;
  expect([await statusOf('/api/docs/broken'), await statusOf('/api/docs/broken')]).toEqual([500, 404]);
  expect(await statusOf('/api/docs/broken')).toBe(404);
  expect(one.asked).toHaveLength(3);
});
