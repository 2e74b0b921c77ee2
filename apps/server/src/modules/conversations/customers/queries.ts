/** Reads what an agent sees of a customer next to the conversation. */
import type { AnswerOf } from '@parley/contract';
import {
  type deskCustomer,
  maxOtherConversations,
  type OtherConversation,
} from '@parley/contract/conversations';
import { sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations } from '../../../schema/conversations.ts';
import { accountFans, topmostFan } from '../../../schema/fans.ts';

type Customer = { workspaceId: WorkspaceId; subAccountId: string; fanId: string; socialAccountId: string };

/** Returns the topmost fan of a sub-account's private conversation and its social account, or null. */
export async function findCustomer(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountId: string,
  conversationId: string,
): Promise<Customer | null> {
  const { rows } = await handle.db.execute<{ fanId: string | null; socialAccountId: string }>(sql`
    select ${topmostFan(sql`${conversations.workspaceId}`, sql`${conversations.fanId}`)} as "fanId",
      ${conversations.socialAccountId} as "socialAccountId"
    from ${conversations}
    where ${conversations.workspaceId} = ${workspaceId} and ${conversations.id} = ${conversationId}
      and ${conversations.subAccountId} = ${subAccountId}
      and ${conversations.kind} = 'private'`);
  const row = rows[0];
  return row?.fanId
    ? { workspaceId, subAccountId, fanId: row.fanId, socialAccountId: row.socialAccountId }
    : null;
}

export async function readCustomer(
  handle: Handle,
  customer: Customer,
  conversationId: string,
): Promise<AnswerOf<typeof deskCustomer>> {
  const [seen, others] = await Promise.all([
    readSeen(handle, customer),
    readOthers(handle, customer, conversationId),
  ]);
  return {
    seen,
    conversations: others.slice(0, maxOtherConversations),
    more: others.length > maxOtherConversations,
  };
}

async function readSeen(handle: Handle, { workspaceId, fanId, socialAccountId }: Customer) {
  const { rows } = await handle.db.execute<{ firstAt: number; lastAt: number }>(sql`
    select (extract(epoch from ${accountFans.grownAt}) * 1000)::bigint as "firstAt",
      (extract(epoch from ${accountFans.lastActiveAt}) * 1000)::bigint as "lastAt"
    from ${accountFans}
    where ${accountFans.workspaceId} = ${workspaceId} and ${accountFans.fanId} = ${fanId}
      and ${accountFans.socialAccountId} = ${socialAccountId}
      and ${accountFans.type} <> 'merged'`);
  const row = rows[0];
  return row === undefined ? null : { firstAt: Number(row.firstAt), lastAt: Number(row.lastAt) };
}

/** Returns conversations that the sub-account has now; a conversation moves along with its social account. */
async function readOthers(
  handle: Handle,
  { workspaceId, subAccountId, fanId }: Customer,
  conversationId: string,
): Promise<OtherConversation[]> {
  const { rows } = await handle.db.execute<
    Omit<OtherConversation, 'lastMessageAt'> & { lastMessageAt: string }
  >(sql`
    select c.id, c.platform, c.social_account_id as "socialAccountId", s.name as "socialAccountName",
      (extract(epoch from c.last_message_at) * 1000)::bigint as "lastMessageAt", c.unread,
      (extract(epoch from c.closed_at) * 1000)::bigint as "closedAt"
    from ${conversations} c
    join ${socialAccounts} s on s.workspace_id = c.workspace_id and s.id = c.social_account_id
      and s.deleted_at is null
    where c.workspace_id = ${workspaceId} and c.sub_account_id = ${subAccountId} and c.id <> ${conversationId}
      and c.kind = 'private' and c.last_message_at is not null and c.fan_id in (
        select ${fanId}::uuid
        union
        select o.own_fan_id from ${accountFans} o where o.workspace_id = ${workspaceId} and o.fan_id = ${fanId})
    order by c.last_message_at desc, c.id desc limit ${maxOtherConversations + 1}`);
  return rows.map(({ lastMessageAt, closedAt, ...row }) => ({
    ...row,
    lastMessageAt: Number(lastMessageAt),
    closedAt: closedAt === null ? null : Number(closedAt),
  }));
}
