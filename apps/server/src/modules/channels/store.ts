import type { PlatformId } from '@parley/contract/catalogues';
import type { ConnectionState, PlatformFault } from '@parley/contract/channels';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { acquireRowLock } from '../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import {
  type ProxyMode,
  type SocialAccountRow,
  socialAccountLock,
  socialAccounts,
} from '../../schema/channels.ts';
import { proxies } from '../../schema/proxies.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';

/** Inserts an account. Returns false when the workspace has this account of the platform already. */
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

/** Records when an account was last online when an online state is replaced by another one. */
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

/** Sets whether an account is muted. Returns false when the sub-account has no such account. */
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

/** Returns the account name of a sub-account, even a deleted one; null when its row no longer exists. */
export async function subAccountName(handle: Handle, workspaceId: WorkspaceId, id: string) {
  const [row] = await handle.db
    .select({ name: subAccounts.accountName })
    .from(subAccounts)
    .where(and(eq(subAccounts.workspaceId, workspaceId), eq(subAccounts.id, id)));
  return row?.name ?? null;
}

/** Returns the name of a proxy; null when there is none. */
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
 * holder writes it. Each account may occur once.
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

/** The columns of an account whose connection Parley has given up. */
const failedFor = (reason: PlatformFault) => ({
  enabled: false,
  state: 'refused' as const,
  stateReason: reason,
  stateSince: sql`now()`,
  lastOnlineAt: lastOnlineNow,
});

/**
 * Disables accounts whose connector failed, with that as their reason: no process opens them until their owner enables
 * them. The caller ends their sessions.
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

/** Disables an enabled account with a reason. Returns its sub-account; null when it was disabled already. */
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

/** Returns an account's settings and locks its row; null when there is no such account. */
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
 * Locks an account against new conversations too, which then open in the new place. New conversations share the
 * account's row lock, and there may always be some; the lock of its id puts this transaction ahead of those that start
 * later.
 */
export async function lockForMove(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SocialAccountRow | null> {
  await acquireRowLock(tx, socialAccountLock, id);
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

/** Returns the ids of a sub-account's social accounts on a platform, sorted. */
export async function accountIdsOf(
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

/**
 * Marks an account as deleted: it disappears from all answers, its secrets are erased, and the platform's account can
 * be added again.
 */
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

/** Returns up to `most` deleted accounts with remaining data. */
export function deletedAccounts(handle: Handle, most: number) {
  return handle.db
    .select({ workspaceId: socialAccounts.workspaceId, id: socialAccounts.id })
    .from(socialAccounts)
    .where(isNotNull(socialAccounts.deletedAt))
    .limit(most);
}

/** Deletes the row of a deleted account. Fails while other rows still refer to it. */
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

/** Deletes up to `most` of a sub-account's social accounts that hold no port, and returns their ids. */
export async function deleteAccounts(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
  most: number,
): Promise<string[]> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    delete from ${socialAccounts} where ${socialAccounts.workspaceId} = ${workspaceId} and ${socialAccounts.id} in (
      select ${socialAccounts.id} from ${socialAccounts}
      where ${socialAccounts.workspaceId} = ${workspaceId} and ${socialAccounts.subAccountId} = ${subAccountId}
      limit ${most})
    returning ${socialAccounts.id}`);
  return rows.map(({ id }) => id);
}
