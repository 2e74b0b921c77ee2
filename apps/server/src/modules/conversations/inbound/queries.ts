import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';

export type Receiver = { answersAutomatically: boolean };

/** Reads what the owner has decided for these sub-accounts, as it is now. */
export async function readReceivers(
  tx: Tx,
  accounts: readonly { workspaceId: WorkspaceId; subAccountId: string }[],
): Promise<ReadonlyMap<string, Receiver>> {
  const column = (values: string[]) => sql`${sql.param([...new Set(values)])}::uuid[]`;
  const { rows } = await tx.db.execute<Receiver & { id: string }>(sql`
    select id, auto_reply as "answersAutomatically"
    from ${subAccounts}
    where workspace_id = any(${column(accounts.map((it) => it.workspaceId))})
      and id = any(${column(accounts.map((it) => it.subAccountId))})`);
  return new Map(rows.map(({ id, ...receiver }) => [id, receiver]));
}
