import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { createBoundedFetch } from './bounded-fetch.ts';

let server: Server | null = null;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((closed) => server?.close(closed));
});

async function serving(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const MiB = 1024 * 1024;
const fetch = createBoundedFetch(new Agent());

it('rejects an answer that decompresses to more than 8 MiB', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * MiB));
  const url = await serving((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  );
  const answer = await fetch(url);
  await expect(answer.text()).rejects.toMatchObject({ code: 'EANSWERTOOLARGE' });
});

it('passes an answer of 8 MiB with its status and headers', async () => {
  const url = await serving((_, response) =>
    response.writeHead(418, { 'x-kind': 'tea' }).end('x'.repeat(8 * MiB)),
  );
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('x-kind')]).toEqual([418, 'tea']);
  expect(await answer.text()).toHaveLength(8 * MiB);
});

it('applies another limit of its caller', async () => {
  const url = await serving((_, response) => response.end('x'.repeat(11)));
  const answer = await fetch(url, { answerLimit: 10 });
  await expect(answer.text()).rejects.toMatchObject({ code: 'EANSWERTOOLARGE' });
});

it('aborts an answer that trickles in', async () => {
  const url = await serving((_, response) => response.writeHead(200).write('x'));
  // On a busy machine the limit may pass before the headers arrive.
  const text = createBoundedFetch(new Agent(), 50)(url).then((answer) => answer.text());
  await expect(text).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('passes answers without a body', async () => {
  const url = await serving((_, response) => response.writeHead(204).end());
  expect((await fetch(url)).status).toBe(204);
});

it('closes the connection of an answer whose status no answer can have', async () => {
  let closed = false;
  const url = await serving((request, response) => {
    request.socket.once('close', () => {
      closed = true;
    });
    response.statusCode = 999;
    response.write('x');
  });
  await expect(fetch(url)).rejects.toThrow(RangeError);
  await expect.poll(() => closed).toBe(true);
});
