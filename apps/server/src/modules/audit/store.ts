import type { AuditAction, AuditActorKind, AuditEntry, AuditObjectKind } from '@parley/contract/audit';
import { sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { acquireLock } from '../../base/db/named-lock.ts';
import { storableText } from '../../base/db/storable-text.ts';
import type { TenantId, WorkspaceId } from '../../base/ids.ts';
import { auditEntries } from '../../schema/audit.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { conversations } from '../../schema/conversations.ts';
import { accountFans, dedupeLibraries } from '../../schema/fans.ts';
import { users } from '../../schema/identity.ts';
import { proxies } from '../../schema/proxies.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { tenants } from '../../schema/tenants.ts';
import { workspaces } from '../../schema/workspaces.ts';

export type NewEntry = {
  id: string;
  workspaceId: WorkspaceId | null;
  /** The request's tenant; for an entry with a workspace, the workspace's tenant is stored instead. */
  tenantId: TenantId | null;
  actorKind: AuditActorKind;
  actorId: string | null;
  actorWorkspaceId: WorkspaceId | null;
  action: AuditAction;
  objectKind: AuditObjectKind | null;
  objectId: string | null;
  /** Null to read the current name of the object `objectId`. */
  objectName: string | null;
  address: string | null;
  userAgent: string | null;
  details: AuditEntry['details'];
};

/** Inserts all entries in one statement, with the current names of people and objects as this transaction sees them. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.db.execute(sql`
    insert into ${auditEntries} (id, workspace_id, tenant_id, actor_kind, actor_id, actor_name, action, object_kind,
      object_id, object_name, address, user_agent, details)
    select e.id, e."workspaceId",
      case when w.id is null then e."tenantId" else w.tenant_id end,
      e."actorKind", e."actorId",
      coalesce(case
        when e."actorKind" in ('owner', 'operator') then (select u.email from ${users} u where u.id = e."actorId")
        when e."actorKind" = 'sub-account' then (select s.account_name from ${subAccounts} s
          where s.workspace_id = e."actorWorkspaceId" and s.id = e."actorId") end, ''),
      e.action, e."objectKind", e."objectId",
      coalesce(e."objectName", ${presentName}, ''),
      e.address, e."userAgent", e.details
    from jsonb_to_recordset(${JSON.stringify(entries, asStorable)}::jsonb) as e (
      id uuid, "workspaceId" uuid, "tenantId" uuid, "actorKind" text, "actorId" uuid, "actorWorkspaceId" uuid,
      action text, "objectKind" text, "objectId" text, "objectName" text, address inet, "userAgent" text, details jsonb)
    left join ${workspaces} w on w.id = e."workspaceId"`);
}

const asStorable = (_: string, value: unknown) => (typeof value === 'string' ? storableText(value) : value);

/** Reads an object's current name. Kinds without a table, and ids of tables with numbered rows, keep the given name. */
const presentName = sql`case e."objectKind"
  when 'owner' then (select u.email from ${users} u where u.id = e."objectId"::uuid)
  when 'operator' then (select u.email from ${users} u where u.id = e."objectId"::uuid)
  when 'workspace' then (select u.email from ${users} u where u.workspace_id = e."objectId"::uuid)
  when 'sub-account' then (select s.account_name from ${subAccounts} s
    where s.workspace_id = e."workspaceId" and s.id = e."objectId"::uuid)
  when 'proxy' then (select p.name from ${proxies} p
    where p.workspace_id = e."workspaceId" and p.id = e."objectId"::uuid)
  when 'social-account' then (select a.name from ${socialAccounts} a
    where a.workspace_id = e."workspaceId" and a.id = e."objectId"::uuid)
  when 'fan' then (select a.display_name from ${accountFans} a
    where a.workspace_id = e."workspaceId" and a.id = e."objectId"::uuid)
  when 'conversation' then (select c.title from ${conversations} c
    where c.workspace_id = e."workspaceId" and c.id = e."objectId"::uuid)
  when 'dedupe-library' then (select l.name from ${dedupeLibraries} l
    where l.workspace_id = e."workspaceId" and l.id = e."objectId"::uuid)
  when 'tenant' then (select t.name from ${tenants} t where t.id = e."objectId"::uuid)
  end`;

type Repeated = Pick<NewEntry, 'actorId' | 'action' | 'objectId'>;

/** Serializes the recording of repeated acts of one actor across processes, until the transaction ends. */
export async function lockActor(tx: Tx, { actorId }: Repeated): Promise<void> {
  await acquireLock(tx, `audit ${actorId}`);
}

export async function isRecorded(
  handle: Handle,
  { actorId, action, objectId }: Repeated,
  withinMs: number,
): Promise<boolean> {
  const { rows } = await handle.db.execute(sql`
    select 1 from ${auditEntries}
    where ${auditEntries.actorId} = ${actorId}
      and ${auditEntries.createdAt} > now() - ${withinMs} * interval '1 millisecond'
      and ${auditEntries.action} = ${action} and ${auditEntries.objectId} = ${objectId} limit 1`);
  return rows.length > 0;
}

/** Counts recent refusals about one object, up to the limits, so that it stays cheap under attack. */
export async function countRefusals(
  handle: Handle,
  { address, objectId }: Pick<NewEntry, 'address' | 'objectId'>,
  withinMs: number,
  limits: { fromAddress: number; fromAnywhere: number },
): Promise<{ fromAddress: number; fromAnywhere: number }> {
  const about = sql`${auditEntries.action} in ('login.refused', 'password.refused')
    and ${auditEntries.createdAt} > now() - ${withinMs} * interval '1 millisecond'
    and ${objectId === null ? sql`${auditEntries.objectId} is null` : sql`${auditEntries.objectId} = ${objectId}`}`;
  // For IPv6 the /64 network is counted, because one client has 2^64 addresses in it.
  const network = sql`case family(${address}::inet) when 6 then network(set_masklen(${address}::inet, 64)) else network(${address}::inet) end`;
  const { rows } = await handle.db.execute<{ fromAddress: number; fromAnywhere: number }>(sql`
    select
      (select count(*) from (select 1 from ${auditEntries}
        where ${about} and ${auditEntries.address} <<= ${network} limit ${limits.fromAddress}) a) as "fromAddress",
      (select count(*) from (select 1 from ${auditEntries}
        where ${about} limit ${limits.fromAnywhere}) o) as "fromAnywhere"`);
  return rows[0] ?? { fromAddress: 0, fromAnywhere: 0 };
}

/** Drops the partitions that ended at least this many months ago, and returns their names. */
export async function dropPartitions(tx: Tx, months: number): Promise<string[]> {
  const { rows } = await tx.db.execute<{ name: string }>(
    sql`select audit_drop_partitions(now() - make_interval(months => ${months}::int)) as name`,
  );
  return rows.map(({ name }) => name);
}
