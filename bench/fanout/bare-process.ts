/** Runs a bare Socket.IO server with the same options, rooms and events, and nothing else: the cost of the library. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { serveMethods } from '../kit/remote.ts';

const server = createServer();
const io = new Server(server, {
  path: '/socket.io',
  serveClient: false,
  maxHttpBufferSize: 10_000,
  perMessageDeflate: false,
});
io.on('connection', (socket) => {
  const rooms: unknown = socket.handshake.auth.rooms;
  if (Array.isArray(rooms)) void socket.join(rooms.map(String));
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const { port } = server.address() as AddressInfo; // a listening TCP server has an address object

const methods = {
  ready: (_: null) => true,
  url: (_: null) => `http://127.0.0.1:${port}`,
  push: ({ rooms, event }: { rooms: readonly string[]; event: unknown }) => {
    for (const room of rooms) io.to(room).emit('changed', event);
  },
  /** Returns this process's resident memory in bytes, after a garbage collection. */
  memory: (_: null) => {
    globalThis.gc?.();
    return process.memoryUsage().rss;
  },
};
export type BareMethods = typeof methods;

serveMethods(methods, async () => {
  await io.close();
});
