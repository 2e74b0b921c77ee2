/** Finds messages by their words and by filters, newest first. */
import type { PlatformId } from '@parley/contract/catalogues';
import type { FoundKind, MessageKind } from '@parley/contract/conversations';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import { optimizationFence } from '../../../base/db/optimization-fence.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { messagesToIndex, messageWords } from '../../../schema/conversations/search.ts';
import { conversations, messages, type StoredAttachment } from '../../../schema/conversations.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaceDayStart, workspaces } from '../../../schema/workspaces.ts';
import { notOfDeleted } from '../../sub-accounts/index.ts';
import { maxLetters, phrasesOf } from './message-words.ts';
import type { IndexQuery, Month } from './word-index.ts';

export type MessageFilters = {
  text?: string | undefined;
  socialAccountId?: string | undefined;
  subAccountId?: string | undefined;
  platform?: PlatformId | undefined;
  conversationId?: string | undefined;
  direction?: 'in' | 'out' | undefined;
  kind?: FoundKind | undefined;
  /** Days in the workspace's calendar, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Omits messages that their author has deleted. */
  withoutTakenBack?: boolean | undefined;
};

/** A message and its sort key: microseconds since the epoch. */
export type Hit = { id: string; at: number };

/** The filters, translated for the index. */
export type Scope = {
  workspaceId: WorkspaceId;
  filters: MessageFilters;
  /** The social accounts of the sub-account and the platform; undefined for any. */
  socialAccountIds: readonly string[] | undefined;
  /** Bounds of the time of sending, in microseconds; null for none. */
  since: number | null;
  until: number | null;
};

