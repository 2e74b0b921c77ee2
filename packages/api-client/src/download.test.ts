import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoint } from '@parley/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { type ClientOptions, createClient } from './client.ts';
import { fileNameIn } from './download.ts';
import { memoryStorage } from './memory-client.ts';

const table = endpoint({
  method: 'GET',
  path: '/api/table',
  audience: ['console'],
  summary: 'A file.',
  query: z.object({ day: z.string() }),
  answer: z.null(),
});
const asked = { query: { day: '2026-01-31' } };

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function clientOf(listener: RequestListener, options: Partial<ClientOptions> = {}) {
  const server = createServer(listener);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  const storage = memoryStorage({ ACCESS_TOKEN: 'old', REFRESH_TOKEN: 'next' });
  return createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    storage,
    language: () => 'en-US' as const,
    audience: 'console' as const,
    onExpired: () => undefined,
    ...options,
  });
}

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const envelope = (code: number, msg: string) =>
  JSON.stringify({ code, msg, data: { error: 'auth.required', requestId: 'r' } });

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const problem = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (problem instanceof ApiError) return problem;
  throw new Error('no ApiError', { cause: problem });
}

describe('a download', () => {
  it('returns the bytes, their type and the name, and reports progress', async () => {
    let accept: string | undefined;
    const client = await clientOf((request, response) => {
      accept = request.headers.accept;
      response.writeHead(200, {
        'content-type': sheet,
        'content-length': 8,
        'content-disposition': `attachment; filename="log.xlsx"; filename*=UTF-8''%E8%AE%B0%E5%BD%95.xlsx`,
      });
      response.write('PK12');
      setImmediate(() => response.end('3456'));
    });
    const progress: { loaded: number; total: number | null }[] = [];
    const { blob, fileName } = await client.download(table, asked, {
      onProgress: (now) => progress.push(now),
    });
    expect([await blob.text(), blob.type, fileName]).toEqual(['PK123456', sheet, '记录.xlsx']);
    expect(progress.at(-1)).toEqual({ loaded: 8, total: 8 });
    expect(accept).toBe('*/*');
  });

  it('stops half-way when its caller aborts', async () => {
    const client = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': sheet });
      response.write('PK');
    });
    const stop = new AbortController();
    const running = client.download(table, asked, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('changed my mind')),
    });
    await expect(running).rejects.toThrow('changed my mind');
  });

  it('restarts the time limit with each chunk, and ends once chunks stop', async () => {
    let pieces = 0;
    const client = await clientOf(
      (_, response) => {
        response.writeHead(200, { 'content-type': sheet });
        const timer = setInterval(() => {
          pieces += 1;
          if (pieces < 8) response.write('x');
          else clearInterval(timer);
        }, 200);
      },
      { timeLimitMs: 1_000 },
    );
    const began = performance.now();
    const problem = await failureOf(client.download(table, asked));
    expect(problem.error).toBe('client.timeout');
    // Seven chunks, 200 ms apart: each one restarts the timeout.
    expect(performance.now() - began).toBeGreaterThan(2_000);
  });

  it('renews an expired session first', async () => {
    const client = await clientOf((request, response) => {
      if (request.url?.includes('refresh-token')) {
        const tokens = { accessToken: 'new', refreshToken: 'after', expiresAt: 1 };
        response.setHeader('content-type', 'application/json');
        return response.end(JSON.stringify({ code: 200, msg: '', data: tokens }));
      }
      if (request.headers.authorization !== 'Bearer new') {
        response.writeHead(401, { 'content-type': 'application/json' });
        return response.end(envelope(401, 'Who are you?'));
      }
      return response.writeHead(200, { 'content-type': sheet }).end('PK');
    });
    expect(await (await client.download(table, asked)).blob.text()).toBe('PK');
  });

  it('rejects with the server’s message if refused', async () => {
    const client = await clientOf((_, response) => {
      response.writeHead(403, { 'content-type': 'application/json' }).end(envelope(403, 'Not yours'));
    });
    expect(await failureOf(client.download(table, asked))).toMatchObject({ code: 403, message: 'Not yours' });
  });

  it('rejects a success without a file', async () => {
    const client = await clientOf((_, response) => {
      const json = JSON.stringify({ code: 200, msg: '', data: null });
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(json);
    });
    expect((await failureOf(client.download(table, asked))).error).toBe('client.answer');
  });

  it('downloads JSON that is sent as an attachment', async () => {
    const client = await clientOf((_, response) => {
      const headers = { 'content-type': 'application/json', 'content-disposition': 'attachment' };
      response.writeHead(200, headers).end('[1]');
    });
    const { blob, fileName } = await client.download(table, asked);
    expect([await blob.text(), fileName]).toEqual(['[1]', null]);
  });
});

it.each([
  [null, null],
  ['attachment', null],
  ['attachment; filename=a.xlsx', 'a.xlsx'],
  ['attachment; filename="a b.xlsx"', 'a b.xlsx'],
  [`attachment; filename*=UTF-8''%E0%A4%A; filename="plain.xlsx"`, 'plain.xlsx'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\temp\\a.xlsx"', 'a.xlsx'],
])('the name in %j is %j', (header, name) => {
  expect(fileNameIn(header)).toBe(name);
});
