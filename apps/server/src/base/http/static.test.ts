import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createEdge } from './edge.ts';
import { serveApps } from './static.ts';

/** By host; at other hosts the brand can't be read. */
const brandNames: Readonly<Record<string, string>> = {
  'shop.example': 'Shop & <Co>',
  'other.example': 'Other',
};

let app: FastifyInstance;
let folder: string;
async function brandNameOf(host: string): Promise<string> {
  if (host === 'hanging.example') return new Promise(() => undefined);
  const name = brandNames[host];
  if (name === undefined) throw new Error('the database is away');
  return name;
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-apps-'));
  for (const name of ['console', 'desk', 'share', 'widget']) {
    await mkdir(join(folder, name, 'dist/assets'), { recursive: true });
    await writeFile(join(folder, name, 'dist/index.html'), `<title>${name}</title>`);
    await writeFile(join(folder, name, 'dist/mark.svg'), '<svg/>');
    await writeFile(join(folder, name, 'dist/assets/index-1a2b.js'), `// ${name}`);
    for (const file of [
      'index.html',
      'assets/index-1a2b.js',
      'widget.js',
      'widget-files.js',
      'widget-emoji.js',
      'widget-rating.js',
    ]) {
      await writeFile(join(folder, name, `dist/${file}.br`), `brotli of ${file}`);
      await writeFile(join(folder, name, `dist/${file}.gz`), `gzip of ${file}`);
    }
  }
  await writeFile(join(folder, 'share/dist/chat.html'), '<title>chat</title>');
  await writeFile(join(folder, 'widget/dist/widget.js'), '// widget');
  await writeFile(join(folder, 'widget/dist/widget-files.js'), '// files of the widget');
  await writeFile(join(folder, 'widget/dist/widget-emoji.js'), '// emoji of the widget');
  await writeFile(join(folder, 'widget/dist/widget-rating.js'), '// ratings of the widget');
  app = await createEdge({
    log: createLog('silent'),
    metrics: createMetrics(),
    demoMode: false,
    rateLimitFactor: 1,
    generalLimit: { max: 10, windowSeconds: 60, per: 'session' },
    trustProxy: false,
    redis: null,
    crossOriginPrefixes: [],
  });
  await serveApps(app, { secure: true, brandNameOf, folder });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('a page', () => {
  it.each([
    ['/', 'console'],
    ['/workplace/home?tab=1', 'console'],
    ['/deskless', 'console'],
    ['/desk/', 'desk'],
    ['/desk/some/page', 'desk'],
    ['/workOrder/share?share=1', 'share'],
    ['/chatHistory/share?share=1', 'chat'],
    ['/workOrder/shared', 'console'],
  ])('%s is the %s, uncached, with the XSRF cookie', async (url, name) => {
    const answer = await app.inject({ url });
    expect(answer.body).toBe(`<title>${name}</title>`);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.cookies).toMatchObject([{ name: '__Host-XSRF-TOKEN', secure: true, sameSite: 'Lax' }]);
  });

  it.each([
    ['/desk', '/desk/'],
    ['/desk?', '/desk/'],
    ['/desk?view=archived&q=why%3F?', '/desk/?view=archived&q=why%3F?'],
  ])('sends %s on to %s', async (url, location) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(location);
  });

  it.each([
    ['/', 'console'],
    ['/desk/', 'desk'],
  ])('%s has the name of the brand at its host as title', async (url) => {
    const at = (host: string, headers = {}) => app.inject({ url, headers: { host, ...headers } });
    const answer = await at('Shop.example:8443');
    expect(answer.body).toBe('<title>Shop &amp; &lt;Co></title>');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
    });
    expect((await at('other.example')).body).toBe('<title>Other</title>');
    const again = await at('shop.example', { 'if-none-match': String(answer.headers.etag) });
    expect(again.statusCode).toBe(304);
    const { headers, rawPayload } = await at('shop.example', { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(rawPayload).toString()).toBe(answer.body);
  });

  it('sends the page as built while the database hangs', async () => {
    const { body } = await app.inject({ url: '/desk/', headers: { host: 'hanging.example' } });
    expect(body).toBe('<title>desk</title>');
  });

  it('has the built title for a page of a link, which any brand may send', async () => {
    const { body } = await app.inject({ url: '/workOrder/share', headers: { host: 'shop.example' } });
    expect(body).toBe('<title>share</title>');
  });

  it('a page is sent once as long as it stays the same', async () => {
    const { headers } = await app.inject({ url: '/' });
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
  });

  it.each(['/api/nothing', '/admin/api/nothing', '/assets/old.js', '/desk/assets/old.js'])(
    'sends no page for a request to %s',
    async (url) => {
      const answer = await app.inject({ url });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ data: { error: 'resource.not-found' } });
      expect(answer.cookies).toEqual([]);
    },
  );

  it('serves a page to GET and HEAD only', async () => {
    expect((await app.inject({ method: 'POST', url: '/workplace/home' })).statusCode).toBe(404);
    const file = await app.inject({ method: 'POST', url: '/mark.svg' });
    expect(file.statusCode).toBe(405);
    expect(file.headers.allow).toBe('GET, HEAD');
  });
});

