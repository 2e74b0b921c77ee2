import type { PlatformId } from '@parley/contract/catalogues';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { pastSessions, portLeases } from '../../schema/ports.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { workspaces } from '../../schema/workspaces.ts';
import type { Pool, PortShare } from './pool.ts';

/** Duration of a port's lease. */
const leaseSeconds = 90;
/** A lease is renewed after this long, so that a minute of failed rounds doesn't lose it. */
const renewAfterSeconds = 30;

export type PortSessionEnd = 'logged-out' | 'lost' | 'disabled' | 'not-permitted';

/** Serializes taking and reserving of a workspace's ports until the transaction ends. */
export async function lockPool(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await tx.db.execute(sql`
    select ${workspaces.id} from ${workspaces} where ${workspaces.id} = ${workspaceId} for no key update`);
}

// Limits and switches belong to the sub-accounts module; they are read here so that one statement sees a consistent
// state.

export async function readPool(handle: Handle, workspaceId: WorkspaceId): Promise<Pool> {
  const { rows } = await handle.db.execute<Pool>(sql`
    with held as (
      select ${portLeases.subAccountId}, count(*) as n from ${portLeases}
      where ${portLeases.workspaceId} = ${workspaceId} and ${portLeases.leasedUntil} >= now() group by 1
    ), fixed as (
      select ${subAccounts.id}, ${subAccounts.portLimit} from ${subAccounts}
      where ${subAccounts.workspaceId} = ${workspaceId} and ${subAccounts.portMode} = 'fixed'
        and ${subAccounts.status} = 'normal'
    )
    select w.ports as total,
      (select coalesce(sum(greatest(f.port_limit, coalesce(h.n, 0))), 0)
       from fixed f left join held h on h.sub_account_id = f.id) as fixed,
      (select coalesce(sum(h.n), 0)
       from held h left join fixed f on f.id = h.sub_account_id where f.id is null) as "dynamicTaken",
      (select coalesce(sum(n), 0) from held) as online
    from ${workspaces} w where w.id = ${workspaceId}`);
  return rows[0] ?? { total: 0, fixed: 0, dynamicTaken: 0, online: 0 };
}

export async function readShares(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountIds: readonly string[],
): Promise<Map<string, PortShare>> {
  const { rows } = await handle.db.execute<PortShare & { id: string }>(sql`
    select s.id, s.status, s.port_mode as mode, s.port_limit as "limit", s.platforms,
      (select count(*) from ${portLeases} l
       where l.workspace_id = s.workspace_id and l.sub_account_id = s.id and l.leased_until >= now()) as taken
    from ${subAccounts} s where s.workspace_id = ${workspaceId} and s.id = any(${uuids(subAccountIds)})`);
  return new Map(rows.map(({ id, ...share }) => [id, share]));
}

export type PortRequester = { id: string; subAccountId: string; platform: PlatformId };

/** Returns the accounts that this process still holds and that are still enabled, oldest first. */
export async function readRequesters(
  handle: Handle,
  workspaceId: WorkspaceId,
  processId: string,
  ids: readonly string[],
): Promise<PortRequester[]> {
  const { rows } = await handle.db.execute<PortRequester>(sql`
    select ${socialAccounts.id}, ${socialAccounts.subAccountId} as "subAccountId", ${socialAccounts.platform}
    from ${socialAccounts}
    where ${socialAccounts.workspaceId} = ${workspaceId} and ${socialAccounts.id} = any(${uuids(ids)})
      and ${socialAccounts.enabled} and ${socialAccounts.holder} = ${processId}
    order by ${socialAccounts.createdAt}, ${socialAccounts.id}`);
  return rows;
}

/**
 * Takes over these accounts' unexpired ports from the process that held both before, and returns the accounts that had
 * one.
 */
