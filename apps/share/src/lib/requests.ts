/** Requests of a link's holder. The token is sent in a header, which keeps it out of logs of URLs. */

/** The reason why nothing is shown, named as in the contract where possible. */
export type Refusal =
  | { kind: 'pass' }
  | { kind: 'wrong-password' }
  | { kind: 'locked'; seconds: number }
  | { kind: 'gone'; why: 'not-found' | 'disabled' | 'cancelled' | 'expired' | 'chat-not-found' }
  /** No answer, or one that says nothing about the link; retried. */
  | { kind: 'unreachable' };

export type Outcome<T> = { ok: true; data: T } | { ok: false; refusal: Refusal };
type OpenedLink = { pass: string | null; expiresAt: number | null };

/** Timeout of a request, in ms. */
const limitMs = 10_000;
const fileLimitMs = 120_000;

/** `kind` is what the link shows, as in its error codes. */
export function createRequests(
  token: string,
  kind: 'work-order-share' | 'chat-share' | 'split-report',
  fetch: typeof globalThis.fetch,
) {
  async function send(path: string, init: RequestInit): Promise<Response | null> {
    const common = { cache: 'no-store', signal: AbortSignal.timeout(limitMs) } as const;
    return fetch(path, { ...common, ...init }).catch(() => null);
  }
  /** `data` is null when nothing has changed since the answer with the entity tag `known`. */
  async function get<T>(
    path: string,
    pass: string | null,
    known: string | null = null,
  ): Promise<{ outcome: Outcome<T | null>; tag: string | null }> {
    const headers = {
      'x-share-token': token,
      ...(pass === null ? {} : { 'x-share-pass': pass }),
      ...(known === null ? {} : { 'if-none-match': known }),
    };
    const response = await send(path, { headers });
    if (response?.status === 304) return { outcome: { ok: true, data: null }, tag: known };
    return { outcome: await outcomeOf<T>(response, kind), tag: response?.headers.get('etag') ?? null };
  }
  return {
    get,
    /** Requests without an entity tag, so that the answer is never "unchanged". */
    async whole<T>(path: string, pass: string | null): Promise<Outcome<T>> {
      const { outcome } = await get<T>(path, pass);
      if (!outcome.ok) return outcome;
      return outcome.data === null
        ? { ok: false, refusal: { kind: 'unreachable' } }
        : { ok: true, data: outcome.data };
    },
    async open(path: string, password?: string): Promise<Outcome<OpenedLink>> {
      const body = JSON.stringify(password === undefined ? { token } : { token, password });
      const headers = { 'content-type': 'application/json', ...xsrfHeader() };
      return outcomeOf<OpenedLink>(await send(path, { method: 'POST', headers, body }), kind);
    },
    /** Null if the file can't be had. `language` is the interface's, in which the file is written. */
    async file(path: string, language: string): Promise<Blob | null> {
      const headers = { 'x-share-token': token, 'accept-language': language };
      const response = await send(path, { headers, signal: AbortSignal.timeout(fileLimitMs) });
      return response?.ok === true ? response.blob().catch(() => null) : null;
    },
  };
}

/** Returns the header that repeats the anti-forgery cookie of this server's pages. */
function xsrfHeader(): Record<string, string> {
  const value = /(?:^|; )(?:__Host-)?XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
  return value === undefined ? {} : { 'x-xsrf-token': decodeURIComponent(value) };
}

type Envelope = { data: { error?: string; details?: { seconds?: number } } | null };

async function outcomeOf<T>(response: Response | null, kind: string): Promise<Outcome<T>> {
  const body: unknown = await response?.json().catch(() => null);
  if (response === null || typeof body !== 'object' || body === null || !('data' in body))
    return { ok: false, refusal: { kind: 'unreachable' } };
  // Sent by this server, which answers as in the contract.
  if (response.ok) return { ok: true, data: body.data as T };
  return { ok: false, refusal: refusalOf(body as Envelope, kind) }; // as above
}

const gone = ['not-found', 'disabled', 'cancelled', 'expired', 'chat-not-found'] as const;

function refusalOf({ data }: Envelope, kind: string): Refusal {
  const error = data?.error ?? '';
  const why = gone.find((one) => error === `${kind}.${one}`);
  if (why !== undefined) return { kind: 'gone', why };
  if (error === 'auth.pass-required') return { kind: 'pass' };
  if (error === `${kind}.wrong-password`) return { kind: 'wrong-password' };
  if (error === 'request.too-many') return { kind: 'locked', seconds: data?.details?.seconds ?? 60 };
  // An invalid request here means a malformed token.
  return error === 'request.invalid' ? { kind: 'gone', why: 'not-found' } : { kind: 'unreachable' };
}
