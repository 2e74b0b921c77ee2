/** A bare Node server that redirects all requests to one address: the cost of HTTP alone. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveMethods } from '../kit/remote.ts';

const server = createServer((_request, response) => {
  response.writeHead(302, { location: 'https://t.me/shop_0', 'content-length': 0 }).end();
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const { port } = server.address() as AddressInfo; // a listening TCP server has an address object

const methods = { ready: (_: null) => true, port: (_: null) => port };
export type BareMethods = typeof methods;

serveMethods(methods, async () => {
  server.closeAllConnections();
  server.close();
});
