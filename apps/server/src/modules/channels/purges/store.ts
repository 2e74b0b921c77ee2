import type { PlatformId } from '@parley/contract/catalogues';
import { eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { assertFound } from '../../../base/http/app-error.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { accountPurges } from '../../../schema/channels/account-purges.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { users } from '../../../schema/identity.ts';
import { tenants } from '../../../schema/tenants.ts';
import { workOrderShareOrders, workOrderShares } from '../../../schema/work-order-shares.ts';
import { workOrders } from '../../../schema/work-orders.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { notOfDeleted } from '../../sub-accounts/index.ts';
import type { PurgeFacts, PurgeSetting } from './purge-date.ts';

/** The current setting (null while it is off), and the database's time, with which all of its times are compared. */
export type PurgeTerms = { setting: PurgeSetting | null; now: number };

const msOf = (time: SQL) => sql`extract(epoch from ${time})::float8 * 1000`;

export async function readTerms({ db }: Handle, workspaceId: WorkspaceId): Promise<PurgeTerms> {
  type Row = { now: number; afterDays: number | null; since: number; suspended: boolean };
  const { rows } = await db.execute<Row>(sql`
    select ${msOf(sql`now()`)} as now, p.after_days as "afterDays", ${msOf(sql`p.since`)} as since,
      exists (select from ${users} u where u.workspace_id = w.id and u.disabled)
        or exists (select from ${tenants} t where t.id = w.tenant_id and not t.enabled) as suspended
    from ${workspaces} w left join ${accountPurges} p on p.workspace_id = w.id
    where w.id = ${workspaceId}`);
  const { now, afterDays, since, suspended } = assertFound(rows[0] ?? null);
  return { now, setting: afterDays === null ? null : { afterDays, since, suspended } };
}

/** Sets the days from now on; null turns the setting off. */
export async function storeAfterDays(
  tx: Tx,
  workspaceId: WorkspaceId,
  afterDays: number | null,
): Promise<void> {
  if (afterDays === null) {
    await tx.db.delete(accountPurges).where(eq(accountPurges.workspaceId, workspaceId));
    return;
  }
  const set = { afterDays, since: sql`now()` };
  await tx.db
    .insert(accountPurges)
    .values({ workspaceId, ...set })
    .onConflictDoUpdate({ target: accountPurges.workspaceId, set });
}

/** Returns the workspaces that have the setting on. */
export async function workspacesWithPurge({ db }: Handle): Promise<WorkspaceId[]> {
  const rows = await db.select({ id: accountPurges.workspaceId }).from(accountPurges);
  return rows.map(({ id }) => id);
}

/** Returns the workspaces with announced accounts, whether or not the notices are still valid. */
export async function workspacesWithAnnounced({ db }: Handle): Promise<WorkspaceId[]> {
  const rows = await db
    .selectDistinct({ id: socialAccounts.workspaceId })
    .from(socialAccounts)
    .where(isNotNull(socialAccounts.purgeAnnouncedAt));
  return rows.map(({ id }) => id);
}

/** The enabled, unexpired shares with the work orders `o` that they show, as `s` and `so`. */
const sharesInForce = (workspaceId: WorkspaceId) => sql`${workOrderShareOrders} so
  join ${workOrderShares} s on s.workspace_id = so.workspace_id and s.id = so.share_id
  join ${workOrders} o on o.workspace_id = so.workspace_id and o.id = so.work_order_id
  where so.workspace_id = ${workspaceId} and s.status = 'enabled' and (s.expires_at is null or s.expires_at > now())`;

/**
 * True for an account `a` that a link shows, by its id or with the whole work order. Neither subquery refers to the
 * account, so that each is evaluated once for all accounts.
 */
const isShared = (workspaceId: WorkspaceId) => sql`(
  a.id in (select unnest(so.social_account_ids) from ${sharesInForce(workspaceId)})
  or (a.sub_account_id, a.platform) in (
    select o.sub_account_id, o.platform from ${sharesInForce(workspaceId)} and so.social_account_ids is null))`;

const facts = sql`a.state = 'online' as online, ${msOf(sql`coalesce(a.last_online_at, a.created_at)`)} as "offlineSince",
  ${msOf(sql`a.purge_announced_at`)} as "announcedAt"`;

export type PurgeAccount = PurgeFacts & { id: string; name: string; platform: PlatformId };

/**
 * Reads the facts of accounts: of those that are shared and offline, or of announced ones (all, or those with these
 * ids). A workspace's links and accounts are each read at most once.
 */
export async function readFacts(
  { db }: Handle,
  workspaceId: WorkspaceId,
  which: 'offline' | { announced: 'all' | readonly string[] },
): Promise<PurgeAccount[]> {
  const shared = isShared(workspaceId);
  const { columns, where } =
    which === 'offline'
      ? { columns: sql`true as shared`, where: sql`a.state <> 'online' and ${shared}` }
      : { columns: sql`${shared} as shared`, where: sql`a.purge_announced_at is not null` };
  const ids = which === 'offline' || which.announced === 'all' ? null : [...which.announced];
  const { rows } = await db.execute<PurgeAccount>(sql`
    select a.id, a.name, a.platform, ${facts}, ${columns}
    from ${socialAccounts} a
    where a.workspace_id = ${workspaceId} and a.deleted_at is null and ${where}
      and ${notOfDeleted(workspaceId, sql`a.sub_account_id`)}
      and ${ids === null ? sql`true` : sql`a.id = any(${sql.param(ids)}::uuid[])`}
    order by a.id`);
  return rows;
}

/**
 * Locks an account and a link that shows it until the transaction ends, and returns the account's facts. Rows that
 * another transaction is changing, such as an account coming online, are not waited for: the result is then null, or
 * not shared.
 */
export async function lockFacts(
  { db }: Tx,
  workspaceId: WorkspaceId,
  id: string,
): Promise<PurgeFacts | null> {
  type Locked = Omit<PurgeFacts, 'shared'> & { subAccountId: string; platform: PlatformId };
  const { rows } = await db.execute<Locked>(sql`
    select a.sub_account_id as "subAccountId", a.platform, ${facts} from ${socialAccounts} a
    where a.workspace_id = ${workspaceId} and a.id = ${id} and a.deleted_at is null
      and ${notOfDeleted(workspaceId, sql`a.sub_account_id`)}
    for no key update skip locked`);
  const [locked] = rows;
  if (locked === undefined) return null;
  const { subAccountId, platform, ...present } = locked;
  const { rowCount } = await db.execute(sql`
    select from ${sharesInForce(workspaceId)}
      and (so.social_account_ids is null and o.sub_account_id = ${subAccountId} and o.platform = ${platform}
        or ${id} = any(so.social_account_ids))
    limit 1 for share of s, o skip locked`);
  return { ...present, shared: rowCount === 1 };
}

/**
 * Marks accounts as announced now and returns the marked ones. An account that another transaction is changing is left
 * for the next day: it may be coming online.
 */
export async function markAnnounced(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    update ${socialAccounts} set purge_announced_at = now()
    where ${socialAccounts.workspaceId} = ${workspaceId} and ${socialAccounts.state} <> 'online'
      and ${socialAccounts.id} in (
        select a.id from ${socialAccounts} a
        where a.workspace_id = ${workspaceId} and a.id = any(${sql.param([...ids])}::uuid[]) and a.deleted_at is null
        order by a.id for no key update skip locked)
    returning ${socialAccounts.id}`);
  return rows.map(({ id }) => id);
}

/** Withdraws the notices of accounts that were not announced again after `announcedUntil`, in ms. */
export async function clearNotices(
  { db }: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  announcedUntil: number,
): Promise<void> {
  await db.execute(sql`
    update ${socialAccounts} set purge_announced_at = null
    where ${socialAccounts.workspaceId} = ${workspaceId} and ${socialAccounts.id} in (
      select a.id from ${socialAccounts} a
      where a.workspace_id = ${workspaceId} and a.id = any(${sql.param([...ids])}::uuid[])
        and ${msOf(sql`a.purge_announced_at`)} <= ${announcedUntil}
      order by a.id for no key update skip locked)`);
}
