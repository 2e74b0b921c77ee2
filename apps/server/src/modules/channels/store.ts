import type { PlatformId } from '@parley/contract/catalogues';
import type { ConnectionState, PlatformFault } from '@parley/contract/channels';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { holdRowLock } from '../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import {
  type ProxyMode,
  type SocialAccountRow,
  socialAccountLock,
  socialAccounts,
} from '../../schema/channels.ts';
import { proxies } from '../../schema/proxies.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';

/** False: the workspace has this account of the platform already. */
export async function insertAccount(tx: Tx, row: typeof socialAccounts.$inferInsert): Promise<boolean> {
  const inserted = await tx.db
    .insert(socialAccounts)
    .values(row)
    .onConflictDoNothing({
      target: [socialAccounts.workspaceId, socialAccounts.platform, socialAccounts.externalId],
    })
    .returning({ id: socialAccounts.id });
  return inserted.length > 0;
}

/** Keeps when an account was last online while its state is replaced by one that isn't. */
const lastOnlineNow = sql`case when ${socialAccounts.state} = 'online' then now() else ${socialAccounts.lastOnlineAt} end`;

/**
 * Enables or disables accounts. The holder of a disabled account closes its connection at its next check. Returns the accounts
 * that were changed; null, and changes nothing, when the workspace lacks one of them.
 */
export async function setEnabled(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  enabled: boolean,
): Promise<{ id: string; subAccountId: string }[] | null> {
  const wanted = [...new Set(ids)];
  const { id, subAccountId, enabled: wasEnabled } = socialAccounts;
  const found = await tx.db
    .select({ id, subAccountId, wasEnabled })
    .from(socialAccounts)
    .where(allOf(workspaceId, wanted))
    .orderBy(id)
    .for('no key update');
  if (found.length < wanted.length) return null;
  const changed = found.filter((account) => account.wasEnabled !== enabled);
  await tx.db
    .update(socialAccounts)
    .set({
      enabled,
      state: enabled ? 'connecting' : 'offline',
      stateReason: null,
      stateSince: sql`now()`,
      lastOnlineAt: lastOnlineNow,
    })
    .where(
      allOf(
        workspaceId,
        changed.map((account) => account.id),
      ),
    );
  return changed;
}

/** False: the sub-account has no such account. */
export async function setMuted(
  tx: Tx,
  workspaceId: WorkspaceId,
  { id, subAccountId, muted }: { id: string; subAccountId: string; muted: boolean },
): Promise<boolean> {
  const changed = await tx.db
    .update(socialAccounts)
    .set({ mutedFor: muted ? subAccountId : null })
    .where(and(existing(workspaceId, id), eq(socialAccounts.subAccountId, subAccountId)))
    .returning({ id: socialAccounts.id });
  return changed.length > 0;
}

/** Returns the account name of a sub-account, deleted or not; null: it is gone. */
export async function subAccountName(handle: Handle, workspaceId: WorkspaceId, id: string) {
  const [row] = await handle.db
    .select({ name: subAccounts.accountName })
    .from(subAccounts)
    .where(and(eq(subAccounts.workspaceId, workspaceId), eq(subAccounts.id, id)));
  return row?.name ?? null;
}

/** Returns the name of a proxy; null: there is none. */
export async function proxyName(handle: Handle, workspaceId: WorkspaceId, id: string | null) {
  if (id === null) return null;
  const [row] = await handle.db
    .select({ name: proxies.name })
    .from(proxies)
    .where(and(eq(proxies.workspaceId, workspaceId), eq(proxies.id, id)));
  return row?.name ?? null;
}

export type StateChange = { state: ConnectionState; reason: string | null };

export type AccountState = { workspaceId: WorkspaceId; id: string } & StateChange;

/**
 * Returns for each account, in order, whether its state changed. Only an enabled account has a state, and only its
 * holder writes it. An account occurs at most once.
 */
export async function setStates(
  handle: Handle,
  processId: string,
  said: readonly AccountState[],
): Promise<boolean[]> {
  const { rows } = await handle.db.execute<{ id: string }>(sql`
    update ${socialAccounts} a set state = s.state, state_reason = s.reason, state_since = now(),
      last_online_at = case when 'online' in (a.state, s.state) then now() else a.last_online_at end
    from json_to_recordset(${JSON.stringify(said)}::json) as s ("workspaceId" uuid, id uuid, state text, reason text)
    where a.workspace_id = s."workspaceId" and a.id = s.id and a.enabled and a.holder = ${processId}
      and (a.state, a.state_reason) is distinct from (s.state, s.reason)
    returning a.id`);
  const changed = new Set(rows.map(({ id }) => id));
  return said.map(({ id }) => changed.has(id));
}

/** The state of an account whose connection Parley gives up. */
const failedFor = (reason: PlatformFault) => ({
  enabled: false,
  state: 'refused' as const,
  stateReason: reason,
  stateSince: sql`now()`,
  lastOnlineAt: lastOnlineNow,
});

/**
 * Disables accounts whose connector failed, with that as their reason: no process opens them again until their owner
 * switches them on. Their sessions are the caller's to end.
 */
export async function disableFailed(
  handle: Handle,
  processId: string,
  ids: readonly string[],
): Promise<void> {
  await handle.db
    .update(socialAccounts)
    .set(failedFor('connector-failed'))
    .where(and(eq(socialAccounts.holder, processId), inArray(socialAccounts.id, [...ids])));
}