export async function takeOverPorts(
  tx: Tx,
  workspaceId: WorkspaceId,
  processId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    update ${portLeases} set holder = ${processId}, leased_until = now() + make_interval(secs => ${leaseSeconds})
    where ${portLeases.workspaceId} = ${workspaceId} and ${portLeases.socialAccountId} = any(${uuids(ids)})
      and ${portLeases.leasedUntil} >= now()
    returning ${portLeases.socialAccountId} as id`);
  return new Set(rows.map(({ id }) => id));
}

export async function insertLeases(
  tx: Tx,
  workspaceId: WorkspaceId,
  processId: string,
  accounts: readonly PortRequester[],
): Promise<void> {
  if (accounts.length === 0) return;
  const rows = accounts.map(({ id, subAccountId }) => ({ id: newId(), account: id, owner: subAccountId }));
  await tx.db.execute(sql`
    insert into ${portLeases} (workspace_id, social_account_id, id, sub_account_id, holder, leased_until)
    select ${workspaceId}::uuid, t.account, t.id, t.owner, ${processId}::uuid,
      now() + make_interval(secs => ${leaseSeconds})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id uuid, account uuid, owner uuid)`);
}

export type EndedPortSession = { workspaceId: WorkspaceId; socialAccountId: string; subAccountId: string };

/** Releases the ports that `which` selects, and records their sessions where the workspace's settings require it. */
async function end(handle: Handle, which: SQL, why: PortSessionEnd): Promise<EndedPortSession[]> {
  const { rows } = await handle.db.execute<EndedPortSession>(sql`
    with ended as (
      delete from ${portLeases} l where ${which} returning *
    ), kept as (
      insert into ${pastSessions}
      select e.workspace_id, e.id, e.social_account_id, e.sub_account_id, a.platform, e.taken_at,
        greatest(e.taken_at, least(now(), e.leased_until)), ${why}
      from ended e
      join ${socialAccounts} a on a.workspace_id = e.workspace_id and a.id = e.social_account_id
      join ${subAccounts} s on s.workspace_id = e.workspace_id and s.id = e.sub_account_id
      where s.session_archive
    )
    select workspace_id as "workspaceId", social_account_id as "socialAccountId", sub_account_id as "subAccountId"
    from ended`);
  return rows;
}

export function endOfSubAccounts(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  why: PortSessionEnd,
): Promise<EndedPortSession[]> {
  return end(tx, sql`l.workspace_id = ${workspaceId} and l.sub_account_id = any(${uuids(ids)})`, why);
}

export function endOfAccounts(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  why: PortSessionEnd,
): Promise<EndedPortSession[]> {
  return end(tx, sql`l.workspace_id = ${workspaceId} and l.social_account_id = any(${uuids(ids)})`, why);
}

/**
 * Releases ports of accounts of any workspaces in one statement: when a platform can't be reached, thousands of
 * accounts lose theirs at once. Only ports of this process are released: an account that another process has taken over
 * keeps its port.
 */
export function releaseHeldPorts(
  handle: Handle,
  processId: string,
  accounts: readonly { workspaceId: WorkspaceId; id: string }[],
  why: PortSessionEnd,
): Promise<EndedPortSession[]> {
  const names = JSON.stringify(accounts.map(({ workspaceId, id }) => ({ workspaceId, id })));
  const own = sql`(l.workspace_id, l.social_account_id) in (
    select "workspaceId", id from json_to_recordset(${names}::json) as a ("workspaceId" uuid, id uuid))`;
  return end(handle, sql`${own} and l.holder = ${processId}`, why);
}

/** Releases the ports whose leases have expired, because their process has died. */
export function releaseExpiredPorts(handle: Handle, workspaceId?: WorkspaceId): Promise<EndedPortSession[]> {
  const where = workspaceId ? sql`l.workspace_id = ${workspaceId} and` : sql``;
  return end(handle, sql`${where} l.leased_until < now()`, 'lost');
}

/** Renews this process's leases. Expired ones are not revived, because their ports may be in use by other sessions. */
export async function renew(handle: Handle, processId: string): Promise<void> {
  await handle.db.execute(sql`
    update ${portLeases} l set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where l.leased_until >= now() and l.leased_until < now() + make_interval(secs => ${leaseSeconds - renewAfterSeconds})
      and l.holder = ${processId} and exists (
        select from ${socialAccounts} a where a.workspace_id = l.workspace_id and a.id = l.social_account_id
          and a.enabled and a.holder = ${processId})`);
}

/**
 * Deletes up to `most` sessions of a sub-account or a social account, past and present. Returns true when there may be
 * more.
 */
export async function deletePortRows(
  tx: Tx,
  workspaceId: WorkspaceId,
  whose: { subAccountId: string } | { socialAccountId: string },
  most: number,
): Promise<boolean> {
  const own = (table: typeof portLeases | typeof pastSessions) =>
    'subAccountId' in whose
      ? sql`${table.workspaceId} = ${workspaceId} and ${table.subAccountId} = ${whose.subAccountId}`
      : sql`${table.workspaceId} = ${workspaceId} and ${table.socialAccountId} = ${whose.socialAccountId}`;
  await tx.db.execute(sql`delete from ${portLeases} where ${own(portLeases)}`);
  const { rowCount } = await tx.db.execute(sql`
    delete from ${pastSessions} where ${pastSessions.workspaceId} = ${workspaceId} and ${pastSessions.id} in (
      select ${pastSessions.id} from ${pastSessions} where ${own(pastSessions)} limit ${most})`);
  return rowCount === most;
}

const keptDays = 180;

/**
 * Deletes up to `most` past sessions that are too old, or whose sub-account's sessions are no longer archived. Returns
 * true when there may be more.
 */
export async function purge(handle: Handle, most: number): Promise<boolean> {
  const { rowCount: old } = await handle.db.execute(sql`
    delete from ${pastSessions} where (${pastSessions.workspaceId}, ${pastSessions.id}) in (
      select ${pastSessions.workspaceId}, ${pastSessions.id} from ${pastSessions}
      where ${pastSessions.endedAt} < now() - make_interval(days => ${keptDays})
      order by ${pastSessions.endedAt} limit ${most})`);
  const { rowCount: unwanted } = await handle.db.execute(sql`
    delete from ${pastSessions} where (${pastSessions.workspaceId}, ${pastSessions.id}) in (
      select p.workspace_id, p.id from ${subAccounts} s
      join ${pastSessions} p on p.workspace_id = s.workspace_id and p.sub_account_id = s.id
      where not s.session_archive limit ${most})`);
  return old === most || unwanted === most;
}

function uuids(ids: readonly string[]): SQL {
  return sql`${sql.param([...ids])}::uuid[]`;
}
