/** Tests streams to a real Prosody over a relay that delivers the server's output in batches, as on a busy machine. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { until } from '@parley/testing';
import { xml } from '@xmpp/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Prosody, startProsody } from './fixtures/prosody.ts';
import { openStream } from './stream.ts';

let server: Prosody;
let line: Server;
beforeAll(async () => {
  server = await startProsody();
  line = bundling(Number(new URL(server.service).port), 60);
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  line.close();
  await server.close();
});

/** Returns a relay that forwards a server's output every `everyMs`, in one chunk. */
function bundling(port: number, everyMs: number): Server {
  return createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port });
    let bundle: Buffer[] = [];
    const timer = setInterval(() => {
      if (bundle.length > 0) client.write(Buffer.concat(bundle));
      bundle = [];
    }, everyMs);
    upstream.on('data', (chunk) => bundle.push(chunk));
    client.pipe(upstream);
    for (const end of [client, upstream])
      end
        .on('error', () => undefined)
        .on('close', () => {
          clearInterval(timer);
          client.destroy();
          upstream.destroy();
        });
  });
}

it('counts what the server sends from the beginning of stream management', async () => {
  const jid = await server.addUser('shop', 'secret');
  const address = line.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const network = {
    fetch: (url: string, init?: RequestInit) => fetch(url, init),
    connect: () =>
      new Promise<Socket>((resolve) => {
        const socket = connect({ host: '127.0.0.1', port }, () => resolve(socket));
      }),
  };
  const { service, certificate } = server;
  const signal = new AbortController().signal;
  const stream = await openStream({ jid, password: 'secret', service, certificate }, { network, signal });
  let reason: Error | null = null;
  void stream.ended.then((error) => {
    reason = error;
  });
  const stanzas: string[] = [];
  stream.onStanza((stanza) => stanzas.push(stanza.name));
  await stream.send(xml('presence'));
  for (let n = 0; n < 3; n += 1)
    await stream.deliver(xml('message', { to: jid, type: 'chat' }, xml('body', {}, `${n}`)));
  await until('the messages', () => stanzas.length >= 4);
  expect(reason).toBeNull();
  await stream.close();
});
