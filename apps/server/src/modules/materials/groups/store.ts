import { and, count, eq, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { materialGroups, materials } from '../../../schema/materials.ts';

export type GroupItem = { id: string; name: string; materials: number };

/** Returns the groups in the owner's order. */
export async function readGroups(handle: Handle, workspaceId: WorkspaceId): Promise<GroupItem[]> {
  const { rows } = await handle.db.execute<GroupItem>(sql`
    select g.id, g.name, (select count(*)::int from ${materials} m
      where m.workspace_id = g.workspace_id and m.group_id = g.id) as materials
    from ${materialGroups} g where g.workspace_id = ${workspaceId} order by g.position, g.id`);
  return rows;
}

export async function countUngrouped(handle: Handle, workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await handle.db.execute<{ total: number }>(sql`
    select count(*)::int as total from ${materials}
    where ${materials.workspaceId} = ${workspaceId} and ${materials.groupId} is null`);
  return rows[0]?.total ?? 0;
}

const of = (workspaceId: WorkspaceId, id: string) =>
  and(eq(materialGroups.workspaceId, workspaceId), eq(materialGroups.id, id));

export async function groupExists(handle: Handle, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const [row] = await handle.db.select({ total: count() }).from(materialGroups).where(of(workspaceId, id));
  return (row?.total ?? 0) > 0;
}

/** Inserts a group at the end. */
export async function insertGroup(
  tx: Tx,
  { workspaceId, ...row }: { workspaceId: WorkspaceId; id: string; name: string },
): Promise<void> {
  const position = sql`(
    select coalesce(max(${materialGroups.position}), 0) + 1 from ${materialGroups}
    where ${materialGroups.workspaceId} = ${workspaceId})`;
  await tx.db.insert(materialGroups).values({ ...row, workspaceId, position });
}

export async function rename(tx: Tx, workspaceId: WorkspaceId, id: string, name: string): Promise<void> {
  await tx.db.update(materialGroups).set({ name }).where(of(workspaceId, id));
}

/** Stores the groups' order. */
export async function setOrder(tx: Tx, workspaceId: WorkspaceId, ids: readonly string[]): Promise<void> {
  await tx.db.execute(sql`
    update ${materialGroups} g set position = o.position::int
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as o (id, position)
    where g.workspace_id = ${workspaceId} and g.id = o.id`);
}

/** Deletes a group; the foreign key removes its materials from it. */
export async function removeGroup(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<void> {
  await tx.db.delete(materialGroups).where(of(workspaceId, id));
}
