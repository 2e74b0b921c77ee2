/** A server whose answers a test determines, and clients of it with a session in their storage. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { ApiError } from '../api-error.ts';
import { type Client, type ClientOptions, createClient } from '../client.ts';
import { memoryStorage } from '../memory-client.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Reply = { status?: number; headers?: Record<string, string>; json?: unknown; text?: string };

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

/** Starts a server that responds to each request with the result of `reply`; null: never. */
export async function serve(
  reply: (seen: Seen, response: ServerResponse) => Reply | null | Promise<Reply | null>,
) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '', headers } = request;
      const one: Seen = { method, url, headers, body: await bodyOf(request) };
      seen.push(one);
      const answer = await reply(one, response);
      if (answer === null) return;
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(answer.text ?? JSON.stringify(answer.json));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, seen };
}

export const sessionOf = (n: number) => ({
  'desk:ACCESS_TOKEN': `access-${n}`,
  'desk:REFRESH_TOKEN': `refresh-${n}`,
});

export function clientFor(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  return createClient({
    baseUrl,
    storage: memoryStorage(sessionOf(1)),
    language: () => 'en-US',
    audience: 'desk',
    onExpired: () => {},
    ...options,
  });
}

export const success = (data: unknown): Reply => ({ json: { code: 200, msg: 'ok', data } });
export const refusal = (code: number, error: string, extra: object = {}, msg = 'A sentence'): Reply => ({
  status: code > 599 ? 401 : code,
  json: { code, msg, data: { error, requestId: 'r-1', ...extra } },
});
export const me = {
  subAccountId: '0198c0de-0000-7000-8000-000000000001',
  accountName: 'agent1',
  remark: 'Night shift',
  unlimited: true,
  remaining: 12,
  profileSharing: true,
};
export const conversationId = '0198c0de-0000-7000-8000-000000000002';
export const refreshPath = '/api/system/auth/refresh-token';

/** Starts a server that accepts `access-2` and later; `refresh-1` is exchanged for session 2. */
export async function expiringServer(
  onRefresh: (seen: Seen) => Reply | Promise<Reply> = () => success(session2),
) {
  return serve((seen) => {
    if (seen.url.startsWith(refreshPath)) return onRefresh(seen);
    return seen.headers.authorization === 'Bearer access-2' ? success(me) : refusal(401, 'auth.required');
  });
}
export const session2 = { accessToken: 'access-2', refreshToken: 'refresh-2', expiresAt: 1 };
export const refreshesIn = (seen: Seen[]) => seen.filter((one) => one.url.startsWith(refreshPath));

export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (problem) {
    if (problem instanceof ApiError) return problem;
    throw problem;
  }
  throw new Error('The call succeeded');
}
