/** Ports and sessions as screens read them. */
import { sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';

/** How many ports each of these sub-accounts holds now; 0 for those that hold none. */
export async function countTaken(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await handle.db.execute<{ id: string; taken: number }>(sql`
    select sub_account_id as id, count(*) as taken from port_leases
    where workspace_id = ${workspaceId} and sub_account_id = any(${sql.param([...subAccountIds])}::uuid[])
      and leased_until >= now()
    group by 1`);
  const taken = new Map(subAccountIds.map((id) => [id, 0]));
  for (const row of rows) taken.set(row.id, row.taken);
  return taken;
}

/** Is anything of the workspace online? */
export async function anyPortHeld(handle: Handle, workspaceId: WorkspaceId): Promise<boolean> {
  const { rows } = await handle.db.execute<{ any: boolean }>(sql`
    select exists (select from port_leases where workspace_id = ${workspaceId} and leased_until >= now()) as any`);
  return rows[0]?.any ?? false;
}
