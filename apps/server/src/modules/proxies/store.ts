import { sql } from 'drizzle-orm';
import type { Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';

/** So many rows a call at most, so that no transaction takes long. */
const mostAtOnce = 5_000;

/** No proxy names this sub-account any more. True: there is more to forget, call again. */
export async function forgetSubAccount(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from proxy_sub_accounts where (workspace_id, proxy_id, sub_account_id) in (
      select workspace_id, proxy_id, sub_account_id from proxy_sub_accounts
      where workspace_id = ${workspaceId} and sub_account_id = ${subAccountId} limit ${mostAtOnce})`);
  return (rowCount ?? 0) === mostAtOnce;
}
