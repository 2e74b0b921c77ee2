import type { Connectors, HeldToken, TokenFault, TokenSupport } from '@parley/connectors';
import type { Clock } from '../../../base/clock.ts';
import type { SecretBox } from '../../../base/crypto/secrets.ts';
import type { Database } from '../../../base/db/database.ts';
import type { Log } from '../../../base/log.ts';
import type { Network } from '../../../base/network.ts';
import type { SocialAccountRow } from '../../../schema/channels.ts';
import { openCredentials } from '../credentials.ts';
import type { ChannelsMetrics } from '../metrics.ts';
import { findAccount } from '../store.ts';
import * as store from './store.ts';

export type TokenDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  random: () => number;
  secrets: SecretBox;
  connectors: Connectors;
  metrics: Pick<ChannelsMetrics, 'tokenRefreshes'>;
  /** Returns the account's egress; null when its proxy no longer exists. */
  networkOf(account: SocialAccountRow): Promise<Network | null>;
};

export type TokenAccount = store.TokenAccountKey & { platform: string };

/** Thrown when a connector requests tokens of an account that has none. */
export class MissingTokens extends Error {
  override name = 'MissingTokens';
}

export function supportOf({ connectors }: TokenDeps, { platform }: TokenAccount): TokenSupport {
  const support = connectors.get(platform)?.tokens;
  if (support === undefined) throw new MissingTokens(`${platform} has no tokens`);
  return support;
}

/** Reads an account's tokens, and the first time stores those of its credentials. Throws `MissingTokens`. */
export async function readTokenRow(deps: TokenDeps, account: TokenAccount): Promise<store.TokenRow> {
  const { database, secrets } = deps;
  const row = await store.readTokens(database, account);
  if (row !== null) return row;
  const stored = await findAccount(database, account.workspaceId, account.id);
  const first = stored && supportOf(deps, account).first(openCredentials(secrets, stored));
  if (!first) throw new MissingTokens('The account has no tokens');
  await store.insertFirst(database, secrets, account, { ...first, random: deps.random() });
  const inserted = await store.readTokens(database, account);
  if (inserted === null) throw new MissingTokens('The account is gone');
  return inserted;
}

/** Returns the access token of a row in which it is still valid. */
export function validTokenOf(
  { secrets }: TokenDeps,
  { id }: TokenAccount,
  { tokens, version }: Pick<store.TokenRow, 'tokens' | 'version'>,
): HeldToken {
  const { access } = store.openTokens(secrets, id, tokens);
  if (access === null) throw new Error('tokens that hold have an access token');
  return { ok: true, access, version };
}

/** `reason`: as stored. */
export const refusedFault = (reason: string): TokenFault => ({ ok: false, kind: 'refused', reason });

export const retryLaterFault = (reason: string, retryAfterMs?: number): TokenFault => ({
  ok: false,
  kind: 'later',
  reason,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});
