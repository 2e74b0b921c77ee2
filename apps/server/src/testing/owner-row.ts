import { sql } from 'drizzle-orm';
import type { Handle } from '../base/db/database.ts';
import { newId, type WorkspaceId } from '../base/ids.ts';

/** Enables or disables a workspace's owner, as the operator does; one who doesn't exist is added. */
export async function setOwnerDisabled(
  { db }: Handle,
  workspaceId: WorkspaceId,
  disabled: boolean,
): Promise<void> {
  await db.execute(sql`
    insert into users (id, kind, workspace_id, email, password_hash, disabled)
    values (${newId()}, 'owner', ${workspaceId}, ${`${workspaceId}@shop.example`}, '', ${disabled})
    on conflict (workspace_id) do update set disabled = excluded.disabled`);
}
