import type { Socket } from 'node:net';

/**
 * Aborts the work when the caller disconnects, so that no engine works for nothing. The socket shows it; a request closes
 * as soon as its body was read.
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
