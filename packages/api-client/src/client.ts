import type { AnswerOf, Endpoint, InterfaceLanguage, RequestOf } from '@parley/contract';
import { refreshToken, type Tokens } from '@parley/contract/identity';
import { ApiError, offersReLogin } from './api-error.ts';
import { defaultMessage } from './default-messages.ts';
import type { Download, DownloadProgress } from './download.ts';
import type { Ended } from './ended.ts';
import { createExchange } from './exchange.ts';
import { createRenewal, type Locks, type Renewal } from './renewal.ts';
import {
  type ClientAudience,
  createTokenStore,
  type KeyValueStorage,
  keptClientId,
  type TokenStore,
} from './token-store.ts';

/** The longest that one HTTP exchange may take, its body included. */
const timeLimitMs = 30_000;

export type ClientOptions = {
  /** '' for the page's own origin, else `https://host[:port]`. */
  baseUrl: string;
  storage: KeyValueStorage;
  /** Asked at each request, so that a switch needs no new client. */
  language(): InterfaceLanguage;
  audience: ClientAudience;
  /** The analytics id; left out: made once and kept in the storage. */
  clientId?: string;
  /** Returns the value of `tenant-id`; null or left out: no such header. */
  tenantId?(): string | null;
  /** Called once per session when it cannot be renewed: the tokens are gone, show the login page. */
  onExpired(ended: Ended): void;
  /** The server reports that this login isn't valid here any more (50008, 50012, 50014); the tokens are kept. */
  onReLogin?(problem: ApiError): void;
  fetch?: typeof fetch;
  /** `document.cookie`, for the XSRF pair; left out: read from the page where there is one. */
  cookies?(): string;
  /** `navigator.locks`; null switches them off. */
  locks?: Locks | null;
  timeLimitMs?: number;
};

export type CallOptions = { signal?: AbortSignal };

type Arguments<E extends Endpoint> =
  Record<never, never> extends RequestOf<E>
    ? [request?: RequestOf<E>, options?: CallOptions]
    : [request: RequestOf<E>, options?: CallOptions];

export type Client = {
  /** Rejects with `ApiError`, or with the caller's own abort reason. */
  call<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<AnswerOf<E>>;
  /** As `call`, for an endpoint that answers with a file. `signal` cancels it half-way. */
  download<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options?: CallOptions & { onProgress?: DownloadProgress },
  ): Promise<Download>;
  /** Makes sure that the stored access token isn't `stale`; see `Renewal`. The socket uses it. */
  renew(stale: string | null): Promise<void>;
  tokens: TokenStore;
  /** Hand over what a login answered. */
  logIn(tokens: Tokens): void;
  baseUrl: string;
};

function pageCookies(): string {
  // Node has no document, and its types declare none either.
  const { document } = globalThis as { document?: { cookie: string } };
  return document?.cookie ?? '';
}

function pageLocks(): Locks | null {
  // Without TLS: see `Locks`.
  return typeof navigator === 'undefined' ? null : (navigator.locks ?? null);
}

type Ask<T> = (token: string | null) => Promise<T>;

/** Asks, and after a 401 renews the session and asks again with the new token. */
function createReplay(tokens: TokenStore, renewal: Renewal, onReLogin: ClientOptions['onReLogin']) {
  const told = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (problem) {
      if (offersReLogin(problem)) onReLogin?.(problem);
      throw problem;
    }
  };
  return async <T>(endpoint: Endpoint, signal: AbortSignal | undefined, ask: Ask<T>): Promise<T> => {
    const used = tokens.access();
    try {
      return await told(ask(used));
    } catch (problem) {
      const expired = problem instanceof ApiError && problem.code === 401;
      if (!expired || endpoint.audience.includes('public')) throw problem;
    }
    await renewal.renew(used);
    signal?.throwIfAborted();
    try {
      return await told(ask(tokens.access()));
    } catch (problem) {
      // A brand-new token refused: the session was ended on the server; asking again would go round in circles.
      if (problem instanceof ApiError && problem.code === 401) renewal.end(problem);
      throw problem;
    }
  };
}

/**
 * The typed client. A 401 on anything but a public endpoint renews the session once for the whole burst and
 * replays; 40101 rejects at once with its code alone; 50008, 50012 and 50014 reject at once and ask `onReLogin`.
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
    // `exchange` has parsed the answer with this endpoint's schema, which is that of Tokens.
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
      // `exchange` parsed the answer with this very endpoint's schema.
      return answer as Promise<AnswerOf<E>>;
    },
    download: (endpoint, parts, { signal, onProgress } = {}) =>
      withSession(endpoint, signal, (token) => exchange.file({ endpoint, parts, token, signal }, onProgress)),
  };
}
