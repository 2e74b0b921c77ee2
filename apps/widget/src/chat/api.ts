/** The visitor's endpoints over `fetch`. Types come from the contract, so that a change there fails to compile here. */
import type { AnswerOf, Endpoint, RequestOf } from '@parley/contract';
import type {
  visitorEvents,
  visitorReceipt,
  visitorSend,
  visitorStart,
  visitorTyping,
} from '@parley/contract/visitor';

/**
 * `offline`: no answer, or a transient failure. `busy`: retry after `afterMs`. `stale`: the token is no longer valid.
 * `refused`: the same request will always be refused, and `error` is its name in the error catalogue.
 */
export type VisitorApiFailure =
  | { ok: false; why: 'offline' | 'stale' }
  | { ok: false; why: 'busy'; afterMs: number }
  | { ok: false; why: 'refused'; error: string; message: string };
export type Result<Data> = { ok: true; data: Data } | VisitorApiFailure;

export type Api = {
  start(body: RequestOf<typeof visitorStart>['body']): Promise<Result<AnswerOf<typeof visitorStart>>>;
  send(
    token: string,
    body: RequestOf<typeof visitorSend>['body'],
  ): Promise<Result<AnswerOf<typeof visitorSend>>>;
  events(token: string, since: number): Promise<Result<AnswerOf<typeof visitorEvents>>>;
  receipt(token: string, body: RequestOf<typeof visitorReceipt>['body']): Promise<Result<null>>;
  typing(token: string, body: RequestOf<typeof visitorTyping>['body']): Promise<Result<null>>;
};

const startPath: (typeof visitorStart)['path'] = '/api/visitor/start';
const sendPath: (typeof visitorSend)['path'] = '/api/visitor/messages';
const eventsPath: (typeof visitorEvents)['path'] = '/api/visitor/events';
const receiptPath: (typeof visitorReceipt)['path'] = '/api/visitor/receipt';
const typingPath: (typeof visitorTyping)['path'] = '/api/visitor/typing';

/** Request timeout. */
const waitTimeoutMs = 20_000;

type Envelope = { code?: number; msg?: string; data?: unknown };

/** Classifies a refusal. `envelope` is null when the response wasn't Parley's. */
export function failureOf(
  status: number,
  retryAfter: string | null,
  envelope: Envelope | null,
): VisitorApiFailure {
  // The contract's failure shape; each part is checked before use.
  const data = envelope?.data as { error?: unknown; details?: { seconds?: unknown } } | null | undefined;
  if (status === 401) return { ok: false, why: 'stale' };
  if (status === 429) {
    const seconds = Number(retryAfter ?? data?.details?.seconds ?? Number.NaN);
    const afterMs = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 3600) * 1000 : 5000;
    return { ok: false, why: 'busy', afterMs };
  }
  if (status >= 400 && status < 500 && status !== 408 && envelope !== null) {
    return {
      ok: false,
      why: 'refused',
      error: String(data?.error ?? status),
      message: String(envelope.msg ?? ''),
    };
  }
  return { ok: false, why: 'offline' };
}

/** Requests an endpoint. `path` has its parameters filled in. */
export type Call = <E extends Endpoint>(
  method: E['method'],
  path: string,
  token: string | null,
  body?: object,
) => Promise<Result<AnswerOf<E>>>;

/** @param base the server's origin, derived from the script's URL */
export function createCall(base: string, fetch: typeof globalThis.fetch): Call {
  return async <E extends Endpoint>(
    method: E['method'],
    path: string,
    token: string | null,
    body?: object,
  ): Promise<Result<AnswerOf<E>>> => {
    try {
      const response = await fetch(base + path, {
        method,
        // The host page's cookies must not be sent.
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(waitTimeoutMs),
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body ? JSON.stringify(body) : null,
      });
      // Either Parley's envelope or, from an intermediary, anything.
      const envelope = (await response.json().catch(() => null)) as Envelope | null;
      // The contract guarantees the shape of `data`, and this script was served by the same server.
      if (response.ok && envelope?.code === 200) return { ok: true, data: envelope.data as AnswerOf<E> };
      return failureOf(response.status, response.headers.get('retry-after'), envelope);
    } catch {
      return { ok: false, why: 'offline' };
    }
  };
}

export function createApi(call: Call): Api {
  return {
    start: (body) => call<typeof visitorStart>('POST', startPath, null, body),
    send: (token, body) => call<typeof visitorSend>('POST', sendPath, token, body),
    events: (token, since) => call<typeof visitorEvents>('GET', `${eventsPath}?since=${since}`, token),
    receipt: (token, body) => call<typeof visitorReceipt>('POST', receiptPath, token, body),
    typing: (token, body) => call<typeof visitorTyping>('POST', typingPath, token, body),
  };
}
