import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Time for which a response may wait to be read before its connection is cut, in ms. */
const graceMs = 2_000;

/**
 * Cuts connections whose body is still arriving after `limitMs` and that no route reads: those of requests refused
 * before that, and those of requests that Fastify never sees (Socket.IO's polling). A body that a route reads has the
 * route's own limit (`limitArrivingBodies`), and `graceMs` after the response. Node would keep reading until its
 * `requestTimeout`.
 */
export function cutUnreadBodies(app: FastifyInstance, limitMs: number): void {
  const read = new WeakSet<IncomingMessage>();
  app.addHook('preParsing', async (request) => void read.add(request.raw));

  function follow(request: IncomingMessage, response: ServerResponse): void {
    if (!mayHaveBody(request)) return;
    const cut = () => {
      if (!request.complete) request.socket.destroy();
    };
    const cutLater = () => void setTimeout(cut, graceMs).unref();
    const timer = setTimeout(() => {
      if (response.writableFinished || !read.has(request)) cut();
      else response.once('finish', cutLater);
    }, limitMs).unref();
    request.once('close', () => clearTimeout(timer));
  }
  // Engine.IO hides its requests from the listeners that existed when it was attached; this one is added later.
  app.addHook('onReady', async () => void app.server.prependListener('request', follow));
}

/** RFC 9112, 6.3: only these headers announce a body. */
const mayHaveBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
