import type { PlatformId } from '@parley/contract/catalogues';
import type { AccountPairingState } from '@parley/contract/channels';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { acquireLock } from '../../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { accountPairings } from '../../../schema/channels/account-pairings.ts';

export type PairingName = { workspaceId: WorkspaceId; id: string };

export type NewPairing = PairingName & {
  startedBy: string;
  platform: PlatformId;
  subAccountId: string;
  socialAccountId: string;
  again: boolean;
};

/** Lease duration by the database's clock. A process renews its leases every two seconds. */
const leaseSeconds = 15;

const named = ({ workspaceId, id }: PairingName) => sql`${accountPairings.workspaceId} = ${workspaceId}
  and ${accountPairings.id} = ${id}`;
const leased = sql`now() + make_interval(secs => ${leaseSeconds})`;
const over = (state: AccountPairingState, reason: string | null): SQL =>
  sql`state = ${state}, reason = ${reason}, code = null, code_until = null, ended_at = now()`;

/**
 * Inserts a pairing, and cancels a running one of the same account. Returns false when `most` pairings run in the
 * workspace.
 */
export async function insertPairing(tx: Tx, row: NewPairing, most: number): Promise<boolean> {
  const { workspaceId, id, startedBy, platform, subAccountId, socialAccountId, again } = row;
  await acquireLock(tx, `account pairings ${workspaceId}`);
  await tx.db.execute(sql`
    update ${accountPairings} set ${over('cancelled', null)}
    where ${accountPairings.workspaceId} = ${workspaceId} and ${accountPairings.socialAccountId} = ${socialAccountId}
      and ${accountPairings.endedAt} is null`);
  const { rowCount } = await tx.db.execute(sql`
    insert into ${accountPairings} (workspace_id, id, started_by, platform, sub_account_id, social_account_id, again, state,
      leased_until)
    select ${workspaceId}, ${id}, ${startedBy}, ${platform}, ${subAccountId}, ${socialAccountId}, ${again}, 'waiting', ${leased}
    where (select count(*) from ${accountPairings}
      where ${accountPairings.workspaceId} = ${workspaceId} and ${accountPairings.endedAt} is null
        and ${accountPairings.leasedUntil} > now()) < ${most}`);
  return rowCount === 1;
}

export type PairingRow = {
  id: string;
  platform: PlatformId;
  socialAccountId: string;
  state: AccountPairingState;
  reason: string | null;
  /** Sealed. */
  code: string | null;
  /** Remaining validity in ms. */
  codeMs: number;
};

const shownColumns = sql`${accountPairings.id}, ${accountPairings.platform},
  ${accountPairings.socialAccountId} as "socialAccountId", ${accountPairings.state}, ${accountPairings.reason},
  ${accountPairings.code},
  coalesce(greatest(extract(epoch from ${accountPairings.codeUntil} - now()) * 1000, 0), 0)::float8 as "codeMs"`;

/**
 * Returns a pairing to the person who started it; null when it is another person's or doesn't exist. The read counts as
 * a poll of a running pairing; a pairing whose process died is marked as interrupted.
 */
export async function pollPairing(
  handle: Handle,
  name: PairingName,
  startedBy: string,
): Promise<PairingRow | null> {
  const runs = sql`${accountPairings.leasedUntil} > now()`;
  const { rows } = await handle.db.execute<PairingRow>(sql`
    update ${accountPairings} set asked_at = now(),
      state = case when ${runs} then ${accountPairings.state} else 'interrupted' end,
      code = case when ${runs} then ${accountPairings.code} end,
      code_until = case when ${runs} then ${accountPairings.codeUntil} end,
      ended_at = case when ${runs} then null else now() end
    where ${named(name)} and ${accountPairings.startedBy} = ${startedBy} and ${accountPairings.endedAt} is null
    returning ${shownColumns}`);
  return rows[0] ?? findPairing(handle, name, startedBy);
}

