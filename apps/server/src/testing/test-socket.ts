import { io, type Socket } from 'socket.io-client';

export type TestSocket = {
  socket: Socket;
  /** Name and payload of each event, in order. */
  heard: [name: string, event: unknown][];
};

/**
 * Connects a desk's or console's socket that doesn't reconnect. Rejects with the server's reason. `headers` are those of the
 * handshake.
 */
export async function connectSocket(
  url: string,
  token: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestSocket> {
  const auth = token === undefined ? {} : { token };
  const socket = io(url, {
    auth,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { ...headers },
  });
  const heard: TestSocket['heard'] = [];
  socket.onAny((name: string, event: unknown) => heard.push([name, event]));
  await new Promise<void>((done, failed) => {
    socket.once('connect', done).once('connect_error', (error) => {
      socket.disconnect();
      failed(error);
    });
  });
  return { socket, heard };
}
