/** Queries for desks and consoles. */
import { and, desc, eq, gt, gte, ilike, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import { containsPattern } from '../../../base/db/like-pattern.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts as socialAccountsTable } from '../../../schema/channels.ts';
import {
  type ConversationRow,
  conversations,
  type MessageRow,
  messages,
} from '../../../schema/conversations.ts';
import { accountFans, type FanVerdict, topmostFan } from '../../../schema/fans.ts';
import { handOvers } from '../../../schema/hand-overs.ts';
import { subAccounts as subAccountsTable } from '../../../schema/sub-accounts.ts';
import { workspaceDayStart, workspaces } from '../../../schema/workspaces.ts';
import { notOfDeleted } from '../../sub-accounts/index.ts';
import type { ConversationItem } from '../presenter.ts';
import { storableStart } from '../storable.ts';

export type ListQuery = {
  subAccountId?: string | undefined;
  socialAccountId?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
  /** Counts pages from the cursor, or from the beginning without one. */
  pageNo?: number | undefined;
  pageSize: number;
};

/** Returns conversations from the cursor on, latest message first. Conversations without messages are omitted. */
export async function readConversations(
  handle: Handle,
  workspaceId: WorkspaceId,
  query: ListQuery,
): Promise<{ list: ConversationItem[]; nextCursor: string | null }> {
  const list = await selectItems(
    handle,
    and(
      eq(conversations.workspaceId, workspaceId),
      notOfDeleted(workspaceId, conversations.subAccountId),
      sql`${conversations.lastMessageAt} is not null`,
      query.subAccountId ? eq(conversations.subAccountId, query.subAccountId) : undefined,
      query.socialAccountId ? eq(conversations.socialAccountId, query.socialAccountId) : undefined,
      query.search ? ilike(conversations.title, containsPattern(query.search)) : undefined,
      afterCursor(query.cursor),
    ),
    {
      orderBy: [desc(conversations.lastMessageAt), desc(conversations.id)],
      limit: query.pageSize + 1,
      offset: ((query.pageNo ?? 1) - 1) * query.pageSize,
    },
  );
  const page = list.slice(0, query.pageSize);
  const last = page.at(-1)?.row;
  const more = list.length > page.length && last !== undefined;
  return { list: page, nextCursor: more ? `${last.lastMessageAt?.getTime()}_${last.id}` : null };
}

/** The cursor is the last row of the previous page; anything else starts at the beginning. */
function afterCursor(cursor: string | undefined): SQL | undefined {
  const match = cursor?.match(/^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/);
  if (!match) return undefined;
  const at = new Date(Number(match[1]));
  return sql`(${conversations.lastMessageAt}, ${conversations.id}) < (${at}, ${match[2]}::uuid)`;
}

export async function readConversation(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
  subAccountId?: string,
): Promise<ConversationItem | null> {
  const [item] = await selectItems(
    handle,
    and(
      eq(conversations.workspaceId, workspaceId),
      eq(conversations.id, id),
      notOfDeleted(workspaceId, conversations.subAccountId),
      subAccountId ? eq(conversations.subAccountId, subAccountId) : undefined,
    ),
    { orderBy: [], limit: 1, offset: 0 },
  );
  return item ?? null;
}

/** Rows merged into another one are not joined. */
const countedType = sql<FanVerdict | null>`${accountFans.type}`;

/** Reads conversations with their fans' verdicts and tags and their last messages. */
export function selectItems(
  handle: Handle,
  where: SQL | undefined,
  { orderBy, limit, offset }: { orderBy: SQL[]; limit: number; offset: number },
): Promise<ConversationItem[]> {
  return handle.db
    .select({
      row: conversations,
      verdict: countedType,
      tagIds: accountFans.tagIds,
      lastMessage: messages,
      handOver: handOvers,
    })
    .from(conversations)
    .leftJoin(
      handOvers,
      and(eq(handOvers.workspaceId, conversations.workspaceId), eq(handOvers.id, conversations.handOverId)),
    )
    .leftJoin(
      messages,
      and(eq(messages.workspaceId, conversations.workspaceId), eq(messages.id, conversations.lastMessageId)),
    )
    .leftJoin(
      accountFans,
      and(
        eq(accountFans.workspaceId, conversations.workspaceId),
        eq(accountFans.socialAccountId, conversations.socialAccountId),
        eq(accountFans.fanId, topmostFan(sql`${conversations.workspaceId}`, sql`${conversations.fanId}`)),
        ne(accountFans.type, 'merged'),
      ),
    )
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
}

/**
 * Returns the messages of a conversation that are new or changed since event N, and the event to continue from. The conversation
 * was read first, so that a change in between is returned again next time and never skipped.
 */
export async function readEvents(
  handle: Handle,
  { workspaceId, id, lastSeq }: ConversationRow,
  { since, limit }: { since: number; limit: number },
): Promise<{ rows: MessageRow[]; seq: number; more: boolean }> {
  const rows = await readChangedSince(handle, workspaceId, id, since, limit);
  const more = rows.length === limit;
  const last = rows.at(-1)?.changedSeq ?? since;
  return { rows, seq: more ? last : Math.max(lastSeq, last), more };
}

/** Sorted by their latest change. */
function readChangedSince(
  handle: Handle,
  workspaceId: WorkspaceId,
  conversationId: string,
  since: number,
  limit: number,
): Promise<MessageRow[]> {
  return handle.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, conversationId),
        gt(messages.changedSeq, since),
      ),
    )
    .orderBy(messages.changedSeq)
    .limit(limit);
}