const micros = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000000)::bigint`;
const moment = (at: number) => sql`(timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond')`;

/** True for a social account `s` with conversations of a sub-account: its own, or one with conversations handed over to it. */
const workedOnBy = (workspaceId: WorkspaceId, subAccountId: string) => sql`(s.sub_account_id = ${subAccountId}
  or s.id in (select c.social_account_id from ${conversations} c where c.workspace_id = ${workspaceId}
    and c.sub_account_id = ${subAccountId} and c.hand_over_id is not null))`;

/** Resolves the filters: days to timestamps, a sub-account and a platform to their social accounts. */
export async function readScope(
  handle: Handle,
  workspaceId: WorkspaceId,
  filters: MessageFilters,
): Promise<Scope> {
  const { from, to, subAccountId, platform, socialAccountId } = filters;
  const startOfDay = (day: SQL | null) => (day === null ? sql`null` : micros(workspaceDayStart(day)));
  const { rows } = await handle.db.execute<{
    since: number | null;
    until: number | null;
    accounts: string[] | null;
  }>(sql`
    select ${startOfDay(from ? sql`${from}::date` : null)} as since,
      ${startOfDay(to ? sql`(${to}::date + 1)` : null)} as until,
      ${
        subAccountId === undefined && platform === undefined
          ? sql`null`
          : sql`(select coalesce(json_agg(s.id), '[]') from ${socialAccounts} s
              where s.workspace_id = ${workspaceId}
                and ${subAccountId === undefined ? sql`true` : workedOnBy(workspaceId, subAccountId)}
                and s.platform = coalesce(${platform ?? null}, s.platform))`
      } as accounts
    from ${workspaces} w where w.id = ${workspaceId}`);
  const [row] = rows;
  if (row === undefined) throw new Error('a workspace without a row');
  const { since, until } = row;
  const ids = row.accounts ?? undefined;
  const socialAccountIds =
    socialAccountId === undefined
      ? ids
      : [socialAccountId].filter((id) => ids === undefined || ids.includes(id));
  return { workspaceId, filters, socialAccountIds, since, until };
}

/** Conditions on the row `w`: after the cursor, and within the time range. */
function inTime({ workspaceId, since, until, filters }: Scope, after: Hit | null): SQL {
  const conditions = [
    sql`w.workspace_id = ${workspaceId}`,
    ...(since === null ? [] : [sql`w.sent_at >= ${moment(since)}`]),
    ...(until === null ? [] : [sql`w.sent_at < ${moment(until)}`]),
    ...(after === null ? [] : [sql`(w.sent_at, w.id) < (${moment(after.at)}, ${after.id}::uuid)`]),
    ...(filters.direction === undefined ? [] : [sql`w.inbound = ${filters.direction === 'in'}`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** Returns the months that contain messages, newest first, by one index lookup each. */
export async function readMonths(handle: Handle, scope: Scope, after: Hit | null): Promise<Month[]> {
  const newest = (condition: SQL) => sql`
    select w.sent_at from ${messageWords} w where ${inTime({ ...scope, filters: {} }, after)} and ${condition}
    order by w.sent_at desc limit 1`;
  const { rows } = await handle.db.execute<{ month: Month }>(sql`
    with recursive newest as (
      (${newest(sql`true`)})
      union all
      select (${newest(sql`w.sent_at < date_trunc('month', n.sent_at, 'UTC')`)}) from newest n where n.sent_at is not null
    )
    select to_char(sent_at at time zone 'UTC', 'YYYY-MM') as month from newest where sent_at is not null`);
  return rows.map(({ month }) => month);
}

const newestFirst = sql`order by w.sent_at desc, w.id desc`;

/** Returns the last of the next `most` messages sent since the beginning of a month, regardless of their words. */
export async function readScanEnd(
  handle: Handle,
  scope: Scope,
  { after, month, most }: { after: Hit | null; month: Month; most: number },
): Promise<Hit | null> {
  const { rows } = await handle.db.execute<Hit>(sql`
    select w.id, ${micros(sql`w.sent_at`)} as at from (
      select w.id, w.sent_at from ${messageWords} w
      where ${inTime({ ...scope, filters: {} }, after)} and w.sent_at >= ${startOf(month)} ${newestFirst} limit ${most}
    ) w order by w.sent_at, w.id limit 1`);
  return rows[0] ?? null;
}

const startOf = (month: Month) => sql`(${`${month}-01`}::timestamp at time zone 'UTC')`;

/**
 * Scans messages in order, down to and including `end`, and returns matches. Null `end`: no bound; null `tsquery`: all match.
 */
export async function scan(
  handle: Handle,
  scope: Scope,
  {
    after,
    end,
    tsquery,
    wanted,
  }: { after: Hit | null; end: Hit | null; tsquery: string | null; wanted: number },
): Promise<Hit[]> {
  const { rows } = await handle.db.execute<Hit>(sql`
    select w.id, ${micros(sql`w.sent_at`)} as at from ${messageWords} w
    where ${inTime(scope, after)}
      ${end === null ? sql`` : sql`and (w.sent_at, w.id) >= (${moment(end.at)}, ${end.id}::uuid)`}
      ${tsquery === null ? sql`` : sql`and w.words @@ ${tsquery}::tsquery`}
    ${newestFirst} limit ${wanted}`);
  return rows;
}

/** `left`: a condition that the index isn't queried for, and that messages must match as well; null if none. */
export type MonthQuery = { tsquery: string; left: string | null };

/** Returns messages that match one of the queries: all are found by the index and then sorted. */
export async function collect(
  handle: Handle,
  scope: Scope,
  { after, asked, wanted }: { after: Hit | null; asked: readonly MonthQuery[]; wanted: number },
): Promise<Hit[]> {
  // One subquery per query, materialized before the other conditions: otherwise PostgreSQL judges it quicker to read the many
  // possible matches of several queries, or the rows in result order, than to use the index, and reads the whole table.
  const { rows } = await handle.db.execute<Hit>(sql`
    with found as materialized (
      select w.* from unnest(${sql.param(asked.map(({ tsquery }) => tsquery))}::text[],
        ${sql.param(asked.map(({ left }) => left))}::text[]) as q (query, rest)
      cross join lateral (
        select w.workspace_id, w.id, w.sent_at, w.inbound from ${messageWords} w
        where w.words @@ q.query::tsquery and (q.rest is null or w.words @@ q.rest::tsquery)
        ${optimizationFence}
      ) w
    )
    select distinct on (w.sent_at, w.id) w.id, ${micros(sql`w.sent_at`)} as at from found w where ${inTime(scope, after)}
    ${newestFirst} limit ${wanted}`);
  return rows;
}

/** Returns the share of the next `most` messages that matches each query, from 0 to 1. */
export async function readShares(
  handle: Handle,
  scope: Scope,
  { after, most, tsqueries }: { after: Hit | null; most: number; tsqueries: readonly string[] },
): Promise<number[]> {
  const answering = tsqueries.map((tsquery) => sql`count(*) filter (where w.words @@ ${tsquery}::tsquery)`);
  const { rows } = await handle.db.execute<{ counts: number[]; all: number }>(sql`
    select array[${sql.join(answering, sql`, `)}]::int[] as counts, count(*)::int as all from (
      select w.words from ${messageWords} w where ${inTime({ ...scope, filters: {} }, after)} ${newestFirst} limit ${most}) w`);
  return (rows[0]?.counts ?? []).map((count) => count / Math.max(1, rows[0]?.all ?? 1));
}

/** Returns the kind for the index, which has no word for texts; those are checked message by message. */
const indexedKind = ({ kind }: MessageFilters) => (kind === 'text' ? undefined : kind);

/** Returns true if the index can be queried for a filter; it can't for days and a direction. */
export const canAsk = ({ filters, socialAccountIds }: Scope): boolean =>
  [filters.text, filters.conversationId, socialAccountIds, indexedKind(filters)].some(
    (filter) => filter !== undefined,
  );

export const indexQueryOf = ({ filters, socialAccountIds }: Scope): IndexQuery => ({
  phrases: phrasesOf(filters.text ?? ''),
  conversationId: filters.conversationId,
  socialAccountIds,
  kind: indexedKind(filters),
});

/** `automatic`: true for an automatic reply. `name`: the name that the author uses. */
type MessageAuthor = {
  automatic: boolean;
  name: string | null;
  subAccount: string | null;
  isOwners: boolean;
};

/** A message as shown in search results. */
export type FoundMessageRow = Hit & {
  conversationId: string;
  socialAccountId: string;
  seq: number;
  direction: 'in' | 'out';
  /** In a group, the author's name at that time. */
  memberName: string | null;
  /** Set for the business's messages; null for a customer's, or if written in another program. */
  author: MessageAuthor | null;
  kind: MessageKind;
  attachment: StoredAttachment | null;
  /** Milliseconds since the epoch. */
  sentAt: number;
  original: string;
  originalLanguage: string | null;
  translation: string | null;
  translationLanguage: string | null;
  title: string;
  fanId: string | null;
  chatId: string;
  platform: PlatformId;
  subAccountRemark: string;
  socialAccountName: string;
};

/** The text of an `unsupported` message is the platform's name for its content. */
const hasWords = sql`m.kind <> 'unsupported'`;

/** The filters as exact conditions on a message `m` and its conversation `c`; the index is only approximate. */
function matching({ workspaceId, filters, since, until }: Scope): SQL {
  const { subAccountId, platform, socialAccountId, conversationId, direction, kind, withoutTakenBack } =
    filters;
  const conditions = [
    sql`m.workspace_id = ${workspaceId} and not m.withheld and m.erased_at is null`,
    notOfDeleted(workspaceId, sql`c.sub_account_id`),
    ...(withoutTakenBack ? [sql`m.deleted_at is null`] : []),
    ...(since === null ? [] : [sql`m.sent_at >= ${moment(since)}`]),
    ...(until === null ? [] : [sql`m.sent_at < ${moment(until)}`]),
    ...(direction === undefined ? [] : [sql`m.direction = ${direction}`]),
    ...(kind === undefined ? [] : [sql`m.kind = ${kind}`]),
    ...(conversationId === undefined ? [] : [sql`m.conversation_id = ${conversationId}`]),
    ...(socialAccountId === undefined ? [] : [sql`m.social_account_id = ${socialAccountId}`]),
    ...(subAccountId === undefined ? [] : [sql`c.sub_account_id = ${subAccountId}`]),
    ...(platform === undefined ? [] : [sql`c.platform = ${platform}`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** The columns of `FoundMessageRow`, from `m`, its conversation `c` and the joined names. */
const columns = sql`m.id, ${micros(sql`m.sent_at`)} as at, m.conversation_id as "conversationId",
  m.social_account_id as "socialAccountId", m.seq, m.direction, m.member_name as "memberName", m.kind, m.attachment,
  case when m.direction = 'out' and m.author_sub_account_id is not null then json_build_object(
    'automatic', m.triggered_by is not null, 'name', m.author_name, 'subAccount', a.remark,
    'isOwners', coalesce(a.is_default, false)) end as author,
  floor(extract(epoch from m.sent_at) * 1000)::float8 as "sentAt", m.original, m.original_language as "originalLanguage",
  m.translation, m.translation_language as "translationLanguage", c.title, c.fan_id as "fanId", c.chat_id as "chatId", c.platform,
  coalesce(u.remark, '') as "subAccountRemark", coalesce(s.name, '') as "socialAccountName"`;
const named = sql`join ${conversations} c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
  left join ${subAccounts} u on u.workspace_id = c.workspace_id and u.id = c.sub_account_id
  left join ${subAccounts} a on a.workspace_id = m.workspace_id and a.id = m.author_sub_account_id
  left join ${socialAccounts} s on s.workspace_id = c.workspace_id and s.id = c.social_account_id`;

/** Reads found messages in their present state, without those that no longer match the filters. */
export async function readFound(
  handle: Handle,
  scope: Scope,
  ids: readonly string[],
): Promise<FoundMessageRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await handle.db.execute<FoundMessageRow>(sql`
    select ${columns} from ${messages} m ${named}
    where ${matching(scope)} and ${hasWords} and m.id = any(${sql.param([...ids])}::uuid[])`);
  return rows;
}

/**
 * Reads the messages of one conversation that match the filters, in order, after a place if given. Words aren't checked, so
 * `unsupported` messages are included.
 */
export async function readInOrder(
  handle: Handle,
  scope: Scope,
  { afterSeq, limit }: { afterSeq: number | null; limit: number },
): Promise<FoundMessageRow[]> {
  const { rows } = await handle.db.execute<FoundMessageRow>(sql`
    select ${columns} from ${messages} m ${named} where ${matching(scope)}
      and (${afterSeq}::bigint is null or m.seq > ${afterSeq}::bigint)
    order by m.seq limit ${limit}`);
  return rows;
}

/** A message that isn't indexed yet, with its texts up to the indexed length. */
export type UnindexedRow = Hit & { original: string; translation: string | null };

/** Reads the latest messages that aren't indexed yet: the ids of all, and those that match the filters. */
export async function readUnindexed(
  handle: Handle,
  scope: Scope,
  most: number,
): Promise<{ ids: string[]; found: UnindexedRow[] }> {
  const latest = sql`select t.id from ${messagesToIndex} t where t.workspace_id = ${scope.workspaceId}
    order by t.id desc limit ${most}`;
  const [all, found] = await Promise.all([
    handle.db.execute<{ id: string }>(latest),
    handle.db.execute<UnindexedRow>(sql`
      select m.id, ${micros(sql`m.sent_at`)} as at, left(m.original, ${maxLetters}) as original,
        left(m.translation, ${maxLetters}) as translation
      from ${messages} m join ${conversations} c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
      where ${matching(scope)} and ${hasWords} and m.id = any(array(${latest}))`),
  ]);
  return { ids: all.rows.map(({ id }) => id), found: found.rows };
}
