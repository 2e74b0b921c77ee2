import type { FastifyRequest } from 'fastify';

/** ms: a little less than an endpoint's own time limit. */
const limitMs = 20_000;

/**
 * Runs work that waits for an outside service with a signal that aborts when the caller disconnects, and after
 * `limitMs`. Abandoned requests that are repeated therefore don't accumulate.
 */
export async function withRequestSignal<T>(
  { raw }: Pick<FastifyRequest, 'raw'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const left = new AbortController();
  const leave = () => left.abort(new DOMException('The caller hung up', 'AbortError'));
  raw.socket.once('close', leave);
  try {
    return await work(AbortSignal.any([left.signal, AbortSignal.timeout(limitMs)]));
  } finally {
    raw.socket.off('close', leave);
  }
}