export async function findPairing(
  handle: Handle,
  name: PairingName,
  startedBy: string,
): Promise<PairingRow | null> {
  const { rows } = await handle.db.execute<PairingRow>(sql`
    select ${shownColumns} from ${accountPairings}
    where ${named(name)} and ${accountPairings.startedBy} = ${startedBy}`);
  return rows[0] ?? null;
}

/** The state that a pairing shows; `code` is sealed. */
export type StoredPairingState =
  | { state: 'code'; code: string; validMs: number }
  | { state: 'scanned'; code?: never; validMs?: never };

/** Returns false when the pairing has ended or was deleted. */
export async function storePairingState(
  handle: Handle,
  name: PairingName,
  shown: StoredPairingState,
): Promise<boolean> {
  const { state, code = null, validMs = 0 } = shown;
  const until = code === null ? sql`null` : sql`now() + make_interval(secs => ${validMs / 1_000}::float8)`;
  const { rowCount } = await handle.db.execute(sql`
    update ${accountPairings} set state = ${state}, code = ${code}, code_until = ${until}
    where ${named(name)} and ${accountPairings.endedAt} is null`);
  return rowCount === 1;
}

/** Renews the lease. Returns the ms since the console's last poll; null when the pairing has ended or was deleted. */
export async function renewLease(handle: Handle, name: PairingName): Promise<number | null> {
  const { rows } = await handle.db.execute<{ silentMs: number }>(sql`
    update ${accountPairings} set leased_until = ${leased} where ${named(name)} and ${accountPairings.endedAt} is null
    returning (extract(epoch from now() - ${accountPairings.askedAt}) * 1000)::float8 as "silentMs"`);
  return rows[0]?.silentMs ?? null;
}

export type PairingEnd = {
  state: Extract<AccountPairingState, 'refused' | 'expired' | 'cancelled' | 'interrupted'>;
  reason: string | null;
};

/** Ends a running pairing; one that has ended is left unchanged. */
export async function endPairing(
  handle: Handle,
  name: PairingName,
  { state, reason }: PairingEnd,
): Promise<void> {
  await handle.db.execute(sql`
    update ${accountPairings} set ${over(state, reason)}
    where ${named(name)} and ${accountPairings.endedAt} is null`);
}

/**
 * Ends a pairing as paired, in the transaction that stores its account. Returns false when it has ended otherwise or
 * was deleted.
 */
export async function endPaired(tx: Tx, name: PairingName): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    update ${accountPairings} set ${over('paired', null)}
    where ${named(name)} and ${accountPairings.endedAt} is null`);
  return rowCount === 1;
}

export async function isPaired(handle: Handle, name: PairingName): Promise<boolean> {
  const { rows } = await handle.db.execute(
    sql`select from ${accountPairings} where ${named(name)} and ${accountPairings.state} = 'paired'`,
  );
  return rows.length > 0;
}

/**
 * Marks pairings of dead processes as interrupted, which erases their codes, and deletes those that ended `keptHours`
 * ago.
 */
export async function cleanUpPairings(handle: Handle, keptHours: number): Promise<void> {
  await handle.db.execute(sql`
    update ${accountPairings} set ${over('interrupted', null)}
    where ${accountPairings.endedAt} is null and ${accountPairings.leasedUntil} <= now()`);
  await handle.db.execute(sql`
    delete from ${accountPairings} where ${accountPairings.endedAt} < now() - make_interval(hours => ${keptHours})`);
}

/** Deletes the pairings of deleted accounts. */
export async function deletePairings(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountIds: readonly string[],
): Promise<void> {
  await tx.db.execute(sql`
    delete from ${accountPairings} where ${accountPairings.workspaceId} = ${workspaceId}
      and ${accountPairings.socialAccountId} = any(${sql.param([...socialAccountIds])}::uuid[])`);
}

/** Deletes the pairings for a deleted sub-account. */
export async function deletePairingsFor(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<void> {
  await tx.db.execute(sql`
    delete from ${accountPairings}
    where ${accountPairings.workspaceId} = ${workspaceId} and ${accountPairings.subAccountId} = ${subAccountId}`);
}
