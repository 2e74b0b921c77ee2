import { and, eq } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { subAccounts } from './tables.ts';

export type NewSubAccount = {
  workspaceId: WorkspaceId;
  id: string;
  accountName: string;
  passwordHash: string;
  remark: string;
  isDefault: boolean;
};

/** False: the account name is taken; make another. */
export async function insertSubAccount(tx: Tx, row: NewSubAccount): Promise<boolean> {
  const inserted = await tx.db
    .insert(subAccounts)
    .values(row)
    .onConflictDoNothing({ target: subAccounts.accountName })
    .returning({ id: subAccounts.id });
  return inserted.length > 0;
}

export type SubAccountRow = typeof subAccounts.$inferSelect;

export async function findSubAccount(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SubAccountRow | null> {
  const [row] = await handle.db
    .select()
    .from(subAccounts)
    .where(and(eq(subAccounts.workspaceId, workspaceId), eq(subAccounts.id, id)));
  return row ?? null;
}

/** At the desk's log-in the workspace isn't known yet: the name finds it. */
export async function findByAccountName(handle: Handle, accountName: string): Promise<SubAccountRow | null> {
  const [row] = await handle.db.select().from(subAccounts).where(eq(subAccounts.accountName, accountName));
  return row ?? null;
}

export async function findDefault(handle: Handle, workspaceId: WorkspaceId): Promise<SubAccountRow | null> {
  const [row] = await handle.db
    .select()
    .from(subAccounts)
    .where(and(eq(subAccounts.workspaceId, workspaceId), eq(subAccounts.isDefault, true)));
  return row ?? null;
}
