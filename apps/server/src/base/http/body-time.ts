import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/** Bytes per millisecond that a large body may arrive at: the speed of a bad mobile connection. */
const slowest = 64;

/**
 * Returns 408 for a body that is incomplete after `leastMs` or, if longer, after the time that its route's size limit
 * needs at the slowest accepted speed. Node's own limits, which cut the connection without a response, apply later.
 */
export function limitBodyTime(app: FastifyInstance, leastMs: number): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    // Most bodies arrive together with their headers.
    if (request.raw.complete) return payload;
    const limitMs = Math.max(leastMs, (request.routeOptions.bodyLimit ?? 0) / slowest);
    const body = new PassThrough();
    const end = (error: AppError) => {
      // The rest of the body is never read.
      reply.header('connection', 'close');
      body.destroy(error);
    };
    const timer = setTimeout(() => end(new AppError('request.timeout')), limitMs);
    payload.once('error', (cause) => end(new AppError('request.malformed', { cause })));
    // A body that its route doesn't read counts as in time once complete; its errors need no handling.
    payload.once('end', () => clearTimeout(timer));
    body.once('close', () => clearTimeout(timer));
    body.on('error', () => undefined);
    return payload.pipe(body);
  });
}
