import type { Socket } from 'node:net';

/**
 * Aborts the work when the caller disconnects, so that no engine works for nothing. Listens to the socket, because
 * the request closes as soon as its body is read.
 */
export async function whileConnected<T>(
  socket: Socket,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const gone = () => controller.abort();
  socket.once('close', gone);
  try {
    return await work(controller.signal);
  } finally {
    socket.off('close', gone);
  }
}
