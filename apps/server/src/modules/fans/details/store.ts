/** Copies notes about fans to the fan list, which shows and searches them. */
import { sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { accountFans } from '../../../schema/fans.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';

export type ProfileCopy = {
  workspaceId: WorkspaceId;
  fanId: string;
  /** 'workspace' for the rows of all sub-accounts that share their notes, or a sub-account's id. */
  scope: string;
  alias: string;
  /** Null if it wasn't edited, so that the platform's number stays. */
  phone: string | null;
  notes: string;
};

/** Copies a saved note to the fan's rows. Called by the customer-profiles module in the transaction of each save. */
export async function copyProfile(tx: Tx, it: ProfileCopy): Promise<void> {
  const rows =
    it.scope === 'workspace'
      ? sql`exists (select from ${subAccounts} s where s.workspace_id = a.workspace_id and s.id = a.sub_account_id
          and s.profile_sharing)`
      : sql`a.sub_account_id = ${it.scope}`;
  await tx.db.execute(sql`
    with chosen as materialized (
      select a.id from ${accountFans} a where a.workspace_id = ${it.workspaceId} and a.fan_id = ${it.fanId} and ${rows}
      order by a.id for no key update
    )
    update ${accountFans} a set alias = ${it.alias}, notes = ${it.notes}, phone = coalesce(${it.phone}::text, a.phone)
    from chosen c where a.workspace_id = ${it.workspaceId} and a.id = c.id`);
}

/** Returns whose note a row of the list shows, or null if there is no such row. */
export async function findRow(
  handle: Handle,
  workspaceId: WorkspaceId,
  rowId: string,
): Promise<{ fanId: string; subAccountId: string } | null> {
  const { rows } = await handle.db.execute<{ fanId: string; subAccountId: string }>(sql`
    select ${accountFans.fanId} as "fanId", ${accountFans.subAccountId} as "subAccountId" from ${accountFans}
    where ${accountFans.workspaceId} = ${workspaceId} and ${accountFans.id} = ${rowId}
      and ${accountFans.type} <> 'merged'`);
  return rows[0] ?? null;
}
