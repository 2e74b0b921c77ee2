import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Cuts connections whose client has read nothing of a waiting response for `limitMs`, or up to twice as long: it would
 * otherwise hold the response in memory for ever. A slow client that reads is served to the end, and a response that has
 * nothing to send, such as an event stream at rest or a handler at work, may take any time.
 */
export function cutUnreadResponses(app: FastifyInstance, limitMs: number): void {
  const limit = (_request: IncomingMessage, response: ServerResponse) =>
    void response.setTimeout(limitMs).on('timeout', cutIfUnread);
  // See `cutUnreadBodies` for the requests of Socket.IO; a WebSocket has limits of its library.
  app.addHook('onReady', async () => void app.server.prependListener('request', limit));
}

/** Node starts the time again with every piece that the system takes, and emits no timeout while there are some. */
function cutIfUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}
