import type { AccountStatus, PlatformId } from '@parley/contract';
import { and, count, desc, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import { containing } from '../../base/db/search.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { type SocialAccountRow, socialAccounts } from '../../schema/channels.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { workspaces } from '../../schema/workspaces.ts';
import { notOfDeleted } from '../sub-accounts/index.ts';

export type AccountItem = SocialAccountRow & { subAccountRemark: string; inactive: boolean };

const remark = sql<string>`(select remark from ${subAccounts} a
  where a.workspace_id = ${socialAccounts}.workspace_id and a.id = ${socialAccounts}.sub_account_id)`;

/** Offline for longer than the workspace's setting says. Whoever was never online has been away since it was added. */
const inactive = sql<boolean>`(${socialAccounts}.state <> 'online'
  and coalesce(${socialAccounts}.last_online_at, ${socialAccounts}.created_at) < now() - make_interval(days => (
    select inactive_after_days from ${workspaces} w where w.id = ${socialAccounts}.workspace_id)))`;
const notDeleted = isNull(socialAccounts.deletedAt);

export type AccountFilter = {
  pageNo: number;
  pageSize: number;
  search?: string | undefined;
  platform?: PlatformId | undefined;
  subAccountId?: string | undefined;
  state?: AccountStatus | undefined;
};

export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  query: AccountFilter,
): Promise<{ list: AccountItem[]; total: number }> {
  const where = and(
    eq(socialAccounts.workspaceId, workspaceId),
    notDeleted,
    notOfDeleted(workspaceId, socialAccounts.subAccountId),
    query.platform && eq(socialAccounts.platform, query.platform),
    query.subAccountId ? eq(socialAccounts.subAccountId, query.subAccountId) : undefined,
    query.state === 'inactive' ? inactive : query.state && eq(socialAccounts.state, query.state),
    query.search
      ? or(
          ilike(socialAccounts.name, containing(query.search)),
          ilike(socialAccounts.handle, containing(query.search)),
        )
      : undefined,
  );
  const newestFirst = [desc(socialAccounts.createdAt), desc(socialAccounts.id)];
  // Of those that the page passes over, nothing but the place is read.
  const onPage = handle.db
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(where)
    .orderBy(...newestFirst)
    .limit(query.pageSize)
    .offset((query.pageNo - 1) * query.pageSize);
  const rows = await handle.db
    .select({ account: socialAccounts, remark, inactive })
    .from(socialAccounts)
    .where(and(eq(socialAccounts.workspaceId, workspaceId), inArray(socialAccounts.id, onPage)))
    .orderBy(...newestFirst);
  const [counted] = await handle.db.select({ total: count() }).from(socialAccounts).where(where);
  return {
    list: rows.map((row) => ({ ...row.account, subAccountRemark: row.remark, inactive: row.inactive })),
    total: counted?.total ?? 0,
  };
}

export async function readOne(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<AccountItem | null> {
  const [row] = await handle.db
    .select({ account: socialAccounts, remark, inactive })
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.workspaceId, workspaceId),
        eq(socialAccounts.id, id),
        notDeleted,
        notOfDeleted(workspaceId, socialAccounts.subAccountId),
      ),
    );
  return row ? { ...row.account, subAccountRemark: row.remark, inactive: row.inactive } : null;
}

export function readOfSubAccount(handle: Handle, workspaceId: WorkspaceId, subAccountId: string) {
  return handle.db
    .select()
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.workspaceId, workspaceId),
        notDeleted,
        eq(socialAccounts.subAccountId, subAccountId),
      ),
    )
    .orderBy(socialAccounts.createdAt);
}
