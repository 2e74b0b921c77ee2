/** Messages that may be answered by the house itself: private ones, live ones, with what a rule may ask of them. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type MessageRow, messages as messagesTable } from '../../../schema/conversations.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import type { DedupeScope } from '../../fans/index.ts';

export type Arrival = {
  workspaceId: WorkspaceId;
  conversationId: string;
  messageId: string;
  /** What its sub-account says by itself; null: nothing. */
  autoReplyText: string | null;
  /** When it came; times are milliseconds since the epoch. */
  at: number;
  /** When the customer wrote last before it, by the platform's time or ours, whichever is earlier. */
  heardAt: number | null;
  /** When an agent wrote last, whatever has become of it. */
  answeredAt: number | null;
  /** When the house wrote last by itself. */
  answeredByItselfAt: number | null;
};

/** `name` tells answers to one message apart: each goes out once. */
export type Answer = { name: string; text: string };

/** Decides, in the transaction that stores them, which arrivals are answered; in their order. */
export type AnswerArrivals = (tx: Tx, arrivals: readonly Arrival[]) => Promise<(Answer | null)[]>;

export type Receiver = { dedupeScope: DedupeScope; autoReplyText: string | null };

/** What the owner has decided for these sub-accounts, as it is now. The table is the sub-accounts module's. */
export async function readReceivers(
  tx: Tx,
  accounts: readonly { workspaceId: WorkspaceId; subAccountId: string }[],
): Promise<ReadonlyMap<string, Receiver>> {
  const column = (values: string[]) => sql`${sql.param([...new Set(values)])}::uuid[]`;
  const { rows } = await tx.db.execute<Receiver & { id: string }>(sql`
    select id, dedupe_scope as "dedupeScope",
      case when auto_reply and auto_reply_text <> '' and status = 'normal' then auto_reply_text end as "autoReplyText"
    from ${subAccounts}
    where workspace_id = any(${column(accounts.map((it) => it.workspaceId))})
      and id = any(${column(accounts.map((it) => it.subAccountId))})`);
  return new Map(rows.map(({ id, ...receiver }) => [id, receiver]));
}

/** How far a conversation is looked back on: an agent's monologue of that length is a customer's silence. */
const lookBack = 50;

/** The arrivals behind these messages; one query for all. */
export async function arrivalsOf(
  tx: Tx,
  messages: readonly { message: MessageRow; autoReplyText: string | null }[],
  at: number,
): Promise<Arrival[]> {
  const names = messages.map(({ message: { workspaceId, conversationId, id, seq } }, ord) => {
    return { ord, workspaceId, conversationId, id, seq };
  });
  type Times = Pick<Arrival, 'heardAt' | 'answeredAt' | 'answeredByItselfAt'>;
  const { rows } = await tx.db.execute<Times>(sql`
    select extract(epoch from before."heardAt") * 1000 as "heardAt",
      extract(epoch from before."answeredAt") * 1000 as "answeredAt",
      extract(epoch from before."answeredByItselfAt") * 1000 as "answeredByItselfAt"
    from json_to_recordset(${JSON.stringify(names)}::json)
      as a(ord int, "workspaceId" uuid, "conversationId" uuid, seq bigint)
    cross join lateral (
      select max(least(m.sent_at, m.created_at)) filter (where m.direction = 'in') as "heardAt",
        max(m.sent_at) filter (where m.direction = 'out' and m.triggered_by is null) as "answeredAt",
        max(m.sent_at) filter (where m.triggered_by is not null) as "answeredByItselfAt"
      from (
        select * from ${messagesTable}
        where workspace_id = a."workspaceId" and conversation_id = a."conversationId" and seq < a.seq
        order by seq desc limit ${lookBack}) m
    ) before
    order by a.ord`);
  return messages.map(({ message, autoReplyText }, index) => ({
    workspaceId: message.workspaceId,
    conversationId: message.conversationId,
    messageId: message.id,
    autoReplyText,
    at,
    ...(rows[index] ?? { heardAt: null, answeredAt: null, answeredByItselfAt: null }),
  }));
}
