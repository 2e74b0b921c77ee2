/** Reads which sub-accounts keep chat history now. Whether the owner may read a message is stored with the message. */
import { sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';

/** Returns the sub-accounts among these that keep no texts. The setting belongs to the sub-accounts module. */
export async function keepingNoTexts(
  handle: Handle,
  places: readonly { workspaceId: WorkspaceId; subAccountId: string }[],
): Promise<ReadonlySet<string>> {
  if (places.length === 0) return new Set();
  const column = (values: string[]) => sql`${sql.param(values)}::uuid[]`;
  const { rows } = await handle.db.execute<{ id: string }>(sql`
    select ${subAccounts.id} from ${subAccounts}
    where not ${subAccounts.saveChatHistory}
      and ${subAccounts.workspaceId} = any(${column([...new Set(places.map((it) => it.workspaceId))])})
      and ${subAccounts.id} = any(${column([...new Set(places.map((it) => it.subAccountId))])})`);
  return new Set(rows.map((row) => row.id));
}
