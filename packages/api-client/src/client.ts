import {
  type AnswerOf,
  type Endpoint,
  errorMessage,
  type InterfaceLanguage,
  type RequestOf,
  refreshToken,
  type Tokens,
} from '@parley/contract';
import { readAnswer } from './answer.ts';
import { ApiError } from './api-error.ts';
import { type ClientErrorId, clientMessage } from './client-messages.ts';
import { createRenewal, type Locks } from './renewal.ts';
import { type Parts, requestHeaders, requestUrl } from './request.ts';
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
  /** The session can't be renewed: tokens are gone, show the log-in page. Told once per session. */
  onExpired(reason: 'timeout'): void;
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
  /** Makes sure that the stored access token isn't `stale`; see `Renewal`. The socket uses it. */
  renew(stale: string | null): Promise<void>;
  tokens: TokenStore;
  /** Hand over what a log-in answered. */
  logIn(tokens: Tokens): void;
  baseUrl: string;
};

function pageCookies(): string {
  // Node has no document, and its types know none either.
  const { document } = globalThis as { document?: { cookie: string } };
  return document?.cookie ?? '';
}

function pageLocks(): Locks | null {
  return typeof navigator === 'undefined' ? null : (navigator.locks ?? null);
}

type Exchange = (
  endpoint: Endpoint,
  parts: Parts,
  token: string | null,
  signal?: AbortSignal,
) => Promise<unknown>;

/** One HTTP exchange; everything but the caller's abort becomes an `ApiError`. */
function createExchange(options: ClientOptions, clientId: () => string): Exchange {
  const send = options.fetch ?? fetch;
  const limit = options.timeLimitMs ?? timeLimitMs;
  return async (endpoint, parts, token, signal) => {
    const language = options.language();
    const cookies = (options.cookies ?? pageCookies)();
    const late = AbortSignal.timeout(limit);
    const fail = (error: ClientErrorId, cause: unknown) =>
      new ApiError({ code: 0, error, message: clientMessage(error, language), cause });
    const hasBody = parts.body !== undefined;
    let response: Response;
    let text: string;
    try {
      response = await send(requestUrl(options.baseUrl, endpoint, parts), {
        method: endpoint.method,
        headers: requestHeaders({ accessToken: token, clientId: clientId(), language, cookies }, hasBody),
        ...(hasBody ? { body: JSON.stringify(parts.body) } : {}),
        signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      });
      text = await response.text();
    } catch (problem) {
      if (signal?.aborted) throw problem;
      throw fail(late.aborted ? 'client.timeout' : 'client.network', problem);
    }
    return readAnswer(endpoint, response, text, language);
  };
}

/**
 * The typed client. A 401 on anything but a public endpoint renews the session once for the whole burst and
 * replays; 40101, 50008, 50012 and 50014 reject at once with their code and are the caller's to word.
 */
export function createClient(options: ClientOptions): Client {
  const tokens = createTokenStore(options.storage, options.audience);
  let madeId: string | undefined = options.clientId;
  const clientId = () => {
    madeId ??= keptClientId(options.storage);
    return madeId;
  };
  const exchange = createExchange(options, clientId);
  const renewal = createRenewal({
    tokens,
    // `exchange` has parsed the answer with this endpoint's schema, which is that of Tokens.
    exchange: (token) => exchange(refreshToken, { query: { refreshToken: token } }, null) as Promise<Tokens>,
    locks: options.locks === undefined ? pageLocks() : options.locks,
    onExpired: options.onExpired,
    expiredMessage: () => errorMessage('auth.required', options.language()),
  });

  async function callWithSession(endpoint: Endpoint, parts: Parts, signal?: AbortSignal): Promise<unknown> {
    const used = tokens.access();
    try {
      return await exchange(endpoint, parts, used, signal);
    } catch (problem) {
      const expired = problem instanceof ApiError && problem.code === 401;
      if (!expired || endpoint.audience.includes('public')) throw problem;
    }
    await renewal.renew(used);
    signal?.throwIfAborted();
    try {
      return await exchange(endpoint, parts, tokens.access(), signal);
    } catch (problem) {
      // A brand-new token refused: the session was ended on the server; asking again would go round in circles.
      if (problem instanceof ApiError && problem.code === 401) renewal.end();
      throw problem;
    }
  }

  return {
    tokens,
    baseUrl: options.baseUrl,
    renew: renewal.renew,
    logIn: tokens.set,
    call: <E extends Endpoint>(endpoint: E, ...[parts, callOptions]: Arguments<E>) =>
      // `exchange` parsed the answer with this very endpoint's schema.
      callWithSession(endpoint, parts ?? {}, callOptions?.signal) as Promise<AnswerOf<E>>,
  };
}
