import type { NoteChange } from '@parley/contract/fans';
import { sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { containsPattern } from '../../base/db/like-pattern.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { conversations } from '../../schema/conversations.ts';
import { customerProfileChanges, customerProfiles } from '../../schema/customer-profiles.ts';
import { accountFans, topmostFan } from '../../schema/fans.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import type { CustomerNotes } from './note-changes.ts';

/** 'workspace' for all sub-accounts that share their notes, or one sub-account's id. */
export type ProfileScope = string;

export type StoredCustomerProfile = CustomerNotes & {
  scope: ProfileScope;
  version: number;
  changedAt: Date;
  /** Null when the sub-account was deleted. */
  changedBy: string | null;
};

/** Returns whether this sub-account shares its profiles, by a setting of the sub-accounts module. */
export async function sharesProfiles(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  const { rows } = await handle.db.execute<{ shares: boolean }>(sql`
    select ${subAccounts.profileSharing} as shares from ${subAccounts}
    where ${subAccounts.workspaceId} = ${workspaceId} and ${subAccounts.id} = ${subAccountId}`);
  return rows[0]?.shares ?? false;
}

/** Returns the fan of a sub-account's private conversation; null when it has no such conversation. */
export async function findCustomer(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountId: string,
  conversationId: string,
): Promise<string | null> {
  const { rows } = await handle.db.execute<{ fanId: string | null }>(sql`
    select ${topmostFan(sql`${conversations.workspaceId}`, sql`${conversations.fanId}`)} as "fanId"
    from ${conversations}
    where ${conversations.workspaceId} = ${workspaceId} and ${conversations.id} = ${conversationId}
      and ${conversations.subAccountId} = ${subAccountId}
      and ${conversations.kind} = 'private'`);
  return rows[0]?.fanId ?? null;
}

/** Returns the notes about a fan in these scopes, the shared ones first. */
export async function readProfiles(
  handle: Handle,
  workspaceId: WorkspaceId,
  fanId: string,
  scopes: readonly ProfileScope[],
): Promise<StoredCustomerProfile[]> {
  const { rows } = await handle.db.execute<
    Omit<StoredCustomerProfile, 'changedAt'> & { changedAt: number }
  >(sql`
    select p.scope, p.alias, p.phone, p.email, p.notes, p.version,
      extract(epoch from p.changed_at) * 1000 as "changedAt",
      coalesce(nullif(s.remark, ''), s.account_name) as "changedBy"
    from ${customerProfiles} p
    left join ${subAccounts} s on s.workspace_id = p.workspace_id and s.id = p.changed_by
    where p.workspace_id = ${workspaceId} and p.fan_id = ${fanId} and p.scope = any(${sql.param([...scopes])}::text[])
    order by p.scope = 'workspace' desc`);
  return rows.map((row) => ({ ...row, changedAt: new Date(row.changedAt) }));
}

export type NewProfile = CustomerNotes & {
  workspaceId: WorkspaceId;
  fanId: string;
  scope: ProfileScope;
  changedAt: Date;
  changedBy: string;
};

/** Inserts the first note of a scope. Returns false when another agent has written one in the meantime. */
export async function insertProfile(tx: Tx, it: NewProfile): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    insert into ${customerProfiles} (workspace_id, fan_id, scope, alias, phone, email, notes, changed_at, changed_by)
    values (${it.workspaceId}, ${it.fanId}, ${it.scope}, ${it.alias}, ${it.phone}, ${it.email}, ${it.notes},
      ${it.changedAt}, ${it.changedBy})
    on conflict do nothing`);
  return rowCount === 1;
}

/** Updates a note. Returns false when it has another version now, or was deleted. */
export async function updateProfile(tx: Tx, it: NewProfile & { version: number }): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    update ${customerProfiles} set alias = ${it.alias}, phone = ${it.phone}, email = ${it.email}, notes = ${it.notes},
      version = ${customerProfiles.version} + 1, changed_at = ${it.changedAt}, changed_by = ${it.changedBy}
    where ${customerProfiles.workspaceId} = ${it.workspaceId} and ${customerProfiles.fanId} = ${it.fanId}
      and ${customerProfiles.scope} = ${it.scope}
      and ${customerProfiles.version} = ${it.version}`);
  return rowCount === 1;
}

/** Maximum number of changes kept of a fan's notes. A script may save many, and each page of the log reads them all. */
export const keptChanges = 1_000;

