import { Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { addressKey } from './address.ts';
import { AppError } from './app-error.ts';
import type { BodyMemory } from './body-memory.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body piece by piece, and never holds it in memory. */
    streamsBody?: boolean;
  }
}

/** Bytes per millisecond that a large body may arrive at: the speed of a bad mobile connection. */
const slowest = 64;

/**
 * Limits the time and the memory of bodies that don't arrive together with their headers.
 *
 * Returns 408 for a body that is incomplete after `leastMs` or, if longer, after the time that its route's size limit
 * needs at the slowest accepted speed; 429 or 503 for one that `memory` refuses. Node's own limits, which cut the
 * connection without a response, apply later.
 */
export function limitArrivingBodies(app: FastifyInstance, leastMs: number, memory: BodyMemory): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    // Most bodies arrive together with their headers.
    if (request.raw.complete) return payload;
    const { bodyLimit = 0, config } = request.routeOptions;
    const account = config.streamsBody ? null : memory.open(addressKey(request));
    // A sender who has disconnected meanwhile gets no response.
    if (reply.raw.destroyed) account?.release();
    else reply.raw.once('close', () => account?.release());
    const body = new Transform({
      transform(piece: Buffer, _encoding, done) {
        const refusal = account?.add(piece.length) ?? null;
        if (refusal === null) done(null, piece);
        else end(refusal);
      },
    });
    const end = (error: AppError) => {
      // The rest of the body is never read.
      reply.header('connection', 'close');
      body.destroy(error);
    };
    const limitMs = Math.max(leastMs, bodyLimit / slowest);
    const timer = setTimeout(() => end(new AppError('request.timeout')), limitMs);
    payload.once('error', (cause) => end(new AppError('request.malformed', { cause })));
    // A body that its route doesn't read counts as in time once complete; its errors need no handling.
    payload.once('end', () => clearTimeout(timer));
    body.once('close', () => clearTimeout(timer));
    body.on('error', () => undefined);
    return payload.pipe(body);
  });
}
