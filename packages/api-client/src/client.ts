import type { AnswerOf, Endpoint, InterfaceLanguage, RequestOf } from '@parley/contract';
import { refreshToken, type Tokens } from '@parley/contract/identity';
import { ApiError, offersReLogin } from './api-error.ts';
import { defaultMessage } from './default-messages.ts';
import type { Download, DownloadProgress } from './download.ts';
import { createExchange } from './exchange.ts';
import { createRenewal, type Locks, type Renewal } from './renewal.ts';
import type { SessionEndReason } from './session-end.ts';
import {
  type ClientAudience,
  createTokenStore,
  type KeyValueStorage,
  keptClientId,
  type TokenStore,
} from './token-store.ts';

/** Maximum duration of one HTTP exchange, including the body. */
const timeLimitMs = 30_000;

export type ClientOptions = {
  /** '' for the page's origin, else `https://host[:port]`. */
  baseUrl: string;
  storage: KeyValueStorage;
  /** Called for each request, so that switching languages needs no new client. */
  language(): InterfaceLanguage;
  audience: ClientAudience;
  /** The analytics id; default: generated once and kept in the storage. */
  clientId?: string;
  /** Returns the value of `tenant-id`; null or absent: no such header. */
  tenantId?(): string | null;
  /** Called once per session when it can't be renewed: the tokens are cleared, show the login page. */
  onExpired(ended: SessionEndReason): void;
  /** Called when the server reports that this login is no longer valid here (50008, 50012, 50014); the tokens are kept. */
  onReLogin?(problem: ApiError): void;
  fetch?: typeof fetch;
  /** Returns `document.cookie`, for the XSRF pair; default: reads the page's, if there is one. */
  cookies?(): string;
  /** `navigator.locks`; null disables locking. */
  locks?: Locks | null;
  timeLimitMs?: number;
};

export type CallOptions = { signal?: AbortSignal };

type Arguments<E extends Endpoint> =
  Record<never, never> extends RequestOf<E>
    ? [request?: RequestOf<E>, options?: CallOptions]
    : [request: RequestOf<E>, options?: CallOptions];

export type Client = {
  /** Sends a request. Rejects with `ApiError`, or with the caller's own abort reason. */
  call<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<AnswerOf<E>>;
  /** Like `call`, for an endpoint that returns a file. `signal` cancels the transfer. */
  download<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options?: CallOptions & { onProgress?: DownloadProgress },
  ): Promise<Download>;
  /** Ensures that the stored access token isn't `stale`; see `Renewal`. Used by the socket. */
  renew: Renewal['renew'];
  tokens: TokenStore;
  /** Stores the tokens from a login. */
  logIn(tokens: Tokens): void;
  baseUrl: string;
};

function pageCookies(): string {
  // Node has no document, and its types don't declare one.
  const { document } = globalThis as { document?: { cookie: string } };
  return document?.cookie ?? '';
}

function pageLocks(): Locks | null {
  // `navigator.locks` is missing without TLS: see `Locks`.
  return typeof navigator === 'undefined' ? null : (navigator.locks ?? null);
}

type Ask<T> = (token: string | null) => Promise<T>;

/** Returns a function that sends a request and, after a 401, renews the session and repeats the request with the new token. */
function createReplay(tokens: TokenStore, renewal: Renewal, onReLogin: ClientOptions['onReLogin']) {
  const reportingReLogin = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (problem) {
      if (offersReLogin(problem)) onReLogin?.(problem);
      throw problem;
    }
  };
  return async <T>(endpoint: Endpoint, signal: AbortSignal | undefined, ask: Ask<T>): Promise<T> => {
    const used = tokens.access();
    const paired = tokens.refresh();
    try {
      return await reportingReLogin(ask(used));
    } catch (problem) {
      const expired = problem instanceof ApiError && problem.code === 401;
      if (!expired || endpoint.audience.includes('public')) throw problem;
    }
    await renewal.renew(used, paired);
    signal?.throwIfAborted();
    try {
      return await reportingReLogin(ask(tokens.access()));
    } catch (problem) {
      // A new token was refused, so the session was ended on the server; repeating would loop.
      if (problem instanceof ApiError && problem.code === 401) renewal.end(problem);
      throw problem;
    }
  };
}

/**
 * Creates the typed client. A 401 on any non-public endpoint renews the session, once for concurrent requests, and replays the
 * request; 40101 rejects at once with only its code; 50008, 50012 and 50014 reject at once and call `onReLogin`.
 */
export function createClient(options: ClientOptions): Client {
  const tokens = createTokenStore(options.storage, options.audience);
  let madeId: string | undefined = options.clientId;
  const clientId = () => {
    madeId ??= keptClientId(options.storage);
    return madeId;
  };
  const exchange = createExchange({
    baseUrl: options.baseUrl,
    send: options.fetch ?? fetch,
    language: options.language,
    facts: () => ({
      clientId: clientId(),
      cookies: (options.cookies ?? pageCookies)(),
      tenantId: options.tenantId?.() ?? null,
    }),
    timeLimitMs: options.timeLimitMs ?? timeLimitMs,
  });
  const renewal = createRenewal({
    tokens,
    // `exchange` has parsed the answer with this endpoint's schema, which is that of `Tokens`.
    exchange: (token) =>
      exchange.answer({
        endpoint: refreshToken,
        parts: { query: { refreshToken: token } },
        token: null,
      }) as Promise<Tokens>,
    locks: options.locks === undefined ? pageLocks() : options.locks,
    onExpired: options.onExpired,
    expiredMessage: () => defaultMessage(401, options.language()),
  });

  const withSession = createReplay(tokens, renewal, options.onReLogin);

  return {
    tokens,
    baseUrl: options.baseUrl,
    renew: renewal.renew,
    logIn: tokens.set,
    call: <E extends Endpoint>(endpoint: E, ...[request, { signal } = {}]: Arguments<E>) => {
      const answer = withSession(endpoint, signal, (token) =>
        exchange.answer({ endpoint, parts: request ?? {}, token, signal }),
      );
      // `exchange` has parsed the answer with this endpoint's schema.
      return answer as Promise<AnswerOf<E>>;
    },
    download: (endpoint, parts, { signal, onProgress } = {}) =>
      withSession(endpoint, signal, (token) => exchange.file({ endpoint, parts, token, signal }, onProgress)),
  };
}
