import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const lookEveryMs = 50;

/**
 * At shutdown, closes connections and streams that would never end on their own, but none that still awaits a
 * response.
 */
export function drainAtClose(app: FastifyInstance): void {
  cutUnusedConnections(app);
  const endStreams = streamsOf(app);
  app.addHook('preClose', async () => {
    const look = () => {
      endStreams();
      // When closing starts, Node cuts the connections that are idle then, but not those that become idle later.
      app.server.closeIdleConnections();
    };
    look();
    // A server that never listened never closes: this timer alone must not keep the process alive.
    const timer = setInterval(look, lookEveryMs).unref();
    app.server.once('close', () => clearInterval(timer));
  });
}

/**
 * Returns a function that ends event streams, which never end on their own, including those that a kept-alive
 * connection opens during the shutdown.
 */
function streamsOf(app: FastifyInstance): () => void {
  const open = new Set<ServerResponse>();
  app.addHook('onRequest', async (_request, { raw }) => {
    open.add(raw);
    raw.once('close', () => open.delete(raw));
  });
  return () => {
    for (const response of open) {
      if (String(response.getHeader('content-type')).startsWith('text/event-stream')) response.end();
    }
  };
}

/**
 * Closes connections that were never used: browsers open them in advance, and Node counts such a connection as busy
 * for over a minute.
 */
function cutUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