/** Returns the stretch of a conversation before a place, or its latest messages; oldest first. */
export async function readStretch(
  handle: Handle,
  workspaceId: WorkspaceId,
  conversationId: string,
  before: number | undefined,
  limit: number,
): Promise<{ messages: MessageRow[]; more: boolean }> {
  const rows = await handle.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, conversationId),
        before === undefined ? undefined : lt(messages.seq, before),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(limit + 1);
  return { messages: rows.slice(0, limit).reverse(), more: rows.length > limit };
}

/** Returns the stretch of a conversation from a place on, inclusive; oldest first. */
export async function readFrom(
  handle: Handle,
  workspaceId: WorkspaceId,
  conversationId: string,
  place: number,
  limit: number,
): Promise<{ messages: MessageRow[]; more: boolean }> {
  const rows = await handle.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, conversationId),
        gte(messages.seq, place),
      ),
    )
    .orderBy(messages.seq)
    .limit(limit + 1);
  return { messages: rows.slice(0, limit), more: rows.length > limit };
}

/**
 * Returns a place where this day or a later one begins: the message there is that recent, the one before it is older. Null if all
 * are older. A binary search over places reads some twenty rows of a hundred thousand, whereas an index by time would have to be
 * updated for each message. History has places below 1, where `>>` rounds down as well.
 */
export async function firstOfDay(
  handle: Handle,
  workspaceId: WorkspaceId,
  conversationId: string,
  day: string,
): Promise<number | null> {
  const { rows } = await handle.db.execute<{ seq: number }>(sql`
    with recursive start as materialized (
      select ${workspaceDayStart(sql`${day}::date`)} as at from ${workspaces} w where w.id = ${workspaceId}
    ), halves (low, high) as (
      select coalesce((
        select min(m.seq) from ${messages} m where m.workspace_id = c.workspace_id and m.conversation_id = c.id), 0),
        c.last_seq + 1 from ${conversations} c
      where c.workspace_id = ${workspaceId} and c.id = ${conversationId}
      union all
      select case when m.sent_at < start.at then m.seq + 1 else h.low end,
             case when m.sent_at < start.at then h.high else (h.low + h.high) >> 1 end
      from halves h cross join start left join lateral (
        select ${messages.seq}, ${messages.sentAt} from ${messages}
        where ${messages.workspaceId} = ${workspaceId} and ${messages.conversationId} = ${conversationId}
          and ${messages.seq} >= (h.low + h.high) >> 1 and ${messages.seq} < h.high
        order by ${messages.seq} limit 1
      ) m on true
      where h.low < h.high
    )
    select m.seq from ${messages} m
    where m.workspace_id = ${workspaceId} and m.conversation_id = ${conversationId}
      and m.seq >= (select low from halves where low >= high)
    order by m.seq limit 1`);
  return rows[0]?.seq ?? null;
}

