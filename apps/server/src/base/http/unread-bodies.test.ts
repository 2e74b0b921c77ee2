import { once } from 'node:events';
import { Server } from 'socket.io';
import { expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { openSocket, rawRequest } from './testing/raw-request.ts';
import { createTestEdge } from './testing/test-edge.ts';

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nsystemLanguageCode: EN\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n`;

/** Creates an edge that refuses requests to /refused before any body is read. */
async function refusingEdge(bodyTimeMs: number) {
  const edge = await createTestEdge({ bodyTimeMs });
  const onRequest = async () => {
    throw new AppError('auth.required');
  };
  edge.app.post('/refused', { onRequest }, async () => null);
  return edge;
}

it('a refused request whose body never ends gets its answer and loses its connection', async () => {
  await using edge = await refusingEdge(50);
  const url = await edge.app.listen({ port: 0, host: '127.0.0.1' });
  expect((await rawRequest(url, head('/refused'), '{')).status).toBe(401);
});

it('a chunked body that never ends loses its connection as well', async () => {
  await using edge = await refusingEdge(50);
  const url = await edge.app.listen({ port: 0, host: '127.0.0.1' });
  const chunked = head('/refused').replace('content-length: 1000000', 'transfer-encoding: chunked');
  expect((await rawRequest(url, chunked, '1\r\n{\r\n')).status).toBe(401);
});

it('a polling request whose body never ends loses its connection, known to Socket.IO or not', async () => {
  await using edge = await refusingEdge(50);
  const io = new Server(edge.app.server, { serveClient: false, pingInterval: 60_000 });
  const url = await edge.app.listen({ port: 0, host: '127.0.0.1' });
  const polling = '/socket.io/?EIO=4&transport=polling';
  expect((await rawRequest(url, head(polling), '4')).status).toBe(400);
  const opened = await (await fetch(url + polling)).text();
  const { sid } = JSON.parse(opened.slice(1));
  const socket = await openSocket(url);
  socket.write(`${head(`${polling}&sid=${sid}`)}4`);
  // Closed or reset, depending on whether everything sent had been read.
  socket.on('error', () => undefined).resume();
  await new Promise((resolve) => socket.once('close', resolve));
  await io.close();
});

it('a refused body that ends in time leaves its connection open', async () => {
  await using edge = await refusingEdge(20_000);
  const url = await edge.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = await openSocket(url);
  const short = head('/refused').replace('1000000', '2');
  for (let n = 0; n < 2; n += 1) {
    socket.write(short);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('401');
    socket.write('{}');
  }
  socket.destroy();
});
