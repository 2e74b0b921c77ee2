/**
 * Refreshes an account's platform tokens once, under a lease shared by all processes. After a kill the lease expires,
 * and the next refresh reuses the same refresh token: the platform may consider it used and refuse, unless it accepts
 * the previous token for a while. The lease is therefore short.
 */
import {
  endedFault,
  type HeldToken,
  isPlatformToken,
  type TokenFault,
  type TokenRefresh,
} from '@parley/connectors';
import type { PlatformFault } from '@parley/contract/channels';
import { attributedCall } from '../../../base/attribution.ts';
import { monotonicNow } from '../../../base/clock.ts';
import { newId } from '../../../base/ids.ts';
import { settlesWithin } from '../../../base/settles-within.ts';
import { openCredentials } from '../credentials.ts';
import { shortenReason } from '../shorten-reason.ts';
import { findAccount } from '../store.ts';
import * as store from './store.ts';
import {
  readTokenRow,
  refusedFault,
  retryLaterFault,
  supportOf,
  type TokenAccount,
  type TokenDeps,
  validTokenOf,
} from './token-deps.ts';
import { retryDelay } from './token-times.ts';

/** The tokens to replace; for `rejected` see the column. */
export type TokenReplacement = { version: number; rejected: number };

/** Time limit for the platform's answer, in ms. The lease lasts longer. */
const askLimitMs = 20_000;
/** Time limit for a refresh by another process, in ms. */
export const waitLimitMs = 45_000;
/** Polling interval for the lease of another process, in ms. */
const lookAgainMs = 150;
/** Time for which storing new tokens is retried while the database is down, in ms. */
const storeLimitMs = 600_000;
const storePausesMs = { first: 200, longest: 5_000 };

const proxyMissing = 'proxy-missing';
const silent: PlatformFault = 'platform-silent';
const unreadable: PlatformFault = 'platform-unreadable';
const notReached: PlatformFault = 'platform-not-connected';

/** Waits for a refresh by another process, or takes the lease and refreshes. */
export async function refreshTokens(
  deps: TokenDeps,
  account: TokenAccount,
  { version, rejected }: TokenReplacement,
): Promise<HeldToken | TokenFault> {
  const { database, clock } = deps;
  for (const until = monotonicNow() + waitLimitMs; monotonicNow() < until; ) {
    const row = await readTokenRow(deps, account);
    if (row.refusal !== null) return refusedFault(row.refusal);
    if (row.version !== version && row.holds) return validTokenOf(deps, account, row);
    if (row.retryInMs > 0) return retryLaterFault(row.problem ?? notReached, Math.ceil(row.retryInMs));
    const lease = newId();
    const begun = row.leased
      ? null
      : await store.takeLease(database, account, { version: row.version, lease });
    if (begun) return ask(deps, account, { ...begun, version: row.version, lease, rejected });
    await clock.sleep(lookAgainMs);
  }
  return retryLaterFault(silent);
}

/** A refresh whose lease this process holds; `tokens` are the sealed ones that it sends. */
type Begun = { tokens: string; version: number; failures: number; lease: string; rejected: number };

async function ask(deps: TokenDeps, account: TokenAccount, begun: Begun): Promise<HeldToken | TokenFault> {
  const { database, metrics } = deps;
  const { refresh } = store.openTokens(deps.secrets, account.id, begun.tokens);
  const answer = refresh === null ? endedFault() : await askPlatform(deps, account, refresh);
  metrics.tokenRefreshes.inc({ platform: account.platform, result: answer.ok ? 'renewed' : answer.kind });
  if (answer.ok) {
    const { tokens } = answer;
    return keep(deps, account, begun, { ...tokens, refresh: tokens.refresh ?? refresh });
  }
  const { lease } = begun;
  const reason = shortenReason(withoutToken(answer.reason, refresh));
  if (answer.kind === 'refused') {
    const ended = refresh === null ? answer : endedFault(reason);
    const isStored = await store.storeRefusal(database, account, { lease, refusal: ended.reason });
    return isStored ? ended : otherwise(deps, account);
  }
  const pauseMs = retryDelay(begun.failures, deps.random(), answer.retryAfterMs);
  await store.storeFailure(database, account, { lease, problem: reason, pauseMs });
  return retryLaterFault(reason, pauseMs);
}

/** Shorter texts occur within words. */
const shortestSecret = 8;

/** Masks the token: a platform may repeat it in a reason that owners read and logs keep. */
function withoutToken(reason: string, token: string | null): string {
  return token === null || token.length < shortestSecret ? reason : reason.replaceAll(token, '…');
}

/** Reads the credentials only under the lease, so that they are at least as new as the refresh token. */
async function askPlatform(
  deps: TokenDeps,
  account: TokenAccount,
  refreshToken: string,
): Promise<TokenRefresh> {
  const { database, secrets, clock, log } = deps;
  const { platform } = account;
  const stored = await findAccount(database, account.workspaceId, account.id);
  const network = stored && (await deps.networkOf(stored));
  if (!network) return retryLaterFault(proxyMissing);
  const credentials = openCredentials(secrets, stored);
  const support = supportOf(deps, account);
  const signal = AbortSignal.timeout(askLimitMs);
  const report = (err: unknown) => log.error({ err, platform }, 'a refresh of tokens threw out of band');
  const work = attributedCall(report, () =>
    support.refresh(refreshToken, credentials, { network, clock, log, signal }),
  );
  try {
    return (await settlesWithin(askLimitMs, work)) ? readable(await work) : retryLaterFault(silent);
  } catch (err) {
    log.warn({ err, platform }, 'platform tokens were not refreshed');
    return retryLaterFault(signal.aborted ? silent : unreadable);
  }
}

/**
 * Validates an answer, because a connector passes on what a platform has sent. A lifetime that is not a number counts
 * as unknown: tokens that are not stored are lost.
 */
function readable(answer: TokenRefresh): TokenRefresh {
  if (!answer.ok) return answer;
  const { access, refresh, expiresInMs } = answer.tokens;
  if (!isPlatformToken(access) || !(refresh === null || isPlatformToken(refresh)))
    return retryLaterFault(unreadable);
  return Number.isNaN(expiresInMs) ? { ok: true, tokens: { access, refresh, expiresInMs: null } } : answer;
}

/** Stores new tokens, retrying while the database is down: the old ones may be used up. */
async function keep(
  deps: TokenDeps,
  account: TokenAccount,
  { tokens: used, version, rejected }: Begun,
  renewed: Parameters<typeof store.storeRefreshed>[3] & { access: string },
): Promise<HeldToken | TokenFault> {
  const { database, secrets, clock, log } = deps;
  const changed = { used, rejected, random: deps.random() };
  const until = monotonicNow() + storeLimitMs;
  for (let pause = storePausesMs.first; ; pause = Math.min(pause * 2, storePausesMs.longest)) {
    try {
      const isStored = await store.storeRefreshed(database, secrets, account, renewed, changed);
      if (!isStored) return otherwise(deps, account);
      return { ok: true, access: renewed.access, version: version + 1 };
    } catch (err) {
      if (monotonicNow() > until) throw err;
      log.warn({ err, socialAccountId: account.id }, 'new platform tokens could not be stored yet');
    }
    await clock.sleep(pause);
  }
}

/** Called when another process was faster, the owner has reauthorized the account, or it was deleted. */
async function otherwise(deps: TokenDeps, account: TokenAccount): Promise<HeldToken | TokenFault> {
  const row = await readTokenRow(deps, account);
  if (row.refusal !== null) return refusedFault(row.refusal);
  return row.holds ? validTokenOf(deps, account, row) : retryLaterFault(notReached);
}
