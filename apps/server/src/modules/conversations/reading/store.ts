import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { conversations, messages } from '../../../schema/conversations.ts';
import { lockConversation } from '../store.ts';

/**
 * Moves the read mark forward, never back, and recounts unread messages. If the customer is shown that messages were read
 * (`showsReading`), each of them counts as changed and takes a number. Returns how many do; null if there is no such
 * conversation.
 */
export async function moveReadMark(
  tx: Tx,
  it: {
    workspaceId: WorkspaceId;
    conversationId: string;
    subAccountId: string;
    seq: number;
    showsReading: boolean;
  },
): Promise<number | null> {
  // A separate statement, so that the next one sees messages written while this one waited for the lock.
  if (!(await lockConversation(tx, it.workspaceId, it.conversationId))) return null;
  const { rows } = await tx.db.execute<{ changed: number }>(sql`
    with mark as (
      select c.workspace_id, c.id, c.last_seq, c.read_seq as before,
             greatest(c.read_seq, least(${it.seq}::bigint, c.last_seq)) as after
      from ${conversations} c
      where c.workspace_id = ${it.workspaceId} and c.id = ${it.conversationId}
        and c.sub_account_id = ${it.subAccountId}
    ), newly as (
      select m.id, row_number() over (order by m.seq) as place
      from ${messages} m join mark on m.workspace_id = mark.workspace_id and m.conversation_id = mark.id
      where ${it.showsReading} and m.direction = 'in' and m.seq > mark.before and m.seq <= mark.after
    ), shown as (
      update ${messages} m set changed_seq = mark.last_seq + newly.place
      from newly, mark
      where m.workspace_id = mark.workspace_id and m.id = newly.id
      returning 1
    )
    update ${conversations} c set
      read_seq = mark.after,
      last_seq = c.last_seq + (select count(*) from shown),
      unread = (
        select count(*) from ${messages} m where m.workspace_id = c.workspace_id and m.conversation_id = c.id
          and m.direction = 'in' and m.seq > mark.after)
    from mark
    where c.workspace_id = mark.workspace_id and c.id = mark.id
    returning (select count(*) from shown) as changed`);
  return rows[0]?.changed ?? null;
}
