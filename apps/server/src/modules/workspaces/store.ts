import type { FanSettings } from '@parley/contract/fan-statistics';
import { count, eq, inArray, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { newId, type TenantId, trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
import {
  defaultFansInactiveDays,
  defaultInactiveDays,
  isTimeZone,
  workspaceDay,
  workspacePastZones,
  workspaces,
} from '../../schema/workspaces.ts';

/** Creates an empty workspace: the only place where a workspace's id is created and its tenant is set. */
export async function createWorkspace(
  tx: Tx,
  tenantId: TenantId | null,
  timeZone?: string,
): Promise<WorkspaceId> {
  const id = trustWorkspaceId(newId());
  await tx.db.insert(workspaces).values({ id, tenantId, ...(timeZone === undefined ? {} : { timeZone }) });
  return id;
}

/**
 * Returns a workspace's tenant, which never changes; null for the installation's own, or when there is no such
 * workspace.
 */
export async function tenantOf(handle: Handle, workspaceId: WorkspaceId): Promise<TenantId | null> {
  const [row] = await handle.db
    .select({ tenantId: workspaces.tenantId })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return row?.tenantId ?? null;
}

/** Returns the workspaces of a tenant. */
export async function workspacesOf(handle: Handle, tenantId: TenantId): Promise<WorkspaceId[]> {
  const rows = await handle.db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.tenantId, tenantId));
  return rows.map((row) => row.id);
}

/** Returns the number of workspaces of each of these tenants; those that have none are left out. */
export async function countWorkspaces(
  handle: Handle,
  tenantIds: readonly TenantId[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await handle.db
    .select({ tenantId: workspaces.tenantId, n: count() })
    .from(workspaces)
    .where(inArray(workspaces.tenantId, [...tenantIds]))
    .groupBy(workspaces.tenantId);
  return new Map(rows.map(({ tenantId, n }) => [String(tenantId), n]));
}

/** Returns the number of sessions that a workspace may have online. */
export async function portsOf(handle: Handle, workspaceId: WorkspaceId): Promise<number> {
  const [row] = await handle.db
    .select({ ports: workspaces.ports })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return row?.ports ?? 0;
}

/**
 * Sets a workspace's ports after concurrent transactions that take some, and returns the earlier number; null when
 * there is no such workspace.
 */
export async function setPorts(tx: Tx, workspaceId: WorkspaceId, ports: number): Promise<number | null> {
  const [before] = await tx.db
    .select({ ports: workspaces.ports })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
    .for('no key update');
  await tx.db.update(workspaces).set({ ports }).where(eq(workspaces.id, workspaceId));
  return before?.ports ?? null;
}

const days = workspaces.inactiveAfterDays;

/** Returns the number of days offline after which a social account counts as long inactive. */
export async function inactiveDaysOf(handle: Handle, workspaceId: WorkspaceId): Promise<number> {
  const [row] = await handle.db.select({ days }).from(workspaces).where(eq(workspaces.id, workspaceId));
  return row?.days ?? defaultInactiveDays;
}

/** Sets the days and returns the earlier number. */
export async function setInactiveDays(
  tx: Tx,
  workspaceId: WorkspaceId,
  inactiveAfterDays: number,
): Promise<number> {
  const own = eq(workspaces.id, workspaceId);
  const [row] = await tx.db.select({ days }).from(workspaces).where(own).for('no key update');
  await tx.db.update(workspaces).set({ inactiveAfterDays }).where(own);
  return row?.days ?? defaultInactiveDays;
}

/** Locks the workspace's settings until the transaction ends. */
export async function lockWorkspace(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await tx.db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
    .for('no key update');
}

const fanSettings = {
  inactiveAfterDays: workspaces.fansInactiveAfterDays,
  mergeByPhone: workspaces.mergeFansByPhone,
};
const defaultFanSettings: FanSettings = { inactiveAfterDays: defaultFansInactiveDays, mergeByPhone: false };

export async function fanSettingsOf(handle: Handle, workspaceId: WorkspaceId): Promise<FanSettings> {
  const own = eq(workspaces.id, workspaceId);
  const [row] = await handle.db.select(fanSettings).from(workspaces).where(own);
  return row ?? defaultFanSettings;
}

/** Sets the settings and returns the earlier ones. */
export async function setFanSettings(
  tx: Tx,
  workspaceId: WorkspaceId,
  { inactiveAfterDays, mergeByPhone }: FanSettings,
): Promise<FanSettings> {
  const own = eq(workspaces.id, workspaceId);
  const [row] = await tx.db.select(fanSettings).from(workspaces).where(own).for('no key update');
  const columns = { fansInactiveAfterDays: inactiveAfterDays, mergeFansByPhone: mergeByPhone };
  await tx.db.update(workspaces).set(columns).where(own);
  return row ?? defaultFanSettings;
}

export type ZoneRow = { timeZone: string; firstDay: string | null; pending: boolean };

const zoneColumns = {
  timeZone: workspaces.timeZone,
  firstDay: workspaces.zoneFirstDay,
  /** True when it was chosen a moment ago and isn't in effect yet. */
  pending: sql<boolean>`coalesce(${workspaces.zoneSince} > now(), false)`,
};

/** Returns null when there is no such workspace. */
export async function readZone(handle: Handle, workspaceId: WorkspaceId): Promise<ZoneRow | null> {
  const [row] = await handle.db.select(zoneColumns).from(workspaces).where(eq(workspaces.id, workspaceId));
  return row ?? null;
}

/** Like `readZone`, but locks the row until the transaction ends. */
export async function lockZone(tx: Tx, workspaceId: WorkspaceId): Promise<ZoneRow | null> {
  const [row] = await tx.db
    .select(zoneColumns)
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
    .for('no key update');
  return row ?? null;
}

/**
 * The time at which a new zone takes effect. Transactions running now have read the old zone, and what they count must
 * still fall on one of its days.
 */
const zoneStart = sql`now() + interval '5 seconds'`;

/** Stores a zone that takes effect in a moment, and keeps the previous one for earlier events. */
export async function startZone(tx: Tx, workspaceId: WorkspaceId, timeZone: string): Promise<void> {
  await tx.db.execute(sql`
    insert into ${workspacePastZones} (workspace_id, until, time_zone, first_day)
    select ${workspaces.id}, ${zoneStart}, ${workspaces.timeZone}, ${workspaces.zoneFirstDay} from ${workspaces}
    where ${workspaces.id} = ${workspaceId}`);
  await tx.db.execute(sql`
    update ${workspaces} w set time_zone = ${timeZone}, zone_since = ${zoneStart},
      zone_first_day = ${workspaceDay(zoneStart)}
    where id = ${workspaceId}`);
}

/** Replaces a zone that isn't in effect yet; the new one takes effect when that one would have. */
export async function replacePendingZone(tx: Tx, workspaceId: WorkspaceId, timeZone: string): Promise<void> {
  await tx.db.update(workspaces).set({ timeZone }).where(eq(workspaces.id, workspaceId));
}

/** Returns whether the database knows a zone; this process may know zones that the database doesn't. */
export async function isKnownZone(handle: Handle, timeZone: string): Promise<boolean> {
  const { rows } = await handle.db.execute<{ known: boolean }>(sql`select ${isTimeZone(timeZone)} as known`);
  return rows[0]?.known === true;
}
