/**
 * The port's shapes of platform tokens: access tokens that expire and are renewed with a refresh token, which may be
 * single-use, as in OAuth 2.0 (RFC 6749, RFC 9700).
 */
import type { CallContext } from './network.ts';

/** Both tokens satisfy `isPlatformToken`. */
export type PlatformTokens = {
  access: string;
  /** Null: the platform issued none; after a refresh, the previous one then stays in use. */
  refresh: string | null;
  /** Remaining lifetime of the access token; null: unknown. */
  expiresInMs: number | null;
};

/** The tokens that an owner enters, often only a refresh token. */
export type FirstTokens = Omit<PlatformTokens, 'access'> & { access: string | null };

/**
 * `refused`: the platform issues no more tokens, and the owner has to authorize the account again. `later`: a transient
 * failure, after which it is unknown whether the refresh token was used up. `reason`: as in `CheckResult`.
 */
export type TokenFault = {
  ok: false;
  kind: 'refused' | 'later';
  reason: string;
  retryAfterMs?: number;
};

export type TokenRefresh = { ok: true; tokens: PlatformTokens } | TokenFault;

export type TokenSupport<Credentials = unknown> = {
  /** Returns the tokens in the credentials; null if the account needs none. Pure. */
  first(credentials: Credentials): FirstTokens | null;
  /**
   * Requests new tokens from the platform. The server runs at most one refresh per account across all processes, and stores the
   * result before it is used. May run in any process.
   */
  refresh(refreshToken: string, credentials: Credentials, context: CallContext): Promise<TokenRefresh>;
};

/** `rejected`: the platform does not accept this access token (status 401). */
export type TokenAnswer<T> = { value: T } | { rejected: true };

export type TokenUse<T> = { ok: true; value: T } | TokenFault;

/** The tokens of one account. */
export type AccountTokens = {
  /**
   * Calls `call` with a stored, unexpired access token, and once more with a new one if it is rejected. Concurrent callers
   * share one refresh. After `refused` the server closes the account's connection until the owner has authorized it again.
   * Rejects with what `call` rejects with, and if the credentials have no tokens.
   */
  use<T>(call: (accessToken: string) => Promise<TokenAnswer<T>>): Promise<TokenUse<T>>;
};
