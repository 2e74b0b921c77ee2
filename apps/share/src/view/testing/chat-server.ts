/** A server with one shared conversation, which answers as in the contract. */
import type { SharedChat, SharedMessage } from '@parley/contract/chat-shares';

type ServerState = {
  messages: SharedMessage[];
  /** New and changed messages since the last answer, and removed ones. */
  news: { messages: SharedMessage[]; gone: number[] };
  name: string | null;
  visitor: string | null;
  lastSeq: number;
  /** Delays answers to requests for earlier messages, whose content is as of the request. */
  slow: Promise<void> | null;
  refusal: { status: number; error: string } | null;
  password: string | null;
  hasPreviews: boolean;
  requests: string[];
};

/** Creates the server; an answer has at most three messages. */
export function createServer() {
  const initial: ServerState = {
    messages: [],
    news: { messages: [], gone: [] },
    name: 'Marta',
    visitor: null,
    lastSeq: 50,
    slow: null,
    refusal: null,
    password: null,
    hasPreviews: false,
    requests: [],
  };
  const server = {
    ...initial,
    async fetch(path: string | URL | Request, init: RequestInit = {}): Promise<Response> {
      const url = new URL(String(path), 'http://host');
      server.requests.push(url.pathname + url.search);
      const refuse = (status: number, error: string) => Response.json({ data: { error } }, { status });
      if (server.refusal !== null) return refuse(server.refusal.status, server.refusal.error);
      const isLocked = server.password !== null;
      if (url.pathname.endsWith('/open')) {
        const { password } = JSON.parse(String(init.body));
        if (isLocked && password === undefined) return refuse(401, 'auth.pass-required');
        if (isLocked && password !== server.password) return refuse(401, 'chat-share.wrong-password');
        return Response.json({ data: { pass: isLocked ? 'pass' : null, expiresAt: null } });
      }
      if (isLocked && new Headers(init.headers).get('x-share-pass') !== 'pass')
        return refuse(401, 'auth.pass-required');
      if (url.pathname.endsWith('/file')) {
        const previewUrl = server.hasPreviews ? '/api/files/f/preview?signature=s' : null;
        return Response.json({ data: { url: '/api/files/f?signature=s', previewUrl } });
      }
      const data = server.answer(url.searchParams);
      if (url.searchParams.has('before')) await server.slow;
      return Response.json({ data });
    },
    answer(query: URLSearchParams): SharedChat {
      const head = {
        title: 'Order 1042',
        name: server.name,
        visitor: server.visitor,
        expiresAt: null,
        gone: [],
      };
      if (query.has('since')) {
        const { messages, gone } = server.news;
        server.news = { messages: [], gone: [] };
        server.lastSeq = 100;
        return { ...head, messages, gone, more: false, lastSeq: server.lastSeq };
      }
      const before = Number(query.get('before') ?? Infinity);
      const all = server.messages.filter(({ seq }) => seq < before);
      return { ...head, messages: all.slice(-3), more: all.length > 3, lastSeq: server.lastSeq };
    },
  };
  return server;
}