/** Inserts an entry into the fan's log, and deletes the oldest one beyond the limit. */
export async function insertChanges(
  tx: Tx,
  it: Omit<NewProfile, keyof CustomerNotes> & { byOwner: boolean },
  changes: readonly NoteChange[],
): Promise<void> {
  await tx.db.execute(sql`
    insert into ${customerProfileChanges}
      (workspace_id, fan_id, id, scope, changed_at, changed_by, by_owner, changes)
    values (${it.workspaceId}, ${it.fanId}, ${newId()}, ${it.scope}, ${it.changedAt}, ${it.changedBy}, ${it.byOwner},
      ${JSON.stringify(changes)}::jsonb)`);
  await tx.db.execute(sql`
    delete from ${customerProfileChanges}
    where ${customerProfileChanges.workspaceId} = ${it.workspaceId} and ${customerProfileChanges.fanId} = ${it.fanId}
      and ${customerProfileChanges.id} in (
        select ${customerProfileChanges.id} from ${customerProfileChanges}
        where ${customerProfileChanges.workspaceId} = ${it.workspaceId}
          and ${customerProfileChanges.fanId} = ${it.fanId}
        order by ${customerProfileChanges.id} desc offset ${keptChanges})`);
}

/** Returns the sub-accounts whose desks show shared notes about a fan: those that share theirs and have met the fan. */
export async function sharingSubAccounts(
  handle: Handle,
  workspaceId: WorkspaceId,
  fanId: string,
): Promise<string[]> {
  const { rows } = await handle.db.execute<{ id: string }>(sql`
    select distinct s.id from ${accountFans} v
    join ${subAccounts} s on s.workspace_id = v.workspace_id and s.id = v.sub_account_id
    where v.workspace_id = ${workspaceId} and v.fan_id = ${fanId} and s.profile_sharing`);
  return rows.map((row) => row.id);
}

/** Returns the names that a sub-account's agents gave these fans in their profiles (see `profileOf`), in one query. */
export async function readAliases(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountId: string,
  fanIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (fanIds.length === 0) return new Map();
  const { rows } = await handle.db.execute<{ fanId: string; alias: string }>(sql`
    select distinct on (f.id) f.id as "fanId", p.alias
    from ${subAccounts} s
    cross join unnest(${sql.param([...fanIds])}::uuid[]) as f(id)
    join ${customerProfiles} p on p.workspace_id = s.workspace_id
      and p.fan_id = ${topmostFan(sql`${workspaceId}`, sql`f.id`)}
      and (p.scope = s.id::text or p.scope = 'workspace' and s.profile_sharing)
    where s.workspace_id = ${workspaceId} and s.id = ${subAccountId}
    order by f.id, p.scope = 'workspace' desc`);
  return new Map(rows.filter(({ alias }) => alias !== '').map(({ fanId, alias }) => [fanId, alias]));
}

/** Most results with the same name; more than anyone scrolls through. */
const namesakes = 500;

/**
 * Returns the fans whose alias, as `readAliases` returns it, contains this text, and those merged into them; the latest
 * changed notes first.
 */
export async function findFanIdsByAlias(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountId: string,
  text: string,
): Promise<string[]> {
  const { rows } = await handle.db.execute<{ fanId: string }>(sql`
    select distinct on (p.changed_at, i.id) i.id as "fanId" from ${subAccounts} s
    join ${customerProfiles} p on p.workspace_id = s.workspace_id
      and p.scope = any(case when s.profile_sharing then array['workspace', s.id::text] else array[s.id::text] end)
    cross join lateral (
      select p.fan_id as id
      union all
      select distinct o.own_fan_id from ${accountFans} o where o.workspace_id = p.workspace_id and o.fan_id = p.fan_id
        and o.own_fan_id <> p.fan_id
    ) i
    where s.workspace_id = ${workspaceId} and s.id = ${subAccountId} and p.alias ilike ${containsPattern(text)}
      and not (s.profile_sharing and p.scope <> 'workspace' and exists (
        select from ${customerProfiles} o
        where o.workspace_id = p.workspace_id and o.fan_id = p.fan_id and o.scope = 'workspace'))
    order by p.changed_at desc, i.id limit ${namesakes}`);
  return rows.map(({ fanId }) => fanId);
}

const atOnce = 2_000;

/**
 * Deletes a deleted sub-account's private notes and their changes. Shared notes belong to the other sub-accounts, and are
 * deleted with the person. Returns true when it must be called again.
 */
export async function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${customerProfiles}
    where ${customerProfiles.workspaceId} = ${workspaceId} and ${customerProfiles.scope} = ${subAccountId}
      and ${customerProfiles.scope} <> 'workspace' and ${customerProfiles.fanId} = any(array(
        select ${customerProfiles.fanId} from ${customerProfiles}
        where ${customerProfiles.workspaceId} = ${workspaceId} and ${customerProfiles.scope} = ${subAccountId}
          and ${customerProfiles.scope} <> 'workspace' limit ${atOnce}))`);
  const changes = await tx.db.execute(sql`
    delete from ${customerProfileChanges} where ctid = any(array(
      select ctid from ${customerProfileChanges}
      where ${customerProfileChanges.workspaceId} = ${workspaceId} and ${customerProfileChanges.scope} = ${subAccountId}
        and ${customerProfileChanges.scope} <> 'workspace' limit ${atOnce}))`);
  return rowCount === atOnce || changes.rowCount === atOnce;
}
