import { and, asc, eq, inArray, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { type SubAccountSettings, subAccounts } from '../../schema/sub-accounts.ts';

export type NewSubAccount = Partial<SubAccountSettings> & {
  workspaceId: WorkspaceId;
  id: string;
  accountName: string;
  passwordHash: string;
  remark: string;
  isDefault: boolean;
  status: 'normal' | 'disabled';
};

/** Inserts a sub-account. Returns false when the account name is taken and another one must be generated. */
export async function insertSubAccount(tx: Tx, row: NewSubAccount): Promise<boolean> {
  const inserted = await tx.db
    .insert(subAccounts)
    .values(row)
    .onConflictDoNothing({ target: subAccounts.accountName })
    .returning({ id: subAccounts.id });
  return inserted.length > 0;
}

export type SubAccountRow = typeof subAccounts.$inferSelect;

/** Excludes deleted sub-accounts, whose rows exist until their data is deleted. */
const there = ne(subAccounts.status, 'deleted');

/** Matches rows whose sub-account isn't deleted, with one hash lookup for all. */
export function notOfDeleted(workspaceId: WorkspaceId, subAccountId: SQLWrapper): SQL {
  return sql`(${subAccountId} in (
    select d.id from ${subAccounts} d where d.workspace_id = ${workspaceId} and d.status = 'deleted')) is not true`;
}

export async function findSubAccount(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SubAccountRow | null> {
  const [row] = await handle.db
    .select()
    .from(subAccounts)
    .where(and(eq(subAccounts.workspaceId, workspaceId), eq(subAccounts.id, id), there));
  return row ?? null;
}

/** Finds a sub-account by name alone: at the desk's login the workspace isn't known yet. */
export async function findByAccountName(handle: Handle, accountName: string): Promise<SubAccountRow | null> {
  const [row] = await handle.db
    .select()
    .from(subAccounts)
    .where(and(eq(subAccounts.accountName, accountName), there));
  return row ?? null;
}

export async function findDefault(handle: Handle, workspaceId: WorkspaceId): Promise<SubAccountRow | null> {
  const [row] = await handle.db
    .select()
    .from(subAccounts)
    .where(and(eq(subAccounts.workspaceId, workspaceId), eq(subAccounts.isDefault, true), there));
  return row ?? null;
}

/**
 * Returns these sub-accounts, locked until the transaction ends, so that decisions about one and logins to it are
 * serialized. Locked in the order of their ids, so that two batches don't deadlock.
 */
export async function lockSubAccounts(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<SubAccountRow[]> {
  return (
    tx.db
      .select()
      .from(subAccounts)
      .where(and(eq(subAccounts.workspaceId, workspaceId), inArray(subAccounts.id, [...ids]), there))
      .orderBy(asc(subAccounts.id))
      // Other tables' rows that refer to it may still be inserted.
      .for('no key update')
  );
}

/** Returns whether all of these exist, even thousands, and locks them against deletion until the transaction ends. */
export async function lockIfAllExist(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return true;
  const { rows } = await tx.db.execute(sql`
    select ${subAccounts.id} from ${subAccounts}
    where ${subAccounts.workspaceId} = ${workspaceId} and ${subAccounts.id} = any(${sql.param([...ids])}::uuid[])
      and ${subAccounts.status} <> 'deleted'
    order by ${subAccounts.id} for share`);
  return rows.length === ids.length;
}

/** Stores changes and increments the version. */
export async function changeSubAccount(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  settings: SubAccountSettings & { remark: string },
): Promise<void> {
  await tx.db
    .update(subAccounts)
    .set({ ...settings, version: sql`${subAccounts.version} + 1` })
    .where(and(eq(subAccounts.workspaceId, workspaceId), eq(subAccounts.id, id)));
}

export async function setStatus(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  status: SubAccountRow['status'],
): Promise<void> {
  await tx.db
    .update(subAccounts)
    .set({ status })
    .where(and(eq(subAccounts.workspaceId, workspaceId), inArray(subAccounts.id, [...ids])));
}

export async function setPassword(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  passwordHash: string,
): Promise<void> {
  await tx.db
    .update(subAccounts)
    .set({ passwordHash })
    .where(and(eq(subAccounts.workspaceId, workspaceId), eq(subAccounts.id, id)));
}

/** Returns the deleted sub-accounts of all workspaces with remaining data. */
export async function readDeletedSubAccounts(
  handle: Handle,
  most: number,
): Promise<{ workspaceId: WorkspaceId; subAccountId: string }[]> {
  return handle.db
    .select({ workspaceId: subAccounts.workspaceId, subAccountId: subAccounts.id })
    .from(subAccounts)
    .where(eq(subAccounts.status, 'deleted'))
    .limit(most);
}

/** Returns true for a deleted sub-account with a remaining row. Data of any other must not be deleted. */
export async function isDeleted(handle: Handle, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const rows = await handle.db
    .select({ id: subAccounts.id })
    .from(subAccounts)
    .where(
      and(
        eq(subAccounts.workspaceId, workspaceId),
        eq(subAccounts.id, id),
        eq(subAccounts.status, 'deleted'),
      ),
    );
  return rows.length > 0;
}

/** Deletes the row itself, the last step. */
export async function removeSubAccount(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<void> {
  await tx.db
    .delete(subAccounts)
    .where(
      and(
        eq(subAccounts.workspaceId, workspaceId),
        eq(subAccounts.id, id),
        eq(subAccounts.status, 'deleted'),
      ),
    );
}
