import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginEventStream, type EventStream } from './event-stream.ts';

const server = createServer();
let client: Socket;
let raw: ServerResponse;
let stream: EventStream;

/** Connects a client that has sent its request, and reads nothing yet. */
beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = once(server, 'request');
  // Of net's address types only a pipe's is a text.
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: a.example\r\n\r\n');
  client.pause();
  client.on('error', () => undefined);
  [, raw] = await asked;
  stream = beginEventStream(raw);
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

/** Writes until the kernel's buffers are full and the rest is queued in the process. */
function fill(): void {
  const text = 'x'.repeat(32_000);
  for (let i = 0; i < 1_000 && raw.writableLength === 0; i += 1) stream.send({ text });
}

it('sends events one by one', async () => {
  stream.send({ type: 'online', online: true });
  client.resume();
  let heard = '';
  client.on('data', (chunk) => {
    heard += chunk.toString();
  });
  await vi.waitFor(() => expect(heard).toContain('data: {"type":"online","online":true}\n\n'));
});

it('cuts off a client that stops reading', async () => {
  const closed = once(raw, 'close');
  fill();
  for (let i = 0; i < 10; i += 1) stream.send({ text: 'x'.repeat(32_000) });
  await closed;
  expect(raw.destroyed).toBe(true);
});

it('writes nothing after the end, and closes without a reader', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const closed = once(raw, 'close');
    fill();
    stream.end();
    stream.send({ type: 'online', online: true });
    stream.end();
    await vi.advanceTimersByTimeAsync(5_000);
    await closed;
    stream.send({ type: 'online', online: false });
    expect(raw.errored).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
