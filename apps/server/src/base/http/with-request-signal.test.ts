import { EventEmitter, once } from 'node:events';
import type { FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import { withRequestSignal } from './with-request-signal.ts';

function callerOnLine() {
  const socket = new EventEmitter();
  const request = { raw: { socket } };
  // The one field of a request that is used.
  return { socket, request: request as unknown as Pick<FastifyRequest, 'raw'> };
}

const aborted = async (signal: AbortSignal): Promise<never> => {
  await once(signal, 'abort');
  throw signal.reason;
};

it('returns the result and leaves no listener on the socket', async () => {
  const { socket, request } = callerOnLine();
  expect(await withRequestSignal(request, async (signal) => signal.aborted)).toBe(false);
  expect(socket.listenerCount('close')).toBe(0);
});

it('aborts the work when the caller hangs up', async () => {
  const { socket, request } = callerOnLine();
  const work = withRequestSignal(request, aborted);
  socket.emit('close');
  await expect(work).rejects.toMatchObject({ name: 'AbortError', message: 'The caller hung up' });
  expect(socket.listenerCount('close')).toBe(0);
});

it('aborts the work after 20 s', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const work = withRequestSignal(callerOnLine().request, aborted);
  expect(timeout).toHaveBeenCalledWith(20_000);
  limit.abort(new DOMException('Too slow', 'TimeoutError'));
  await expect(work).rejects.toMatchObject({ name: 'TimeoutError' });
  timeout.mockRestore();
});
