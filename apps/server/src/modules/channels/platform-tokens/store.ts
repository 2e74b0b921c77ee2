/**
 * Stores platform tokens and the lease for refreshing them. All times are by the database's clock, which processes
 * share.
 */
import type { FirstTokens } from '@parley/connectors';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { SecretBox } from '../../../base/crypto/secrets.ts';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { platformTokens } from '../../../schema/channels/platform-tokens.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { boundedLifetime, refreshDelay } from './token-times.ts';

export type TokenAccountKey = { workspaceId: WorkspaceId; id: string };

/** The tokens in the form that is sealed. */
export type TokenSecrets = Pick<FirstTokens, 'access' | 'refresh'>;

const sealed = z.object({ access: z.string().nullable(), refresh: z.string().nullable() });
const contextOf = (id: string) => `tokens of social account ${id}`;

function sealTokens(secrets: SecretBox, id: string, { access, refresh }: TokenSecrets): string {
  return secrets.seal(JSON.stringify({ access, refresh }), contextOf(id));
}

export function openTokens(secrets: SecretBox, id: string, tokens: string): TokenSecrets {
  return sealed.parse(JSON.parse(secrets.open(tokens, contextOf(id))));
}

/** Longer than a refresh takes (`askLimitMs`). */
const leaseSeconds = 30;
/** A token that expires sooner counts as expired, because the call that uses it takes time, too. */
const spareSeconds = 3;

const of = ({ workspaceId, id }: TokenAccountKey) => sql`${platformTokens.workspaceId} = ${workspaceId}
  and ${platformTokens.socialAccountId} = ${id}`;
const later = (ms: number | null): SQL =>
  ms === null ? sql`null` : sql`now() + make_interval(secs => ${ms / 1_000}::float8)`;

export type TokenRow = {
  tokens: string;
  version: number;
  /** True while the access token hasn't expired. */
  holds: boolean;
  /** True when new tokens should be requested. */
  due: boolean;
  ageMs: number;
  leased: boolean;
  /** 0 when a refresh may begin. */
  retryInMs: number;
  problem: string | null;
  rejected: number;
  refusal: string | null;
};

export async function readTokens(handle: Handle, account: TokenAccountKey): Promise<TokenRow | null> {
  const { rows } = await handle.db.execute<TokenRow>(sql`
    select ${platformTokens.tokens}, ${platformTokens.version}, ${platformTokens.problem}, ${platformTokens.rejected},
      ${platformTokens.refusal},
      coalesce(${platformTokens.expiresAt} > now() + make_interval(secs => ${spareSeconds}), true) as holds,
      coalesce(${platformTokens.refreshAt} <= now(), false) as due,
      greatest(extract(epoch from now() - ${platformTokens.issuedAt}) * 1000, 0)::float8 as "ageMs",
      coalesce(${platformTokens.leasedUntil} > now(), false) as leased,
      coalesce(greatest(extract(epoch from ${platformTokens.retryAt} - now()) * 1000, 0), 0)::float8 as "retryInMs"
    from ${platformTokens} where ${of(account)}`);
  return rows[0] ?? null;
}

type NewTokens = TokenSecrets & Pick<FirstTokens, 'expiresInMs'>;

/** Returns the columns of new tokens. Without an access token, the expiry is now. */
function columnsOf(secrets: SecretBox, { id }: TokenAccountKey, tokens: NewTokens, random: number) {
  const life = tokens.access === null ? 0 : boundedLifetime(tokens.expiresInMs);
  const refreshAt = tokens.access === null || tokens.refresh === null ? null : refreshDelay(life, random);
  return { tokens: sealTokens(secrets, id, tokens), expiresAt: later(life), refreshAt: later(refreshAt) };
}

type Insertion<H extends Handle> = (
  handle: H,
  secrets: SecretBox,
  account: TokenAccountKey,
  first: NewTokens & { random: number },
) => Promise<void>;

const inserting =
  <H extends Handle = Handle>(onConflict: SQL): Insertion<H> =>
  async (handle, secrets, account, { random, ...first }) => {
    const { tokens, expiresAt, refreshAt } = columnsOf(secrets, account, first, random);
    await handle.db.execute(sql`
      insert into ${platformTokens} (workspace_id, social_account_id, tokens, version, expires_at, refresh_at)
      values (${account.workspaceId}, ${account.id}, ${tokens}, 1, ${expiresAt}, ${refreshAt})
      on conflict ${onConflict}`);
  };

/** Stores the tokens issued with the credentials, unless tokens are stored already. */
export const insertFirst = inserting(sql`do nothing`);

/** Stores the tokens of new credentials; the answer to a refresh with the old ones will no longer be stored. */
export const replaceTokens = inserting<Tx>(sql`(workspace_id, social_account_id) do update set
  tokens = excluded.tokens, version = ${platformTokens.version} + 1, issued_at = now(),
  expires_at = excluded.expires_at,
  refresh_at = excluded.refresh_at, lease = null, leased_until = null, failures = 0, retry_at = null, problem = null,
  rejected = 0, refusal = null`);

