/**
 * Provides connectors with social accounts' platform tokens, refreshing them ahead of their expiry and when a platform
 * rejects them. A refresh token may work only once, so an account has one refresh at a time: callers in a process share
 * a promise, and a lease in the database decides between processes. New tokens are stored before they are used.
 */
import {
  type AccountTokens,
  type HeldToken,
  rejectedFault,
  type TokenFault,
  type TokenSource,
  tokensFrom,
} from '@parley/connectors';
import type { PlatformFault } from '@parley/contract/channels';
import { unattributed } from '../../../base/attribution.ts';
import type { Log } from '../../../base/log.ts';
import { settlesWithin } from '../../../base/settles-within.ts';
import { refreshTokens, type TokenReplacement, waitLimitMs } from './refresh-tokens.ts';
import { dueAccounts } from './store.ts';
import {
  MissingTokens,
  readTokenRow,
  refusedFault,
  retryLaterFault,
  type TokenAccount,
  type TokenDeps,
  validTokenOf,
} from './token-deps.ts';
import { countRejections, rejectionPause } from './token-times.ts';

export type TokenKeeper = {
  of(account: TokenAccount): AccountTokens;
  /** Refreshes due tokens of the accounts that this process holds, in the background. */
  tend(processId: string): Promise<void>;
  /** Resolves when no refresh of this process is in flight: an answer that isn't stored is lost. */
  settled(): Promise<void>;
};

/** Most accounts per run; one starts every few seconds. */
const tendedAtOnce = 100;
const silent: PlatformFault = 'platform-silent';
const notReached: PlatformFault = 'platform-not-connected';

export function createTokenKeeper(deps: TokenDeps): TokenKeeper {
  const { database, connectors, log } = deps;
  const underWay = new Map<string, Promise<HeldToken | TokenFault>>();

  /** Concurrent callers share one refresh. */
  function renew(account: TokenAccount, replacement: TokenReplacement): Promise<HeldToken | TokenFault> {
    const running = underWay.get(account.id);
    if (running !== undefined) return running;
    const started = refreshTokens(deps, account, replacement).finally(() => underWay.delete(account.id));
    underWay.set(account.id, started);
    return started;
  }
  const renewInTime = async (account: TokenAccount, replacement: TokenReplacement) => {
    const renewing = renew(account, replacement);
    return (await settlesWithin(waitLimitMs, renewing)) ? renewing : retryLaterFault(silent);
  };
  const renewAhead = (account: TokenAccount, version: number) => {
    renew(account, { version, rejected: 0 }).catch((err: unknown) =>
      log.warn({ err, socialAccountId: account.id }, 'platform tokens are refreshed later'),
    );
  };

  return {
    of(account) {
      const source = sourceOf(deps, account, { renewInTime, renewAhead });
      return tokensFrom({
        current: () => unattributed(() => orLater(log, source.current())),
        replace: (version) => unattributed(() => orLater(log, source.replace(version))),
      });
    },
    async tend(processId) {
      if (!connectors.all().some(({ tokens }) => tokens !== undefined)) return;
      for (const account of await dueAccounts(database, processId, tendedAtOnce))
        renewAhead(account, account.version);
    },
    async settled() {
      await Promise.allSettled(underWay.values());
    },
  };
}

type Refreshing = {
  /** Awaits a refresh, which another caller may have started. */
  renewInTime(account: TokenAccount, replacement: TokenReplacement): Promise<HeldToken | TokenFault>;
  /** Starts a refresh without awaiting it. */
  renewAhead(account: TokenAccount, version: number): void;
};

function sourceOf(
  deps: TokenDeps,
  account: TokenAccount,
  { renewInTime, renewAhead }: Refreshing,
): TokenSource {
  return {
    async current() {
      const row = await readTokenRow(deps, account);
      if (row.refusal !== null) return refusedFault(row.refusal);
      if (!row.holds) return renewInTime(account, { version: row.version, rejected: 0 });
      if (row.due && row.retryInMs === 0) renewAhead(account, row.version);
      return validTokenOf(deps, account, row);
    },
    async replace(version) {
      const row = await readTokenRow(deps, account);
      if (row.refusal !== null) return refusedFault(row.refusal);
      if (row.version !== version)
        return row.holds
          ? validTokenOf(deps, account, row)
          : renewInTime(account, { version: row.version, rejected: 0 });
      const early = rejectionPause(row.rejected) - row.ageMs;
      if (early > 0) return rejectedFault(Math.ceil(early));
      return renewInTime(account, { version, rejected: countRejections(row.rejected, row.ageMs) });
    },
  };
}

/** Turns a database failure into a transient fault: the call can be retried, as after trouble of the platform. */
async function orLater<T>(log: Log, work: Promise<T>): Promise<T | TokenFault> {
  try {
    return await work;
  } catch (err) {
    if (err instanceof MissingTokens) throw err;
    log.warn({ err }, 'platform tokens could not be read');
    return retryLaterFault(notReached);
  }
}
