import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Event streams end only when somebody ends them: at close the server does, or it would wait for them for ever. */
export function endStreamsAtClose(app: FastifyInstance): void {
  const open = new Set<ServerResponse>();
  app.addHook('onRequest', async (_request, { raw }) => {
    open.add(raw);
    raw.once('close', () => open.delete(raw));
  });
  app.addHook('preClose', async () => {
    for (const response of open) {
      if (String(response.getHeader('content-type')).startsWith('text/event-stream')) response.end();
    }
  });
}

/**
 * Browsers open connections ahead of need. Node counts one that never sent a request as busy and waits over a
 * minute for it; at close these are cut.
 */
export function cutUnusedConnectionsAtClose(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