it.each([
  ['/assets/index-1a2b.js', 'public, max-age=31536000, immutable'],
  ['/desk/assets/index-1a2b.js', 'public, max-age=31536000, immutable'],
  ['/mark.svg', 'no-cache'],
  ['/widget.js', 'public, max-age=300'],
  ['/widget-files.js?v=1a2b3c4d-1', 'public, max-age=300'],
  ['/widget-emoji.js?v=1a2b3c4d-1', 'public, max-age=300'],
  ['/widget-rating.js?v=1a2b3c4d-1', 'public, max-age=300'],
])('%s may be cached: %s', async (url, cacheControl) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe(cacheControl);
  expect(answer.cookies).toEqual([]);
});

it.each(['/widget.js', '/widget-files.js', '/widget-emoji.js', '/widget-rating.js'])(
  'lets any website run %s',
  async (url) => {
    const { headers } = await app.inject({ url, headers: { origin: 'https://shop.example' } });
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'application/javascript; charset=utf-8',
    });
  },
);

describe('a compressed file', () => {
  const asked = (url: string, accepted: string) =>
    app.inject({ url, headers: accepted === '' ? {} : { 'accept-encoding': accepted } });

  it.each([
    ['/', 'index.html', 'text/html; charset=utf-8'],
    ['/desk/c/1', 'index.html', 'text/html; charset=utf-8'],
    ['/assets/index-1a2b.js', 'assets/index-1a2b.js', 'application/javascript; charset=utf-8'],
    ['/desk/assets/index-1a2b.js', 'assets/index-1a2b.js', 'application/javascript; charset=utf-8'],
    ['/widget.js', 'widget.js', 'application/javascript; charset=utf-8'],
    ['/widget-files.js', 'widget-files.js', 'application/javascript; charset=utf-8'],
  ])('a file is sent for %s as the browser accepts it', async (url, file, type) => {
    const [brotli, gzip, plain] = [
      await asked(url, 'gzip, deflate, br'),
      await asked(url, 'gzip'),
      await asked(url, ''),
    ];
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': type });
    expect(brotli.body).toBe(`brotli of ${file}`);
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': type });
    expect(gzip.body).toBe(`gzip of ${file}`);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const { headers } of [brotli, gzip, plain]) expect(headers.vary).toMatch(/accept-encoding/i);
    expect(new Set([brotli.headers.etag, gzip.headers.etag, plain.headers.etag]).size).toBe(3);
    expect(brotli.headers['cache-control']).toBe(plain.headers['cache-control']);
  });

  it('a compressed file is revalidated by the entity tag of its variant', async () => {
    const url = '/assets/index-1a2b.js';
    const { headers } = await asked(url, 'br');
    const again = (accepted: string) =>
      app.inject({
        url,
        headers: { 'accept-encoding': accepted, 'if-none-match': String(headers.etag) },
      });
    expect((await again('br')).statusCode).toBe(304);
    expect((await again('gzip')).statusCode).toBe(200);
  });

  it('serves the variants at no separate address', async () => {
    expect((await asked('/assets/index-1a2b.js.br', 'br')).statusCode).toBe(404);
  });
});
