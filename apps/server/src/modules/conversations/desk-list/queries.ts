/** The conversations of one sub-account as its desk lists them. */
import type { PlatformId } from '@parley/contract/catalogues';
import { type ConversationView, maxCounted, maxPinned } from '@parley/contract/conversations';
import { and, count, eq, gt, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import { containsPattern } from '../../../base/db/like-pattern.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type ConversationRow, conversations } from '../../../schema/conversations.ts';
import { notOfDeleted } from '../../sub-accounts/index.ts';
import type { ConversationItem } from '../presenter.ts';
import { selectItems } from '../reading/queries.ts';
import { ofTaggedFans } from './fan-tags/queries.ts';

export type DeskListQuery = {
  subAccountId: string;
  /** Undefined for any state. */
  view: ConversationView | undefined;
  platform?: PlatformId | undefined;
  socialAccountId?: string | undefined;
  kind?: ConversationRow['kind'] | undefined;
  search?: string | undefined;
  /** Fans whose alias contains `search`. */
  fanIds: readonly string[];
  unread: boolean;
  /** Matches any of these tags; undefined for no filter. */
  tagIds?: readonly string[] | undefined;
  cursor?: string | undefined;
  /** Counts pages from the cursor, or from the beginning without one. */
  pageNo: number;
  pageSize: number;
};

const { closedAt, archivedAt, snoozedUntil, pinnedAt, waitingSince, lastMessageAt, wokenAt } = conversations;
const isOpen = and(isNull(closedAt), isNull(snoozedUntil));

type Order = {
  condition: SQL | undefined;
  /** The time that sorts the list: as an expression that matches the index, and of a row. */
  by: SQL;
  of(row: ConversationRow): Date | null;
  latestFirst: boolean;
};

/** Each order has an index with the same condition and sort key. */
const orders: Record<ConversationView | 'all', Order> = {
  open: {
    condition: isOpen,
    by: sql`greatest(${lastMessageAt}, ${wokenAt})`,
    of: (row) =>
      row.wokenAt && row.lastMessageAt && row.wokenAt > row.lastMessageAt ? row.wokenAt : row.lastMessageAt,
    latestFirst: true,
  },
  waiting: {
    condition: and(isNotNull(waitingSince), isOpen),
    by: sql`${waitingSince}`,
    of: (row) => row.waitingSince,
    latestFirst: false,
  },
  snoozed: {
    condition: and(isNotNull(snoozedUntil), isNull(closedAt)),
    by: sql`${snoozedUntil}`,
    of: (row) => row.snoozedUntil,
    latestFirst: false,
  },
  closed: {
    condition: and(isNotNull(closedAt), isNull(archivedAt)),
    by: sql`${closedAt}`,
    of: (row) => row.closedAt,
    latestFirst: true,
  },
  archived: {
    condition: isNotNull(archivedAt),
    by: sql`${archivedAt}`,
    of: (row) => row.archivedAt,
    latestFirst: true,
  },
  all: {
    condition: undefined,
    by: sql`${lastMessageAt}`,
    of: (row) => row.lastMessageAt,
    latestFirst: true,
  },
};

/** Returns a page in the order of the view. The first page of open conversations starts with all pinned ones. */
export async function readDeskList(
  handle: Handle,
  workspaceId: WorkspaceId,
  query: DeskListQuery,
): Promise<{ list: ConversationItem[]; nextCursor: string | null }> {
  const order = orders[query.view ?? 'all'];
  const direction = sql.raw(order.latestFirst ? 'desc' : 'asc');
  const { tagIds } = query;
  const tagged = tagIds && (await ofTaggedFans(handle, workspaceId, query.subAccountId, tagIds));
  const chosen = and(filtered(workspaceId, query), order.condition, tagged);
  const withPins = query.view === 'open';
  const isFirst = query.cursor === undefined && query.pageNo === 1;
  const [pinned, list] = await Promise.all([
    withPins && isFirst
      ? selectItems(handle, and(chosen, isNotNull(pinnedAt)), {
          orderBy: [sql`${pinnedAt}`, sql`${conversations.id}`],
          // Concurrent pins can exceed the maximum, and a pinned conversation omitted here would appear nowhere.
          limit: 2 * maxPinned,
          offset: 0,
        })
      : [],
    selectItems(
      handle,
      and(chosen, withPins ? isNull(pinnedAt) : undefined, afterCursor(query.cursor, order)),
      {
        orderBy: [sql`${order.by} ${direction}`, sql`${conversations.id} ${direction}`],
        limit: query.pageSize + 1,
        offset: (query.pageNo - 1) * query.pageSize,
      },
    ),
  ]);
  const page = list.slice(0, query.pageSize);
  const last = page.at(-1)?.row;
  const more = list.length > page.length && last !== undefined;
  return {
    list: [...pinned, ...page],
    nextCursor: more ? `${order.of(last)?.getTime()}_${last.id}` : null,
  };
}

function filtered(workspaceId: WorkspaceId, query: DeskListQuery): SQL | undefined {
  return and(
    eq(conversations.workspaceId, workspaceId),
    notOfDeleted(workspaceId, conversations.subAccountId),
    isNotNull(lastMessageAt),
    eq(conversations.subAccountId, query.subAccountId),
    query.platform ? eq(conversations.platform, query.platform) : undefined,
    query.socialAccountId ? eq(conversations.socialAccountId, query.socialAccountId) : undefined,
    query.kind ? eq(conversations.kind, query.kind) : undefined,
    query.search ? named(query.search, query.fanIds) : undefined,
    query.unread ? gt(conversations.unread, 0) : undefined,
  );
}

function named(search: string, fanIds: readonly string[]): SQL | undefined {
  const titled = ilike(conversations.title, containsPattern(search));
  return fanIds.length === 0 ? titled : or(titled, inArray(conversations.fanId, [...fanIds]));
}

/** The cursor is the last row of the previous page; anything else starts at the beginning. */
function afterCursor(cursor: string | undefined, { by, latestFirst }: Order): SQL | undefined {
  const match = cursor?.match(/^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/);
  if (!match) return undefined;
  const at = new Date(Number(match[1]));
  return sql`(${by}, ${conversations.id}) ${sql.raw(latestFirst ? '<' : '>')} (${at}, ${match[2]}::uuid)`;
}

/** Counts up to `maxCounted`. */
export async function countViews(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<{ waiting: number; snoozed: number }> {
  const counted = (view: 'waiting' | 'snoozed') => sql`(select count(*) from (
    select from ${conversations} where ${and(
      eq(conversations.workspaceId, workspaceId),
      eq(conversations.subAccountId, subAccountId),
      isNotNull(lastMessageAt),
      orders[view].condition,
    )} limit ${maxCounted}) counted)`;
  const { rows } = await handle.db.execute<{ waiting: number; snoozed: number }>(
    sql`select ${counted('waiting')} as waiting, ${counted('snoozed')} as snoozed`,
  );
  return rows[0] ?? { waiting: 0, snoozed: 0 };
}

/** Returns unread messages per social account, over the sub-account's conversations except archived ones. */
export async function readUnread(
  handle: Handle,
  workspaceId: WorkspaceId,
  subAccountId: string,
  socialAccountIds: readonly string[],
): Promise<Map<string, { messages: number; conversations: number }>> {
  if (socialAccountIds.length === 0) return new Map();
  const rows = await handle.db
    .select({
      id: conversations.socialAccountId,
      messages: sql`sum(${conversations.unread})`.mapWith(Number),
      conversations: count(),
    })
    .from(conversations)
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.subAccountId, subAccountId),
        inArray(conversations.socialAccountId, [...socialAccountIds]),
        gt(conversations.unread, 0),
        isNull(conversations.archivedAt),
      ),
    )
    .groupBy(conversations.socialAccountId);
  return new Map(rows.map(({ id, ...unread }) => [id, unread]));
}
