/** Reads the conversations with fans counted by a link's work orders, and no others. */
import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations } from '../../../schema/conversations.ts';
import { accountFans } from '../../../schema/fans.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workOrderShareOrders } from '../../../schema/work-order-shares.ts';
import { workOrders } from '../../../schema/work-orders.ts';
import { person, type SharedPerson, type ShareKey } from '../view/queries.ts';

/**
 * Identifies a conversation. `id`: the fan's row on the social account; a merged person has several conversations there. `place`:
 * the row's position in the list, by the time at which it was counted; a text, to keep its microseconds.
 */
export type CountedChatKey = { id: string; conversationId: string; place: string };

export type CountedChat = CountedChatKey &
  SharedPerson & {
    type: 'new' | 'repeat';
    account: string;
    at: number;
    lastSeq: number;
  };

/** Conditions on fans `f` and on their conversations `c`. */
type Which = { fans: SQL; chats: SQL };

/**
 * Selects fans counted by the work order `o` of a link, each with its latest conversation on the social account, latest first. In
 * the index they are adjacent, after the order's creation; the hour allows for clock differences. `where`: the fans' sub-account
 * or social account, which selects the index.
 */
const countedFans = (where: SQL, { fans, chats }: Which, limit: number) => sql`
  select f.id, f.grown_at, f.grown_at::text as place,
    ${person}, f.counts_as as type, a.name as account,
    extract(epoch from f.grown_at)::float8 * 1000 as at, c.id as "conversationId", c.last_seq as "lastSeq"
  from ${accountFans} f
  join ${socialAccounts} a on a.workspace_id = f.workspace_id and a.id = f.social_account_id and a.deleted_at is null
  join lateral (
    select c.id, c.last_seq from ${conversations} c
    where c.workspace_id = f.workspace_id and c.social_account_id = f.social_account_id and c.kind = 'private'
      and c.fan_id = any(array(select own.own_fan_id from ${accountFans} own
        where own.workspace_id = f.workspace_id and own.fan_id = f.fan_id
          and own.social_account_id = f.social_account_id)) and ${chats}
    order by c.last_message_at desc nulls last, c.id limit 1) c on true
  where f.workspace_id = o.workspace_id and f.work_order_id = o.id and f.type <> 'merged'
    and f.counts_as in ('new', 'repeat') and f.grown_at >= o.created_at - interval '1 hour' and ${where} and ${fans}
  order by f.grown_at desc, f.id desc limit ${limit}`;

/** The fans of all work orders of a link, on the social accounts that it shows. */
const chatsOf = ({ workspaceId, shareId }: ShareKey, which: Which, limit: number) => sql`
  select f.* from ${workOrderShareOrders} so
  join ${workOrders} o on o.workspace_id = so.workspace_id and o.id = so.work_order_id
  join ${subAccounts} s on s.workspace_id = o.workspace_id and s.id = o.sub_account_id and s.status <> 'deleted'
  cross join lateral (
    (${countedFans(sql`so.social_account_ids is null and f.sub_account_id = o.sub_account_id`, which, limit)})
    union all
    select one.* from (select distinct unnest(so.social_account_ids) as id) shown
    cross join lateral (${countedFans(sql`f.social_account_id = shown.id`, which, limit)}) one
  ) f
  where so.workspace_id = ${workspaceId} and so.share_id = ${shareId}
  order by f.grown_at desc, f.id desc limit ${limit}`;

/** `after`: the last known conversation; null to start from the beginning. */
export async function readChats(
  { db }: Handle,
  key: ShareKey,
  after: CountedChatKey | null,
  limit: number,
): Promise<CountedChat[]> {
  const fans =
    after === null ? sql`true` : sql`(f.grown_at, f.id) < (${after.place}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await db.execute<CountedChat>(chatsOf(key, { fans, chats: sql`true` }, limit));
  return rows;
}

/** Returns null if the link doesn't show the conversation, or no longer does. */
export async function findChat(
  { db }: Handle,
  key: ShareKey,
  { id, conversationId }: CountedChatKey,
): Promise<CountedChat | null> {
  const which = { fans: sql`f.id = ${id}`, chats: sql`c.id = ${conversationId}` };
  const { rows } = await db.execute<CountedChat>(chatsOf(key, which, 1));
  return rows[0] ?? null;
}
