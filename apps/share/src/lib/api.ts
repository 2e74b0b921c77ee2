/** Requests of the holder of a link. The token travels in a header, so that no log of addresses keeps it. */
import type { SharedView, SnapshotFile } from '@parley/contract/work-order-shares';

/** Why nothing is shown, in the contract's words where it has some. */
export type Refusal =
  | { kind: 'pass' }
  | { kind: 'wrong-password' }
  | { kind: 'locked'; seconds: number }
  | { kind: 'gone'; why: 'not-found' | 'disabled' | 'cancelled' | 'expired' }
  /** No answer, or one that says nothing of the link: tried again. */
  | { kind: 'unreachable' };

export type Outcome<T> = { ok: true; data: T } | { ok: false; refusal: Refusal };
type OpenedLink = { pass: string | null; expiresAt: number | null };

export type ShareApi = {
  open(password?: string): Promise<Outcome<OpenedLink>>;
  /** `data` null: nothing has changed since the last answer. */
  read(pass: string | null): Promise<Outcome<SharedView | null>>;
  snapshots(pass: string | null, order: number): Promise<Outcome<SnapshotFile>>;
};

/** The time limit of a request, in ms. */
const limitMs = 10_000;

export function createApi(token: string, fetch: typeof globalThis.fetch): ShareApi {
  let tag: string | null = null;
  const headersOf = (pass: string | null) => ({
    'x-share-token': token,
    ...(pass === null ? {} : { 'x-share-pass': pass }),
  });
  async function send(path: string, init: RequestInit): Promise<Response | null> {
    const common = { cache: 'no-store', signal: AbortSignal.timeout(limitMs) } as const;
    return fetch(path, { ...common, ...init }).catch(() => null);
  }
  return {
    async open(password) {
      const body = JSON.stringify(password === undefined ? { token } : { token, password });
      const headers = { 'content-type': 'application/json', ...xsrfHeader() };
      return outcomeOf<OpenedLink>(
        await send('/api/share/workOrder/open', { method: 'POST', headers, body }),
      );
    },
    async read(pass) {
      const known = tag === null ? {} : { 'if-none-match': tag };
      const response = await send('/api/share/workOrder', { headers: { ...headersOf(pass), ...known } });
      if (response?.status === 304) return { ok: true, data: null };
      const outcome = await outcomeOf<SharedView>(response);
      if (outcome.ok) tag = response?.headers.get('etag') ?? null;
      return outcome;
    },
    async snapshots(pass, order) {
      const path = `/api/share/workOrder/snapshots?order=${order}`;
      return outcomeOf<SnapshotFile>(await send(path, { headers: headersOf(pass) }));
    },
  };
}

/** The cookie that pages of this server get, as they have to repeat it. */
function xsrfHeader(): Record<string, string> {
  const value = /(?:^|; )(?:__Host-)?XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
  return value === undefined ? {} : { 'x-xsrf-token': decodeURIComponent(value) };
}

type Envelope = { data: { error?: string; details?: { seconds?: number } } | null };

async function outcomeOf<T>(response: Response | null): Promise<Outcome<T>> {
  const body: unknown = await response?.json().catch(() => null);
  if (response === null || typeof body !== 'object' || body === null || !('data' in body))
    return { ok: false, refusal: { kind: 'unreachable' } };
  // Of this server, which answers as the contract says.
  if (response.ok) return { ok: true, data: body.data as T };
  return { ok: false, refusal: refusalOf(body as Envelope) }; // as above
}

const gone = ['not-found', 'disabled', 'cancelled', 'expired'] as const;

function refusalOf({ data }: Envelope): Refusal {
  const error = data?.error ?? '';
  const why = gone.find((one) => error === `work-order-share.${one}`);
  if (why !== undefined) return { kind: 'gone', why };
  if (error === 'auth.pass-required') return { kind: 'pass' };
  if (error === 'work-order-share.wrong-password') return { kind: 'wrong-password' };
  if (error === 'request.too-many') return { kind: 'locked', seconds: data?.details?.seconds ?? 60 };
  // A request that can't be read is a token that can't be one.
  return error === 'request.invalid' ? { kind: 'gone', why: 'not-found' } : { kind: 'unreachable' };
}
