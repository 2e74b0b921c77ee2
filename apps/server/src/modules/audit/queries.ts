/** Reads the log for screens and spreadsheets: latest first, with keyset pagination, never counted. */
import type { AuditEntry, OperatorAuditEntry } from '@parley/contract/audit';
import { gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { auditEntries } from '../../schema/audit.ts';
import { users } from '../../schema/identity.ts';
import { workspaces } from '../../schema/workspaces.ts';

export type AuditEntryFilters = Partial<
  Record<'from' | 'to' | 'actorKind' | 'actor' | 'action' | 'object' | 'address', string | undefined>
>;
/** `pageNo` counts pages from the cursor, or from the beginning without one. */
type Place = { cursor?: string | undefined; pageNo?: number | undefined; pageSize: number };

/** `at` is in microseconds since the epoch, the database's precision. */
export type EntryItem = Omit<AuditEntry, 'time'> & { at: number };
export type OperatorEntryItem = Omit<OperatorAuditEntry, 'time'> & { at: number };
type Page<Item> = { list: Item[]; nextCursor: string | null };

/**
 * Returns the entries that concern one workspace, including acts of the operator without the operator's name and
 * address, so that filters by these skip them. The reason for disabling an owner is shown to operators only.
 */
export async function readOfWorkspace(
  handle: Handle,
  workspaceId: WorkspaceId,
  timeZone: string,
  { cursor, pageNo = 1, pageSize, ...filters }: AuditEntryFilters & Place,
): Promise<Page<EntryItem>> {
  const { actor, address } = filters;
  const where = allOf(
    sql`${auditEntries.workspaceId} = ${workspaceId}`,
    (actor ?? address) && sql`${auditEntries.actorKind} <> 'operator'`,
    ...conditions(filters, timeZone, cursor),
  );
  const shown = (column: SQLWrapper) =>
    sql`case when ${auditEntries.actorKind} = 'operator' then null else ${column} end`;
  const { rows } = await handle.db.execute<EntryItem>(sql`
    select ${columns}, ${shown(auditEntries.actorId)} as "actorId",
      coalesce(${shown(auditEntries.actorName)}, '') as "actorName",
      ${shown(sql`host(${auditEntries.address})`)} as address,
      ${shown(auditEntries.userAgent)} as "userAgent",
      case ${auditEntries.action} when 'owner.disabled' then ${auditEntries.details} - 'reason'
      else ${auditEntries.details} end as details
    from ${auditEntries} where ${where}
    order by ${auditEntries.createdAt} desc, ${auditEntries.id} desc
    limit ${pageSize + 1} offset ${(pageNo - 1) * pageSize}`);
  return pageOf(rows, pageSize);
}

/** Returns the entries of the whole installation, with days in UTC. */
export async function readAll(
  handle: Handle,
  {
    cursor,
    pageNo = 1,
    pageSize,
    workspaceId,
    ...filters
  }: AuditEntryFilters & Place & { workspaceId?: string | undefined },
): Promise<Page<OperatorEntryItem>> {
  const where = allOf(
    workspaceId && sql`${auditEntries.workspaceId} = ${workspaceId}::uuid`,
    ...conditions(filters, 'UTC', cursor),
  );
  const { rows } = await handle.db.execute<OperatorEntryItem>(sql`
    with page as (
      select * from ${auditEntries} where ${where} order by ${auditEntries.createdAt} desc, ${auditEntries.id} desc
      limit ${pageSize + 1} offset ${(pageNo - 1) * pageSize}
    )
    select ${columns}, actor_id as "actorId", actor_name as "actorName", host(address) as address,
      user_agent as "userAgent", details, workspace_id as "workspaceId", tenant_id as "tenantId",
      coalesce((select u.email from ${users} u where u.workspace_id = page.workspace_id limit 1), '') as "ownerEmail"
    from page order by created_at desc, id desc`);
  return pageOf(rows, pageSize);
}

const columns = sql`id, (extract(epoch from created_at) * 1000000)::bigint as at, action, actor_kind as "actorKind",
  object_kind as "objectKind", object_id as "objectId", object_name as "objectName"`;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function conditions(
  filters: AuditEntryFilters,
  timeZone: string,
  cursor: string | undefined,
): (SQL | '' | undefined)[] {
  const { from, to, actorKind, actor, action, object, address } = filters;
  const startOf = (day: SQL) => sql`((${day})::timestamp at time zone ${timeZone})`;
  return [
    from && gte(auditEntries.createdAt, startOf(sql`${from}::date`)),
    to && lt(auditEntries.createdAt, startOf(sql`${to}::date + 1`)),
    actorKind && sql`${auditEntries.actorKind} = ${actorKind}`,
    actor &&
      (uuid.test(actor)
        ? sql`${auditEntries.actorId} = ${actor}::uuid`
        : sql`lower(${auditEntries.actorName}) = lower(${actor})`),
    action && sql`${auditEntries.action} = ${action}`,
    object &&
      (uuid.test(object)
        ? sql`${auditEntries.objectId} = ${object}`
        : sql`lower(${auditEntries.objectName}) = lower(${object})`),
    address &&
      (address.includes('/')
        ? sql`${auditEntries.address} <<= ${address}::inet`
        : sql`${auditEntries.address} = ${address}::inet`),
    before(cursor),
  ];
}

const place = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Bounds the time separately, too: every index ends with it, and partitions are pruned by it. */
function before(cursor: string | undefined): SQL | undefined {
  const [, microseconds, id] = place.exec(cursor ?? '') ?? [];
  // An invalid cursor starts from the beginning.
  if (microseconds === undefined) return undefined;
  const at = sql`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond')`;
  return sql`${auditEntries.createdAt} <= ${at}
    and (${auditEntries.createdAt}, ${auditEntries.id}) < (${at}, ${id}::uuid)`;
}

function allOf(...given: (SQL | '' | undefined)[]): SQL {
  const kept = given.filter((one) => one !== undefined && one !== '');
  return kept.length === 0 ? sql`true` : sql.join(kept, sql` and `);
}

function pageOf<Item extends { at: number; id: string }>(
  rows: readonly Item[],
  pageSize: number,
): Page<Item> {
  const list = rows.slice(0, pageSize);
  const last = list.at(-1);
  return { list, nextCursor: rows.length > pageSize && last ? `${last.at}_${last.id}` : null };
}

/** Returns null when there is no such workspace. */
export async function readTimeZone(handle: Handle, workspaceId: WorkspaceId): Promise<string | null> {
  const { rows } = await handle.db.execute<{ zone: string }>(
    sql`select ${workspaces.timeZone} as zone from ${workspaces} where ${workspaces.id} = ${workspaceId}`,
  );
  return rows[0]?.zone ?? null;
}
