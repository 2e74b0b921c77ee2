import type { Socket } from 'node:net';
import type { Network } from './network.ts';

export type ClosableNetwork = Network & {
  /** Ends all connections and requests that were made through it, and refuses new ones. */
  end(): void;
};

/**
 * Wraps a network so that whatever uses it can be cut off without its help.
 *
 * @param mayUse asked again once a connection stands: after false nothing is written to it
 */
export function closableNetwork(network: Network, mayUse: () => boolean = () => true): ClosableNetwork {
  const ending = new AbortController();
  const sockets = new Set<Socket>();
  /** Connections that are still being made. A socket that has connected must not receive an abort: that is an `error`. */
  const dials = new Set<AbortController>();
  const both = (ours: AbortSignal, signal: AbortSignal | null | undefined) =>
    signal ? AbortSignal.any([signal, ours]) : ours;
  return {
    fetch: (url, init = {}) =>
      network.fetch(url, { ...init, mayStart: mayUse, signal: both(ending.signal, init.signal) }),
    async connect(host, port, signal) {
      ending.signal.throwIfAborted();
      const dial = new AbortController();
      dials.add(dial);
      const socket = await network
        .connect(host, port, both(dial.signal, signal))
        .finally(() => dials.delete(dial));
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      if (ending.signal.aborted || !mayUse()) socket.destroy();
      return socket;
    },
    end() {
      const reason = new Error('The account was closed');
      ending.abort(reason);
      for (const dial of dials) dial.abort(reason);
      for (const socket of sockets) socket.destroy();
    },
  };
}
