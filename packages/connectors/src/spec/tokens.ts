/**
 * The port's shapes of platform tokens: access that a platform gives for a while and renews for a refresh token, which may
 * work only once, as in OAuth 2.0 (RFC 6749, RFC 9700).
 */
import type { CallContext } from './network.ts';

/** Both tokens are as `isPlatformToken` has them. */
export type PlatformTokens = {
  access: string;
  /** Null: the platform gave none. After a refresh the one before then stays in use. */
  refresh: string | null;
  /** The life of the access token from now on; null: unknown. */
  expiresInMs: number | null;
};

/** The tokens that an owner enters: often a refresh token alone. */
export type FirstTokens = Omit<PlatformTokens, 'access'> & { access: string | null };

/**
 * `refused`: the platform gives no more tokens, and only the owner can authorize the account again. `later`: trouble that
 * may pass; whether the refresh token is used up is then unknown. `reason`: as of `CheckResult`.
 */
export type TokenFault = {
  ok: false;
  kind: 'refused' | 'later';
  reason: string;
  retryAfterMs?: number;
};

export type TokenRefresh = { ok: true; tokens: PlatformTokens } | TokenFault;

export type TokenSupport<Credentials = unknown> = {
  /** Returns the tokens in the credentials; null: the account needs none. Pure. */
  first(credentials: Credentials): FirstTokens | null;
  /**
   * Asks the platform for new tokens. The server runs one refresh of an account at a time, over all processes, and stores
   * the result before anything uses it. Any process may be asked.
   */
  refresh(refreshToken: string, credentials: Credentials, context: CallContext): Promise<TokenRefresh>;
};

/** `rejected`: the platform doesn't take this access token (status 401). */
export type TokenAnswer<T> = { value: T } | { rejected: true };

export type TokenUse<T> = { ok: true; value: T } | TokenFault;

/** The tokens of one account. */
export type AccountTokens = {
  /**
   * Calls `call` with an access token that is stored and hasn't expired, and once more with a new one if it is rejected.
   * Callers at the same time share one refresh. After `refused` the server closes the account's connection, until its owner has
   * authorized it again. Rejects what `call` rejects, and where the credentials have no tokens.
   */
  use<T>(call: (accessToken: string) => Promise<TokenAnswer<T>>): Promise<TokenUse<T>>;
};
