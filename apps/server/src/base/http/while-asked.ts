import type { FastifyRequest } from 'fastify';

/** ms: a little less than an endpoint has for its answer. */
const limitMs = 20_000;

/**
 * Runs work that waits for somebody outside, for as long as its result can reach the caller: the signal is aborted
 * when the caller hangs up, and after `limitMs`. Whoever asks and leaves, again and again, keeps nothing open here.
 */
export async function whileAsked<T>(
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
