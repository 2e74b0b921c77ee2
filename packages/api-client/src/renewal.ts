/** Renews a session once for concurrent 401s, in this tab and in all tabs of the origin. */
import type { Tokens } from '@parley/contract/identity';
import { ApiError, isTransient } from './api-error.ts';
import { endReasonOf, type SessionEndReason } from './session-end.ts';
import type { TokenStore } from './token-store.ts';

/** The part of `navigator.locks` that is used. Without it, the server's grace period of ten seconds prevents conflicts. */
export type Locks = { request<T>(name: string, work: () => Promise<T>): Promise<T> };

export type RenewalOptions = {
  tokens: TokenStore;
  /** Exchanges a refresh token; rejects with an `ApiError`. */
  exchange(refreshToken: string): Promise<Tokens>;
  locks: Locks | null;
  onExpired(ended: SessionEndReason): void;
  /** Returns the message for a session without a refresh token. */
  expiredMessage(): string;
};

export type Renewal = {
  /**
   * Resolves when the storage holds an access token other than `stale`. Rejects with the failure of the refresh: a
   * refusal has cleared the tokens and called `onExpired` once, a transient failure has changed nothing.
   *
   * @param paired the refresh token that the storage held when `stale` was read from it; default: the present one
   */
  renew(stale: string | null, paired?: string | null): Promise<void>;
  /** Ends the session: clears the tokens and calls `onExpired` with the reason, once until new tokens are set. */
  end(problem: unknown): void;
};

/** Number of checks, 10 ms apart, for another tab's tokens in the storage: as a precaution, and if they are expected. */
const shortWait = 20;
const longWait = 1_000;

/** Returns whether the storage holds an access token other than `stale`. */
function isFresh(tokens: TokenStore, stale: string | null): boolean {
  const present = tokens.access();
  return present !== null && present !== stale;
}

/**
 * Waits for another tab's tokens. Browsers propagate stored values to other tabs with a delay, key by key: the lock may be
 * granted before the tokens are visible. A changed refresh token means that the access token will follow.
 */
async function waitForOtherTab(
  tokens: TokenStore,
  stale: string | null,
  paired: string | null,
): Promise<void> {
  for (let tries = 0; !isFresh(tokens, stale); tries += 1) {
    if (tries >= (tokens.refresh() === paired ? shortWait : longWait)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function createRenewal(options: RenewalOptions): Renewal {
  const { tokens } = options;
  let inFlight: Promise<void> | null = null;
  let isReported = false;
  tokens.onChange(() => {
    if (tokens.access() !== null) isReported = false;
  });

  const end = (problem: unknown) => {
    if (isReported) return;
    isReported = true;
    tokens.clear();
    options.onExpired(endReasonOf(problem));
  };

  async function exchangeOnce(stale: string | null): Promise<void> {
    // Another tab held the lock first, and has already stored new tokens.
    if (isFresh(tokens, stale)) return;
    const refreshToken = tokens.refresh();
    if (refreshToken === null) {
      const nothing = { code: 401, error: 'auth.required', message: options.expiredMessage() };
      const problem = new ApiError(nothing);
      end(problem);
      throw problem;
    }
    try {
      tokens.set(await options.exchange(refreshToken));
    } catch (problem) {
      if (isFresh(tokens, stale)) return;
      if (!isTransient(problem)) end(problem);
      throw problem;
    }
  }

  function renew(stale: string | null, paired = tokens.refresh()): Promise<void> {
    if (isFresh(tokens, stale)) return Promise.resolve();
    if (inFlight !== null) return inFlight;
    const work = async () => {
      if (options.locks !== null && paired !== null) await waitForOtherTab(tokens, stale, paired);
      await exchangeOnce(stale);
    };
    const name = `parley:${tokens.keys.refresh}`;
    inFlight = (options.locks === null ? work() : options.locks.request(name, work)).finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  return { renew, end };
}
