/** Sends raw bytes over HTTP, for requests that no client would send. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type RawResponse = { status: number; headers: Record<string, string>; body: string };

/** Sends the chunks and returns everything received until the server closed the connection. */
export async function rawRequest(url: string, ...pieces: string[]): Promise<RawResponse> {
  const socket = await openSocket(url);
  for (const piece of pieces) socket.write(piece);
  return responseOf(socket);
}

export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code));

export async function responseOf(socket: Socket): Promise<RawResponse> {
  let text = '';
  try {
    for await (const chunk of socket) text += String(chunk);
  } catch (error) {
    // A server that closes a connection with unread data resets it; its response has arrived before.
    if (text === '' || !isReset(error)) throw error;
  }
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...headers] = head.split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(
      headers.map((header) => [header.split(': ')[0]?.toLowerCase(), header.split(': ').slice(1).join(': ')]),
    ),
    body,
  };
}
