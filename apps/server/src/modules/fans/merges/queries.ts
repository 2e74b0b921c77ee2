import { sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { accountFans, fans } from '../../../schema/fans.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';

export type RowNames = { id: string; socialAccountName: string; subAccountName: string; platform: string };

/** Returns the names of list rows’ accounts and sub-accounts, including merged ones; names are empty for what was deleted. */
export async function readRowNames(
  handle: Handle,
  workspaceId: WorkspaceId,
  rowIds: readonly string[],
): Promise<ReadonlyMap<string, RowNames>> {
  const { rows } = await handle.db.execute<RowNames>(sql`
    select a.id, coalesce(s.name, '') as "socialAccountName",
      coalesce(nullif(u.remark, ''), u.account_name, '') as "subAccountName", a.platform
    from ${accountFans} a
    left join ${socialAccounts} s on s.workspace_id = a.workspace_id and s.id = a.social_account_id
    left join ${subAccounts} u on u.workspace_id = a.workspace_id and u.id = a.sub_account_id
    where a.workspace_id = ${workspaceId} and a.id = any(${sql.param([...rowIds])}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the platforms' names of fans. */
export async function readNames(
  handle: Handle,
  workspaceId: WorkspaceId,
  fanIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await handle.db.execute<{ id: string; name: string }>(sql`
    select ${fans.id}, coalesce(${fans.displayName}, '') as name from ${fans}
    where ${fans.workspaceId} = ${workspaceId} and ${fans.id} = any(${sql.param([...fanIds])}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
