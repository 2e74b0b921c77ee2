/** What goes with a deleted sub-account. Bounded, so that nobody's locks are held for long; true: call again. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';

const atOnce = 2_000;

/**
 * Its messages, then its conversations. Previews go with the messages that they were made for; those of texts that
 * were never sent are purged within a day anyway. Runs after the translation module's, which finds its rows by these.
 */
export async function forgetSubAccount(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  const messages = await tx.db.execute(sql`
    with gone as (
      delete from messages where workspace_id = ${workspaceId} and id = any(array(
        select m.id from conversations c
        join messages m on m.workspace_id = c.workspace_id and m.conversation_id = c.id
        where c.workspace_id = ${workspaceId} and c.sub_account_id = ${subAccountId}
        limit ${atOnce}))
      returning id
    ), previewed as (
      delete from previews p using gone where p.workspace_id = ${workspaceId} and p.message_id = gone.id
    )
    select id from gone`);
  if (messages.rows.length > 0) return true;
  const conversations = await tx.db.execute(sql`
    delete from conversations where workspace_id = ${workspaceId} and id = any(array(
      select id from conversations
      where workspace_id = ${workspaceId} and sub_account_id = ${subAccountId} limit ${atOnce}))`);
  return (conversations.rowCount ?? 0) > 0;
}
