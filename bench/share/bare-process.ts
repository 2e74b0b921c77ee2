/** A bare Node server that responds with the same bytes: the cost of HTTP alone. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveMethods } from '../kit/remote.ts';

const body = Buffer.from(JSON.parse(process.argv[2] ?? '""')); // the text that the benchmark passes
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const { port } = server.address() as AddressInfo; // a listening TCP server has an address object

const methods = { ready: (_: null) => true, url: (_: null) => `http://127.0.0.1:${port}/` };
export type BareMethods = typeof methods;

serveMethods(methods, async () => {
  server.closeAllConnections();
  server.close();
});
