import { sql } from 'drizzle-orm';
import type { Tx } from '../../base/db/database.ts';
import { type ConversationRow, type MessageRow, messages } from '../../schema/conversations.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import type { Facts } from './automatic-reply.ts';

/**
 * The number of messages that are read of a conversation: an agent's monologue of that length counts as a customer's
 * silence.
 */
const lookBack = 50;

/**
 * Reads what decides whether a message is answered automatically. Its transaction holds the conversation's lock. What an
 * agent or automation has written after it counts, too: the job may be late.
 */
export async function readFacts(
  tx: Tx,
  { workspaceId, id, subAccountId }: ConversationRow,
  { seq, createdAt }: MessageRow,
): Promise<Facts> {
  type Row = Omit<Facts, 'at'>;
  const { rows } = await tx.db.execute<Row>(sql`
    with around as (
      (select * from ${messages} where workspace_id = ${workspaceId} and conversation_id = ${id} and seq < ${seq}
       order by seq desc limit ${lookBack})
      union all
      (select * from ${messages} where workspace_id = ${workspaceId} and conversation_id = ${id} and seq > ${seq}
        and direction = 'out' order by seq limit ${lookBack})
    )
    select
      (select nullif(auto_reply_text, '') from ${subAccounts}
       where workspace_id = ${workspaceId} and id = ${subAccountId} and auto_reply and status = 'normal') as text,
      extract(epoch from max(least(sent_at, created_at)) filter (where direction = 'in')) * 1000 as "customerWroteAt",
      extract(epoch from max(sent_at) filter (where direction = 'out' and triggered_by is null)) * 1000
        as "answeredAt",
      extract(epoch from max(sent_at) filter (where triggered_by is not null)) * 1000 as "autoRepliedAt"
    from around`);
  const [row = { text: null, customerWroteAt: null, answeredAt: null, autoRepliedAt: null }] = rows;
  return { ...row, at: createdAt.getTime() };
}
