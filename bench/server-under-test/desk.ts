import type { ServerEvents } from '@parley/contract/realtime';
import { io, type Socket } from 'socket.io-client';

export type DeskSocket = Socket<ServerEvents, Record<string, never>>;

/** Connects one desk, by websocket only. Rejects with the server's reason. */
export function connectDesk(
  url: string,
  auth: Record<string, unknown>,
  onChanged: (event: Parameters<ServerEvents['changed']>[0]) => void,
): Promise<DeskSocket> {
  const socket: DeskSocket = io(url, {
    auth,
    transports: ['websocket'],
    // Each acts as a separate machine: connections aren't shared, and a lost one shows as a missing push.
    forceNew: true,
    reconnection: false,
    timeout: 30_000,
  });
  socket.on('changed', onChanged);
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}
