import { count, eq, inArray } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { newId, type TenantId, trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
import { workspaces } from './tables.ts';

/** A new, empty workspace. The one place where a workspace's id comes into being, and where its tenant is set. */
export async function createWorkspace(tx: Tx, tenantId: TenantId | null): Promise<WorkspaceId> {
  const id = trustWorkspaceId(newId());
  await tx.db.insert(workspaces).values({ id, tenantId });
  return id;
}

/** The tenant that a workspace belongs to, for good; null: the installation's own, or there is no such workspace. */
export async function tenantOf(handle: Handle, workspaceId: WorkspaceId): Promise<TenantId | null> {
  const [row] = await handle.db
    .select({ tenantId: workspaces.tenantId })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return row?.tenantId ?? null;
}

/** The workspaces of a tenant. */
export async function workspacesOf(handle: Handle, tenantId: TenantId): Promise<WorkspaceId[]> {
  const rows = await handle.db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.tenantId, tenantId));
  return rows.map((row) => row.id);
}

/** How many workspaces each of these tenants has; those that have none are left out. */
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

/** How many sessions a workspace may have online. */
export async function portsOf(handle: Handle, workspaceId: WorkspaceId): Promise<number> {
  const [row] = await handle.db
    .select({ ports: workspaces.ports })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return row?.ports ?? 0;
}

/** Waits for whoever takes ports of it at this moment. */
export async function setPorts(tx: Tx, workspaceId: WorkspaceId, ports: number): Promise<void> {
  await tx.db.update(workspaces).set({ ports }).where(eq(workspaces.id, workspaceId));
}