const turnsForContext = 6;

/** Returns the last turns before a place, oldest first, for engines that use context. */
export async function readTurns(
  handle: Handle,
  workspaceId: WorkspaceId,
  conversationId: string,
  before: number,
): Promise<{ from: 'customer' | 'agent'; text: string }[]> {
  const { messages: turns } = await readStretch(handle, workspaceId, conversationId, before, turnsForContext);
  return turns
    .filter((turn) => turn.kind === 'text' && turn.erasedAt === null && turn.deletedAt === null)
    .map((turn) => ({
      from: turn.direction === 'in' ? 'customer' : 'agent',
      text: storableStart(turn.original, 500),
    }));
}

/** Returns names for the console's list: of the sub-accounts and the social accounts. */
export async function readNames(
  handle: Handle,
  workspaceId: WorkspaceId,
  items: readonly ConversationItem[],
): Promise<{ subAccounts: Map<string, string>; socialAccounts: Map<string, string> }> {
  const ids = (of: (item: ConversationItem) => string) => sql.param([...new Set(items.map(of))]);
  const { rows } = await handle.db.execute<{ kind: string; id: string; name: string }>(sql`
    select 'sub-account' as kind, ${subAccountsTable.id}, ${subAccountsTable.remark} as name from ${subAccountsTable}
    where ${subAccountsTable.workspaceId} = ${workspaceId}
      and ${subAccountsTable.id} = any(${ids((item) => item.row.subAccountId)}::uuid[])
    union all
    select 'social-account', ${socialAccountsTable.id}, ${socialAccountsTable.name} from ${socialAccountsTable}
    where ${socialAccountsTable.workspaceId} = ${workspaceId}
      and ${socialAccountsTable.id} = any(${ids((item) => item.row.socialAccountId)}::uuid[])`);
  const named = (kind: string) =>
    new Map(rows.filter((row) => row.kind === kind).map((row): [string, string] => [row.id, row.name]));
  return { subAccounts: named('sub-account'), socialAccounts: named('social-account') };
}

/** Returns the conversation of a chat on a social account, if it has messages. */
export async function findChat(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
  chatId: string,
): Promise<ConversationRow | null> {
  const [row] = await handle.db
    .select()
    .from(conversations)
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.socialAccountId, socialAccountId),
        eq(conversations.chatId, chatId),
      ),
    );
  return row ?? null;
}

/** Returns the changes since event N that the customer may see: no messages that are pending or have failed. */
export function readShown(
  handle: Handle,
  conversation: Pick<ConversationRow, 'workspaceId' | 'id' | 'socialAccountId'>,
  which: { since: number; platformMessageId?: string | undefined; limit: number },
): Promise<MessageRow[]> {
  const { since, platformMessageId, limit } = which;
  return handle.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, conversation.workspaceId),
        eq(messages.conversationId, conversation.id),
        gt(messages.changedSeq, since),
        // With the account: before PostgreSQL 18, the unique index on (account, id) can't be used for the id alone.
        ...(platformMessageId === undefined
          ? []
          : [
              eq(messages.socialAccountId, conversation.socialAccountId),
              eq(messages.platformMessageId, platformMessageId),
            ]),
        // A message whose text was erased no longer appears to its customer.
        isNull(messages.erasedAt),
        or(eq(messages.direction, 'in'), inArray(messages.delivery, ['sent', 'delivered', 'read'])),
      ),
    )
    .orderBy(messages.changedSeq)
    .limit(limit);
}

/** Returns the platform's id of the latest inbound message up to a place, which a read mark refers to. */
export async function lastInboundId(
  handle: Handle,
  workspaceId: WorkspaceId,
  conversationId: string,
  upToSeq: number,
): Promise<string | null> {
  const [row] = await handle.db
    .select({ platformMessageId: messages.platformMessageId })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, conversationId),
        eq(messages.direction, 'in'),
        sql`${messages.seq} <= ${upToSeq}`,
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1);
  return row?.platformMessageId ?? null;
}
