import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of 127.0.0.1 that was free just now, for programs that can't be told to choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
}
