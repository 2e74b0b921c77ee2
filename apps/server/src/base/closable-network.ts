import type { Socket } from 'node:net';
import type { Network } from './network.ts';

export type ClosableNetwork = Network & {
  /** Ends all connections and requests made through this network, and refuses new ones. */
  end(): void;
};

/**
 * Wraps a network so that its users can be cut off without their cooperation.
 *
 * @param mayUse checked again once a connection is open: after false nothing is written to it
 */
export function closableNetwork(network: Network, mayUse: () => boolean = () => true): ClosableNetwork {
  const ending = new AbortController();
  const sockets = new Set<Socket>();
  /**
   * Connections still being opened. A connected socket must not receive an abort, which would emit an `error` on it.
   */
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
