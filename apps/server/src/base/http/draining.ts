import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const lookEveryMs = 50;

/** Ends what would never end while a server closes, and nothing that still has an answer to get. */
export function drainAtClose(app: FastifyInstance): void {
  cutUnusedConnections(app);
  const endStreams = streamsOf(app);
  app.addHook('preClose', async () => {
    const look = () => {
      endStreams();
      // Node cuts the connections that are idle when it begins to close, but not those that become so afterwards.
      app.server.closeIdleConnections();
    };
    look();
    // A server that never listened never closes: the timer alone must not keep the process.
    const timer = setInterval(look, lookEveryMs).unref();
    app.server.once('close', () => clearInterval(timer));
  });
}

/**
 * Ends event streams, which never end on their own, also those that a kept-alive connection opens during the shutdown.
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
 * Closes connections that were never used: browsers open them ahead of need, and Node counts such a connection as busy
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