/** Disables an enabled account with its reason. Returns its sub-account; null: it was disabled before. */
export async function disableAccount(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  reason: PlatformFault,
): Promise<string | null> {
  const [row] = await tx.db
    .update(socialAccounts)
    .set(failedFor(reason))
    .where(and(ofId(workspaceId, id), eq(socialAccounts.enabled, true)))
    .returning({ subAccountId: socialAccounts.subAccountId });
  return row?.subAccountId ?? null;
}

/** Returns the sub-account and the name of an account and locks its proxy setting; null: there is no such account. */
export async function lockAccount(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
): Promise<Pick<
  SocialAccountRow,
  'platform' | 'subAccountId' | 'name' | 'proxyMode' | 'proxyId' | 'joinsGroups'
> | null> {
  const { platform, subAccountId, name, proxyMode, proxyId, joinsGroups } = socialAccounts;
  const [row] = await tx.db
    .select({ platform, subAccountId, name, proxyMode, proxyId, joinsGroups })
    .from(socialAccounts)
    .where(existing(workspaceId, id))
    .for('no key update');
  return row ?? null;
}

export async function findAccount(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SocialAccountRow | null> {
  const [row] = await handle.db.select().from(socialAccounts).where(existing(workspaceId, id));
  return row ?? null;
}

/**
 * Locks an account against new conversations too: those open where the account belongs when this is through. New people share
 * the account's row, and there may always be some: by the lock of its id this comes before those that come later.
 */
export async function lockForMove(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SocialAccountRow | null> {
  await holdRowLock(tx, socialAccountLock, id);
  const [row] = await tx.db.select().from(socialAccounts).where(existing(workspaceId, id)).for('update');
  return row ?? null;
}

type ChangedColumn =
  | 'name'
  | 'handle'
  | 'publicLink'
  | 'credentials'
  | 'subAccountId'
  | 'joinsGroups'
  | 'appId'
  | 'ownApp';
type AccountChange = Partial<Pick<SocialAccountRow, ChangedColumn>>;

export async function changeAccount(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  change: AccountChange,
): Promise<void> {
  await tx.db.update(socialAccounts).set(change).where(existing(workspaceId, id));
}

/** Returns the social accounts of a sub-account on a platform, sorted. */
export async function idsOf(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
  platform: PlatformId,
): Promise<string[]> {
  const rows = await tx.db
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.workspaceId, workspaceId),
        eq(socialAccounts.subAccountId, subAccountId),
        eq(socialAccounts.platform, platform),
        isNull(socialAccounts.deletedAt),
      ),
    )
    .orderBy(socialAccounts.id);
  return rows.map(({ id }) => id);
}

/** From here on it is in no answer, holds no secret, and the platform's account can be added again. */
export async function markDeleted(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<void> {
  await tx.db
    .update(socialAccounts)
    .set({
      deletedAt: sql`now()`,
      enabled: false,
      state: 'offline',
      stateReason: null,
      stateSince: sql`now()`,
      credentials: '',
      externalId: `deleted ${id}`,
    })
    .where(existing(workspaceId, id));
}

export async function isDeletedAccount(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<boolean> {
  const rows = await handle.db
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(and(ofId(workspaceId, id), isNotNull(socialAccounts.deletedAt)));
  return rows.length > 0;
}

/** Up to `most` deleted accounts of which something is left. */
export function deletedAccounts(handle: Handle, most: number) {
  return handle.db
    .select({ workspaceId: socialAccounts.workspaceId, id: socialAccounts.id })
    .from(socialAccounts)
    .where(isNotNull(socialAccounts.deletedAt))
    .limit(most);
}

/** Deletes the row of a deleted account. Fails while something still names it. */
export async function removeAccount(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<void> {
  await tx.db.delete(socialAccounts).where(and(ofId(workspaceId, id), isNotNull(socialAccounts.deletedAt)));
}

const ofId = (workspaceId: WorkspaceId, id: string) =>
  and(eq(socialAccounts.workspaceId, workspaceId), eq(socialAccounts.id, id));
const allOf = (workspaceId: WorkspaceId, ids: readonly string[]) =>
  and(
    eq(socialAccounts.workspaceId, workspaceId),
    inArray(socialAccounts.id, [...ids]),
    isNull(socialAccounts.deletedAt),
  );

const existing = (workspaceId: WorkspaceId, id: string) =>
  and(ofId(workspaceId, id), isNull(socialAccounts.deletedAt));

export async function setProxy(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  way: { proxyMode: ProxyMode; proxyId: string | null },
): Promise<void> {
  await tx.db
    .update(socialAccounts)
    .set(way)
    .where(and(eq(socialAccounts.workspaceId, workspaceId), eq(socialAccounts.id, id)));
}

/** Deletes up to `most` of a sub-account's social accounts, those without a port, and returns their ids. */
export async function deleteAccounts(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
  most: number,
): Promise<string[]> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    delete from ${socialAccounts} where workspace_id = ${workspaceId} and id in (
      select id from ${socialAccounts} where workspace_id = ${workspaceId} and sub_account_id = ${subAccountId}
      limit ${most})
    returning id`);
  return rows.map(({ id }) => id);
}
