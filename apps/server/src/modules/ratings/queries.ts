import type { PlatformId } from '@parley/contract/catalogues';
import { maxRatingsShown } from '@parley/contract/ratings';
import { and, desc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { type ConversationRow, conversations, messages } from '../../schema/conversations.ts';
import { type RatingRow, ratings } from '../../schema/ratings.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { workspaces } from '../../schema/workspaces.ts';
import type { RatingSituation } from './policy.ts';

type ConversationKey = Pick<ConversationRow, 'workspaceId' | 'id'>;

/** A request with the facts for its rules. `takesComment`: the sub-account keeps chat history. */
export type RatingRequest = RatingSituation & { id: string; takesComment: boolean };

const ms = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::float8`;

type SituationRow = {
  id: string;
  askedAt: number;
  dismissed: boolean;
  score: number | null;
  comment: string | null;
  isLatest: boolean;
  isClosed: boolean;
  wroteAt: number | null;
  takesComment: boolean;
};

/** Returns a conversation's latest request, or the one with this id; null when there is none. */
export async function findRequest(
  handle: Handle,
  { workspaceId, id }: ConversationKey,
  requestId?: string,
): Promise<RatingRequest | null> {
  const [row] = await readSituations(
    handle,
    sql`c.workspace_id = ${workspaceId} and c.id = ${id}`,
    requestId === undefined ? sql`true` : sql`r.id = ${requestId}`,
  );
  return row ? presentSituation(row) : null;
}

/** Returns the latest request in a visitor's conversation; null when there is none. */
export async function findVisitorsRequest(
  handle: Handle,
  workspaceId: WorkspaceId,
  { socialAccountId, chatId }: { socialAccountId: string; chatId: string },
): Promise<RatingRequest | null> {
  const [row] = await readSituations(
    handle,
    sql`c.workspace_id = ${workspaceId} and c.social_account_id = ${socialAccountId} and c.chat_id = ${chatId}`,
    sql`true`,
  );
  return row ? presentSituation(row) : null;
}

async function readSituations(handle: Handle, conversation: SQL, request: SQL): Promise<SituationRow[]> {
  const { rows } = await handle.db.execute<SituationRow>(sql`
    select r.id, ${ms(sql`r.asked_at`)} as "askedAt", r.dismissed_at is not null as dismissed, r.score, r.comment,
      not exists (
        select from ${ratings} l where l.workspace_id = r.workspace_id and l.conversation_id = r.conversation_id
          and l.asked_seq > r.asked_seq) as "isLatest",
      c.closed_at is not null as "isClosed", ${ms(sql`m.created_at`)} as "wroteAt",
      s.save_chat_history as "takesComment"
    from ${conversations} c
    join ${ratings} r on r.workspace_id = c.workspace_id and r.conversation_id = c.id
    join ${subAccounts} s on s.workspace_id = c.workspace_id and s.id = c.sub_account_id
    left join lateral (
      select m.created_at from ${messages} m
      where m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.seq > r.asked_seq
        and m.direction = 'in' order by m.seq limit 1
    ) m on true
    where ${conversation} and ${request} order by r.asked_seq desc limit 1`);
  return rows;
}

function presentSituation({ score, comment, ...row }: SituationRow): RatingRequest {
  return { ...row, given: score === null ? null : { score, comment } };
}

export type ClosingFacts = {
  lastAskedAt: number | null;
  wroteSince: boolean;
  /** The last message of a person between the last request and the closing; null when there is none. */
  answer: { name: string | null } | null;
};

/** Returns the state of a conversation at the time when the event with number `seq` closed it. */
export async function readClosing(
  handle: Handle,
  { workspaceId, id }: ConversationKey,
  seq: number,
): Promise<ClosingFacts> {
  const own = (table: string) =>
    sql`${sql.identifier(table)}.workspace_id = ${workspaceId} and ${sql.identifier(table)}.conversation_id = ${id}`;
  const { rows } = await handle.db.execute<{
    lastAskedAt: number | null;
    wroteSince: boolean;
    answered: boolean;
    name: string | null;
  }>(sql`
    select ${ms(sql`r.asked_at`)} as "lastAskedAt", a.seq is not null as answered, a.author_name as name,
      exists (select from ${messages} m where ${own('m')} and m.seq > ${seq} and m.direction = 'in') as "wroteSince"
    from (values (1)) one
    left join lateral (
      select r.asked_at, r.asked_seq from ${ratings} r where ${own('r')} order by r.asked_seq desc limit 1
    ) r on true
    left join lateral (
      select m.seq, m.author_name from ${messages} m
      where ${own('m')} and m.seq > coalesce(r.asked_seq, 0) and m.seq <= ${seq}
        and m.direction = 'out' and m.triggered_by is null and m.author_sub_account_id is not null
      order by m.seq desc limit 1
    ) a on true`);
  const [row] = rows;
  return {
    lastAskedAt: row?.lastAskedAt ?? null,
    wroteSince: row?.wroteSince ?? false,
    answer: row?.answered ? { name: row.name } : null,
  };
}

/** Returns the ratings of a conversation, newest first. */
export function readOfConversation(
  handle: Handle,
  { workspaceId, id }: ConversationKey,
): Promise<RatingRow[]> {
  return handle.db
    .select()
    .from(ratings)
    .where(
      and(eq(ratings.workspaceId, workspaceId), eq(ratings.conversationId, id), isNotNull(ratings.score)),
    )
    .orderBy(desc(ratings.askedSeq))
    .limit(maxRatingsShown);
}

/** Returns null when there is no such rating, or it has no comment. */
export async function findComment(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<{ conversationId: string; comment: string } | null> {
  const [row] = await handle.db
    .select({ conversationId: ratings.conversationId, comment: ratings.comment })
    .from(ratings)
    .where(and(eq(ratings.workspaceId, workspaceId), eq(ratings.id, id)));
  const comment = row?.comment ?? null;
  return row === undefined || comment === null ? null : { ...row, comment };
}

export type RatingQueryFilters = {
  subAccountId?: string | undefined;
  socialAccountId?: string | undefined;
  score?: number | undefined;
  comment?: 'with' | undefined;
  from?: string | undefined;
  to?: string | undefined;
};
/** `pageNo` counts pages from the cursor, or from the beginning without one. */
type Place = { cursor?: string | undefined; pageNo?: number | undefined; pageSize: number };

/** `at`: the time of the request in microseconds since the epoch, the database's precision. */
export type RatingItem = {
  id: string;
  at: number;
  ratedAt: number;
  score: number;
  comment: string | null;
  translation: string | null;
  translationLanguage: string | null;
  language: string | null;
  closedBy: string | null;
  agentName: string | null;
  conversationId: string;
  conversationTitle: string;
  chatId: string;
  platform: PlatformId;
  subAccountId: string;
  subAccountRemark: string;
  socialAccountId: string;
  socialAccountName: string;
};

export async function readRatings(
  handle: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageNo = 1, pageSize, ...filters }: RatingQueryFilters & Place,
): Promise<{ list: RatingItem[]; nextCursor: string | null }> {
  const all = [
    sql`${ratings.workspaceId} = ${workspaceId}`,
    ...conditions(workspaceId, filters),
    before(cursor),
  ];
  const where = sql.join(
    all.filter((one) => one !== undefined),
    sql` and `,
  );
  const { rows } = await handle.db.execute<RatingItem>(sql`
    with page as (
      select * from ${ratings} where ${where} order by ${ratings.askedAt} desc, ${ratings.id} desc
      limit ${pageSize + 1} offset ${(pageNo - 1) * pageSize}
    )
    select p.id, (extract(epoch from p.asked_at) * 1000000)::bigint as at, ${ms(sql`p.rated_at`)} as "ratedAt", p.score,
      p.comment, p.comment_translation as translation, p.comment_translation_language as "translationLanguage", p.language, p.closed_by as "closedBy", p.agent_name as "agentName",
      p.conversation_id as "conversationId", c.title as "conversationTitle", c.chat_id as "chatId", c.platform,
      p.sub_account_id as "subAccountId", coalesce(s.remark, '') as "subAccountRemark",
      p.social_account_id as "socialAccountId", coalesce(a.name, '') as "socialAccountName"
    from page p
    join ${conversations} c on c.workspace_id = p.workspace_id and c.id = p.conversation_id
    left join ${subAccounts} s on s.workspace_id = p.workspace_id and s.id = p.sub_account_id
    left join ${socialAccounts} a on a.workspace_id = p.workspace_id and a.id = p.social_account_id
    order by p.asked_at desc, p.id desc`);
  const list = rows.slice(0, pageSize);
  const last = list.at(-1);
  return { list, nextCursor: rows.length > pageSize && last ? `${last.at}_${last.id}` : null };
}

function conditions(workspaceId: WorkspaceId, filters: RatingQueryFilters): (SQL | undefined)[] {
  const { subAccountId, socialAccountId, score, comment, from, to } = filters;
  // The same days as in the sums, even if the workspace's time zone was changed.
  const startOf = (day: SQL) =>
    sql`(select workspace_day_start(w, ${day}) from ${workspaces} w where w.id = ${workspaceId})`;
  return [
    isNotNull(ratings.score),
    comment && isNotNull(ratings.comment),
    score === undefined ? undefined : eq(ratings.score, score),
    subAccountId === undefined ? undefined : eq(ratings.subAccountId, subAccountId),
    socialAccountId === undefined ? undefined : eq(ratings.socialAccountId, socialAccountId),
    from === undefined ? undefined : gte(ratings.askedAt, startOf(sql`${from}::date`)),
    to === undefined ? undefined : lt(ratings.askedAt, startOf(sql`${to}::date + 1`)),
  ];
}

const place = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function before(cursor: string | undefined): SQL | undefined {
  const [, microseconds, id] = place.exec(cursor ?? '') ?? [];
  // An invalid cursor starts from the beginning.
  if (microseconds === undefined) return undefined;
  const at = sql`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond')`;
  return sql`(${ratings.askedAt}, ${ratings.id}) < (${at}, ${id}::uuid)`;
}
