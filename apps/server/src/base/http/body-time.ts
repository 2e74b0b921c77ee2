import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/** Large bodies get longer, at the speed of a bad mobile connection. Bytes a millisecond. */
const slowest = 64;

/**
 * A body that isn't whole after `leastMs`, or after what its route's size limit needs at the slowest speed that is
 * taken, is answered 408. Node's own limits, which cut the connection without a word, come later.
 */
export function limitBodyTime(app: FastifyInstance, leastMs: number): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    // Most bodies arrive with their headers.
    if (request.raw.complete) return payload;
    const limitMs = Math.max(leastMs, (request.routeOptions.bodyLimit ?? 0) / slowest);
    const body = new PassThrough();
    const end = (error: AppError) => {
      // The rest of the body is not read any more.
      reply.header('connection', 'close');
      body.destroy(error);
    };
    const timer = setTimeout(() => end(new AppError('request.timeout')), limitMs);
    payload.once('error', (cause) => end(new AppError('request.malformed', { cause })));
    // A body that its route doesn't read is in time when it is complete, and its failure needs no handling.
    payload.once('end', () => clearTimeout(timer));
    body.once('close', () => clearTimeout(timer));
    body.on('error', () => undefined);
    return payload.pipe(body);
  });
}