/**
 * Takes the lease for refreshing the tokens of this version. Returns null when another process has it or the version is
 * outdated.
 */
export async function takeLease(
  handle: Handle,
  account: TokenAccountKey,
  { version, lease }: { version: number; lease: string },
): Promise<{ tokens: string; failures: number } | null> {
  const { rows } = await handle.db.execute<{ tokens: string; failures: number }>(sql`
    update ${platformTokens} set lease = ${lease}, leased_until = now() + make_interval(secs => ${leaseSeconds})
    where ${of(account)} and ${platformTokens.version} = ${version} and ${platformTokens.refusal} is null
      and (${platformTokens.leasedUntil} is null or ${platformTokens.leasedUntil} <= now())
      and (${platformTokens.retryAt} is null or ${platformTokens.retryAt} <= now())
    returning ${platformTokens.tokens}, ${platformTokens.failures}`);
  return rows[0] ?? null;
}

/**
 * Replaces the tokens with which new ones were requested (`used`, sealed). Returns false when they have been replaced
 * already. An expired lease is no obstacle: the first answer holds the valid tokens, and a refusal stored in the
 * meantime was for a used refresh token.
 */
export async function storeRefreshed(
  handle: Handle,
  secrets: SecretBox,
  account: TokenAccountKey,
  renewed: NewTokens,
  { used, rejected, random }: { used: string; rejected: number; random: number },
): Promise<boolean> {
  const { tokens, expiresAt, refreshAt } = columnsOf(secrets, account, renewed, random);
  const { rowCount } = await handle.db.execute(sql`
    update ${platformTokens} set tokens = ${tokens}, version = ${platformTokens.version} + 1, issued_at = now(),
      expires_at = ${expiresAt}, refresh_at = ${refreshAt}, lease = null, leased_until = null, failures = 0,
      retry_at = null, problem = null, rejected = ${rejected}, refusal = null
    where ${of(account)} and ${platformTokens.tokens} = ${used}`);
  return rowCount === 1;
}

/** Ends the lease of a failed refresh, and stores when the next one may begin. */
export async function storeFailure(
  handle: Handle,
  account: TokenAccountKey,
  { lease, problem, pauseMs }: { lease: string; problem: string; pauseMs: number },
): Promise<void> {
  await handle.db.execute(sql`
    update ${platformTokens}
    set lease = null, leased_until = null, failures = ${platformTokens.failures} + 1, problem = ${problem},
      retry_at = ${later(pauseMs)}
    where ${of(account)} and ${platformTokens.lease} = ${lease}`);
}

/**
 * Stores that the platform issues no more tokens. Returns false when the tokens were replaced or another process has
 * the lease.
 */
export async function storeRefusal(
  handle: Handle,
  account: TokenAccountKey,
  { lease, refusal }: { lease: string; refusal: string },
): Promise<boolean> {
  const { rowCount } = await handle.db.execute(sql`
    update ${platformTokens} set lease = null, leased_until = null, refusal = ${refusal}
    where ${of(account)} and ${platformTokens.lease} = ${lease}`);
  return rowCount === 1;
}

/** Deletes a refusal, so that the platform is asked again for the owner. */
export async function forgetRefusal(tx: Tx, account: TokenAccountKey): Promise<void> {
  await tx.db.execute(
    sql`update ${platformTokens} set refusal = null where ${of(account)} and ${platformTokens.refusal} is not null`,
  );
}

export type DueAccount = TokenAccountKey & { platform: string; version: number };

/** Returns accounts of this process whose tokens are due for a refresh, the most urgent first. */
export async function dueAccounts(handle: Handle, processId: string, most: number): Promise<DueAccount[]> {
  const { rows } = await handle.db.execute<DueAccount>(sql`
    select a.workspace_id as "workspaceId", a.id, a.platform, t.version
    from ${platformTokens} t
    join ${socialAccounts} a on a.workspace_id = t.workspace_id and a.id = t.social_account_id
    where t.refusal is null and t.refresh_at <= now() and (t.retry_at is null or t.retry_at <= now())
      and (t.leased_until is null or t.leased_until <= now()) and a.holder = ${processId} and a.enabled
    order by t.refresh_at limit ${most}`);
  return rows;
}

/** Deletes the tokens of deleted accounts. */
export async function deleteTokens(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountIds: readonly string[],
): Promise<void> {
  await tx.db.execute(sql`
    delete from ${platformTokens} where ${platformTokens.workspaceId} = ${workspaceId}
      and ${platformTokens.socialAccountId} = any(${sql.param([...socialAccountIds])}::uuid[])`);
}
