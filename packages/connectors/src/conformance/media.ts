/** Tests inbound and outbound media. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mediaKind } from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import type { OutboundMedia } from '../spec.ts';
import { type Bench, greetIfRequired } from './harness.ts';

/** The smallest PNG: one transparent pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export function mediaTests<C>(bench: Bench<C>): void {
  it('reports a picture with its caption once, and fetches its bytes', async ({ skip }) => {
    const { connector, credentials, customer } = bench.harness;
    if (!connector.fetchMedia || !customer.sendImage) return skip('no media come in');
    const { host } = await bench.online();
    await customer.sendImage(png, '¿Éste?');
    await until('the picture', () => host.messages.length > 0);
    const [message] = host.messages;
    expect(message).toMatchObject({ kind: 'image', text: '¿Éste?', chatId: customer.chatId });
    if (!message || !('media' in message)) throw new Error('no medium');
    const context = { ...host, maxBytes: 1_000_000 };
    const given = await connector.fetchMedia(message.media, credentials, context);
    if (!given.ok) throw new Error(given.reason);
    expect(Buffer.from(await new Response(given.body).arrayBuffer()).equals(png)).toBe(true);
    expect(host.messages).toHaveLength(1);
  });

  it('reports a nonexistent medium as gone', async ({ skip }) => {
    const { connector, credentials } = bench.harness;
    if (!connector.fetchMedia) return skip('no media come in');
    const context = { ...bench.harness.newHost(), maxBytes: 1_000_000 };
    expect(await connector.fetchMedia({ key: 'nobody-has-it' }, credentials, context)).toMatchObject({
      ok: false,
      outcome: 'gone',
    });
  });

  it.for(mediaKind.options)('sends media: %s', async (kind, { skip }) => {
    const { connector, customer } = bench.harness;
    const { media: kinds } = connector.manifest.capabilities;
    if (!kinds[kind] || !customer.receivedMedia) return skip('the platform doesn’t take it');
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    const { mediaByAddress = false } = connector.manifest.capabilities;
    await using served = mediaByAddress ? await serve(png) : null;
    const media: OutboundMedia = {
      kind,
      name: 'dress.png',
      contentType: 'image/png',
      size: png.length,
      ...(served && { address: served.address }),
      async blob() {
        if (served) throw new Error('The platform fetches what it takes');
        return new Blob([png], { type: 'image/png' });
      },
    };
    expect(await connection.send({ ...bench.message('En azul'), media })).toMatchObject({ ok: true });
    expect(await connection.send({ ...bench.message(''), media })).toMatchObject({ ok: true });
    await until('both', () => (customer.receivedMedia?.().length ?? 0) >= 2);
    expect(customer.receivedMedia()).toEqual([
      { name: 'dress.png', bytes: png, caption: 'En azul' },
      { name: 'dress.png', bytes: png, caption: '' },
    ]);
  });
}

/** Serves bytes at one signed address, as the server does. */
async function serve(bytes: Buffer): Promise<AsyncDisposable & { address: string }> {
  const path = '/api/files/1?expires=1795700000&signature=abc';
  const server = createServer((request, answer) => {
    const isRight = request.url === path;
    answer.writeHead(isRight ? 200 : 404, { 'content-type': 'image/png' }).end(isRight ? bytes : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // of a server that listens on a port
  return {
    address: `http://127.0.0.1:${port}${path}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
