import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { users } from '../../../schema/identity.ts';

const owner = (userId: string) => and(eq(users.id, userId), eq(users.kind, 'owner'));

/**
 * Disables an owner and returns the workspace; null when there is no such owner. The time of the first disabling is
 * kept.
 */
export async function disable(
  tx: Tx,
  userId: string,
  { at, reason }: { at: Date; reason: string },
): Promise<WorkspaceId | null> {
  const disabledAt = sql`coalesce(${users.disabledAt}, ${at})`;
  const [row] = await tx.db
    .update(users)
    .set({ disabled: true, disabledAt, disabledReason: reason })
    .where(owner(userId))
    .returning({ workspaceId: users.workspaceId });
  return row?.workspaceId ?? null;
}

/** Enables an owner and returns the workspace; null when there is no such owner. */
export async function enable(tx: Tx, userId: string): Promise<WorkspaceId | null> {
  const [row] = await tx.db
    .update(users)
    .set({ disabled: false, disabledAt: null, disabledReason: null })
    .where(owner(userId))
    .returning({ workspaceId: users.workspaceId });
  return row?.workspaceId ?? null;
}
