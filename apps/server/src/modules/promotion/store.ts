import { sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { invitationClicks, invitationLinks } from '../../schema/promotion.ts';
import { workspaceDay, workspaces } from '../../schema/workspaces.ts';

/** Inserts a link. Returns false when the code is taken and another one must be generated. */
export async function insertDefaultLink(
  tx: Tx,
  row: { workspaceId: WorkspaceId; id: string; code: string },
): Promise<boolean> {
  const inserted = await tx.db
    .insert(invitationLinks)
    .values({ ...row, isDefault: true })
    .onConflictDoNothing({ target: invitationLinks.code })
    .returning({ id: invitationLinks.id });
  return inserted.length > 0;
}

/** Counts a click on the link with this code, on the day in its workspace's time zone; an unknown code is ignored. */
export async function countClick(handle: Handle, code: string, at: Date): Promise<void> {
  await handle.db.execute(sql`
    insert into ${invitationClicks} as c (workspace_id, link_id, day, clicks)
    select l.workspace_id, l.id, ${workspaceDay(sql`${at.toISOString()}::timestamptz`)}, 1
    from ${invitationLinks} l join ${workspaces} w on w.id = l.workspace_id where l.code = ${code}
    on conflict (workspace_id, link_id, day) do update set clicks = c.clicks + 1`);
}
