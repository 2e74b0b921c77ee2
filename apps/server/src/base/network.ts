import { connect, type Socket } from 'node:net';

/** The way out, as a parameter. Proxies for social accounts stand in here without the connectors knowing. */
export type Network = {
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** A connected TCP socket. */
  connect(host: string, port: number, signal?: AbortSignal): Promise<Socket>;
};

export const directNetwork: Network = {
  fetch: (url, init) => fetch(url, init),
  connect: (host, port, signal) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, ...(signal ? { signal } : {}) });
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(socket);
      });
      socket.once('error', reject);
    }),
};
