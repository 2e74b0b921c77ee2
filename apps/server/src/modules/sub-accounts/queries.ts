import { and, count, desc, eq, ilike, or, sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import { containing } from '../../base/db/search.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { subAccounts } from './tables.ts';

export type SubAccountItem = {
  id: string;
  accountName: string;
  remark: string;
  status: 'normal' | 'disabled';
  isDefault: boolean;
  createdAt: Date;
  online: number;
  total: number;
};

const item = {
  id: subAccounts.id,
  accountName: subAccounts.accountName,
  remark: subAccounts.remark,
  status: subAccounts.status,
  isDefault: subAccounts.isDefault,
  createdAt: subAccounts.createdAt,
  // The channels module's table, read here for the list alone. The outer columns are spelled out: Drizzle writes
  // a lone table's columns without its name, and inside they would mean the inner table's.
  online: sql<number>`(select count(*) from social_accounts s where s.workspace_id = sub_accounts.workspace_id
    and s.sub_account_id = sub_accounts.id and s.enabled and s.state = 'online')`,
  total: sql<number>`(select count(*) from social_accounts s where s.workspace_id = sub_accounts.workspace_id
    and s.sub_account_id = sub_accounts.id)`,
};

export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  query: {
    pageNo: number;
    pageSize: number;
    search?: string | undefined;
    status?: 'normal' | 'disabled' | undefined;
  },
): Promise<{ list: SubAccountItem[]; total: number }> {
  const where = and(
    eq(subAccounts.workspaceId, workspaceId),
    query.status && eq(subAccounts.status, query.status),
    query.search
      ? or(
          ilike(subAccounts.accountName, containing(query.search)),
          ilike(subAccounts.remark, containing(query.search)),
        )
      : undefined,
  );
  const list = await handle.db
    .select(item)
    .from(subAccounts)
    .where(where)
    .orderBy(desc(subAccounts.createdAt), desc(subAccounts.id))
    .limit(query.pageSize)
    .offset((query.pageNo - 1) * query.pageSize);
  const [counted] = await handle.db.select({ total: count() }).from(subAccounts).where(where);
  return { list, total: counted?.total ?? 0 };
}

export async function readOne(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SubAccountItem | null> {
  const [row] = await handle.db
    .select(item)
    .from(subAccounts)
    .where(and(eq(subAccounts.workspaceId, workspaceId), eq(subAccounts.id, id)));
  return row ?? null;
}
