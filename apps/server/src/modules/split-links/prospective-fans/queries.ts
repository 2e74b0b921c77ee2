import type { PlatformId } from '@parley/contract/catalogues';
import {
  maxLinksOffered,
  maxProspectiveFansCounted,
  type ProspectiveFanState,
} from '@parley/contract/prospective-fans';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import { containsPattern } from '../../../base/db/like-pattern.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations } from '../../../schema/conversations.ts';
import { splitContacts, splitLinks, splitTargets } from '../../../schema/split-links.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { isFromSource } from '../sources/queries.ts';

export type SeeingDesk = { workspaceId: WorkspaceId; subAccountId: string };

/** The social accounts `a` that targets of the link `l` name. */
const named = sql`${splitTargets} t join ${socialAccounts} a on a.workspace_id = t.workspace_id and a.id = t.social_account_id
  and a.deleted_at is null where t.workspace_id = l.workspace_id and t.split_link_id = l.id and (not t.followed or ${isFromSource})`;
/** The social accounts `a` on the platform of the link `l`. */
const ofPlatform = sql`${socialAccounts} a where a.workspace_id = l.workspace_id and a.platform = l.platform
  and a.deleted_at is null`;

/**
 * True if a sub-account sees the prospective fans of the link `l`: it owns a social account that is a target; or, if no target
 * names an account, one on the link's platform; or, if the workspace has none there, in any case.
 */
const seenBy = (subAccountId: SQL) => sql`case
  when exists (select from ${named}) then exists (select from ${named} and a.sub_account_id = ${subAccountId})
  when exists (select from ${ofPlatform}) then exists (select from ${ofPlatform} and a.sub_account_id = ${subAccountId})
  else true end`;

/** The links `l` whose prospective fans a sub-account sees. */
const linksOf = ({ workspaceId, subAccountId }: SeeingDesk) => sql`
  select l.workspace_id, l.id, l.name, l.platform from ${splitLinks} l
  where l.workspace_id = ${workspaceId} and l.deleted_at is null and l.contacts > 0
    and ${seenBy(sql`${subAccountId}::uuid`)}`;

/** True if the holder of the row `k` of the link `l` can still act on it. */
const holderActs = sql`exists (
    select from ${subAccounts} s where s.workspace_id = k.workspace_id and s.id = k.holder_id and s.status = 'normal')
  and ${seenBy(sql`k.holder_id`)}`;

/** Times are microseconds since the epoch, the database's full precision. */
export type ProspectiveFanItem = {
  id: string;
  splitLinkId: string;
  splitLinkName: string;
  platform: PlatformId;
  name: string;
  contact: string;
  message: string;
  language: string | null;
  country: string | null;
  state: ProspectiveFanState;
  reason: string;
  note: string;
  createdAt: number;
  since: number;
  holderId: string | null;
  holderName: string | null;
  authorName: string | null;
  conversationId: string | null;
  conversationTitle: string | null;
  chatId: string | null;
  conversationPlatform: PlatformId | null;
  /** The sub-account that has the conversation now. */
  conversationOf: string | null;
};
export type DeskProspectiveFanItem = ProspectiveFanItem & { taken: boolean };

const micros = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000000)::bigint`;
const since = sql`coalesce(k.changed_at, k.created_at)`;

/** Columns of the row `k` and its link `l`. */
const columns = sql`k.id, k.split_link_id as "splitLinkId", l.name as "splitLinkName", l.platform, k.name, k.contact, k.message,
  k.language, k.country, k.state, k.reason, k.note, ${micros(sql`k.created_at`)} as "createdAt", ${micros(since)} as since,
  h.id as "holderId", coalesce(nullif(h.remark, ''), h.account_name) as "holderName", k.author_name as "authorName",
  c.id as "conversationId", c.title as "conversationTitle", c.chat_id as "chatId", c.platform as "conversationPlatform",
  c.sub_account_id as "conversationOf"`;
const besides = sql`
  left join ${subAccounts} h on h.workspace_id = k.workspace_id and h.id = k.holder_id and h.status <> 'deleted'
  left join ${conversations} c on c.workspace_id = k.workspace_id and c.id = k.conversation_id`;

/** `pageNo` counts pages from the cursor, or from the beginning without one. */
type Place = { cursor?: string | undefined; pageNo?: number | undefined; pageSize: number };
type Page<Item> = { list: Item[]; nextCursor: string | null };
type Sort = `${'createdAt' | 'since'}.${'asc' | 'desc'}`;

/** Parses a cursor, `1700000000000000_<id>`; anything else starts at the beginning. */
function following(cursor: string | undefined, by: SQL, ascending: boolean): SQL {
  const [, at, id] = /^(\d{1,16})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor ?? '') ?? [];
  if (at === undefined) return sql`true`;
  const place = sql`(timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond', ${id}::uuid)`;
  return ascending ? sql`(${by}, k.id) > ${place}` : sql`(${by}, k.id) < ${place}`;
}

function pageOf<Item extends ProspectiveFanItem>(
  rows: readonly Item[],
  pageSize: number,
  by: 'createdAt' | 'since',
): Page<Item> {
  const list = rows.slice(0, pageSize);
  const last = list.at(-1);
  return { list, nextCursor: rows.length > pageSize && last ? `${last[by]}_${last.id}` : null };
}

function matching({ state, search }: { state?: string | undefined; search?: string | undefined }): SQL {
  const text = search?.trim() ?? '';
  const pattern = containsPattern(text);
  return sql`${state === undefined ? sql`true` : sql`k.state = ${state}`} and ${
    text === ''
      ? sql`true`
      : sql`(k.name ilike ${pattern} or k.contact ilike ${pattern} or k.message ilike ${pattern} or k.note ilike ${pattern})`
  }`;
}

export type DeskFilters = {
  state?: ProspectiveFanState | undefined;
  splitLinkId?: string | undefined;
  search?: string | undefined;
};

/** Returns the prospective fans that a sub-account sees, latest first. Reads at most one page of rows per link. */
export async function readForDesk(
  handle: Handle,
  caller: SeeingDesk,
  { cursor, pageNo = 1, pageSize, splitLinkId, ...filters }: DeskFilters & Place,
): Promise<Page<DeskProspectiveFanItem>> {
  const upTo = pageNo * pageSize + 1;
  const { rows } = await handle.db.execute<DeskProspectiveFanItem>(sql`
    with seen as (${linksOf(caller)} ${splitLinkId === undefined ? sql`` : sql`and l.id = ${splitLinkId}`}),
    page as (
      select k.* from seen cross join lateral (
        select k.* from ${splitContacts} k
        where k.workspace_id = seen.workspace_id and k.split_link_id = seen.id and ${matching(filters)}
          and ${following(cursor, sql`k.created_at`, false)}
        order by k.created_at desc, k.id desc limit ${upTo}
      ) k
      order by k.created_at desc, k.id desc limit ${pageSize + 1} offset ${(pageNo - 1) * pageSize}
    )
    select ${columns}, ${takenFrom(caller)} as taken
    from page k join seen l on l.id = k.split_link_id ${besides}
    order by k.created_at desc, k.id desc`);
  return pageOf(rows, pageSize, 'createdAt');
}

const takenFrom = ({ subAccountId }: SeeingDesk) =>
  sql`(k.holder_id is not null and k.holder_id <> ${subAccountId} and ${holderActs})`;

/** Returns null if there is none, or if the sub-account doesn't see it. */
export async function findForDesk(
  handle: Handle,
  caller: SeeingDesk,
  id: string,
): Promise<DeskProspectiveFanItem | null> {
  const { rows } = await handle.db.execute<DeskProspectiveFanItem>(sql`
    with seen as (
      ${linksOf(caller)} and l.id = (
        select ${splitContacts.splitLinkId} from ${splitContacts}
        where ${splitContacts.workspaceId} = ${caller.workspaceId} and ${splitContacts.id} = ${id}))
    select ${columns}, ${takenFrom(caller)} as taken
    from seen l join ${splitContacts} k on k.workspace_id = l.workspace_id and k.id = ${id} ${besides}`);
  return rows[0] ?? null;
}

/** Counts the open prospective fans that a sub-account sees, up to a limit. */
export async function countOpen(
  handle: Handle,
  caller: SeeingDesk,
): Promise<{ count: number; more: boolean }> {
  const upTo = maxProspectiveFansCounted + 1;
  const { rows } = await handle.db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from (${linksOf(caller)}) seen cross join lateral (
        select from ${splitContacts} k
        where k.workspace_id = seen.workspace_id and k.split_link_id = seen.id and k.state = 'open' limit ${upTo}
      ) k limit ${upTo}
    ) open`);
  const found = rows[0]?.count ?? 0;
  return { count: Math.min(found, maxProspectiveFansCounted), more: found > maxProspectiveFansCounted };
}

/** Returns the links with prospective fans, by name. */
export async function readLinks(
  handle: Handle,
  caller: SeeingDesk,
  search: string | undefined,
): Promise<{ list: { id: string; name: string }[]; more: boolean }> {
  const { rows } = await handle.db.execute<{ id: string; name: string }>(sql`
    select seen.id, seen.name from (${linksOf(caller)}) seen
    where seen.name ilike ${containsPattern(search?.trim() ?? '')} order by lower(seen.name), seen.id limit ${maxLinksOffered + 1}`);
  return { list: rows.slice(0, maxLinksOffered), more: rows.length > maxLinksOffered };
}

/** Returns true if the conversation belongs to the sub-account. */
export async function hasConversation(
  handle: Handle,
  { workspaceId, subAccountId }: SeeingDesk,
  id: string,
): Promise<boolean> {
  const { rowCount } = await handle.db.execute(sql`
    select 1 from ${conversations}
    where ${conversations.workspaceId} = ${workspaceId} and ${conversations.id} = ${id}
      and ${conversations.subAccountId} = ${subAccountId}`);
  return rowCount !== 0;
}

/** Returns the sub-accounts that see the prospective fans of any of these links. */
export async function readAudience(
  handle: Handle,
  workspaceId: WorkspaceId,
  linkIds: readonly string[],
): Promise<string[]> {
  const { rows } = await handle.db.execute<{ id: string }>(sql`
    select s.id from ${subAccounts} s
    where s.workspace_id = ${workspaceId} and s.status <> 'deleted' and exists (
      select from ${splitLinks} l
      where l.workspace_id = s.workspace_id and l.id = any(${sql.param([...linkIds])}::uuid[]) and ${seenBy(sql`s.id`)})`);
  return rows.map(({ id }) => id);
}

export type OwnedProspectiveFanFilters = DeskFilters & {
  subAccountId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: Sort | undefined;
};

/** Returns the prospective fans of all links of a workspace. */
export async function readForOwner(
  handle: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageNo = 1, pageSize, sort = 'createdAt.desc', ...filters }: OwnedProspectiveFanFilters & Place,
): Promise<Page<ProspectiveFanItem>> {
  const ascending = sort.endsWith('.asc');
  const name = sort.startsWith('since') ? 'since' : 'createdAt';
  const by = name === 'since' ? since : sql`k.created_at`;
  const order = ascending ? sql`order by ${by}, k.id` : sql`order by ${by} desc, k.id desc`;
  const { rows } = await handle.db.execute<ProspectiveFanItem>(sql`
    with page as (
      select k.* from ${splitContacts} k
      join ${splitLinks} l on l.workspace_id = k.workspace_id and l.id = k.split_link_id and l.deleted_at is null
      where k.workspace_id = ${workspaceId} and ${ownerConditions(workspaceId, filters)} and ${following(cursor, by, ascending)}
      ${order} limit ${pageSize + 1} offset ${(pageNo - 1) * pageSize}
    )
    select ${columns} from page k
    join ${splitLinks} l on l.workspace_id = k.workspace_id and l.id = k.split_link_id ${besides} ${order}`);
  return pageOf(rows, pageSize, name);
}

function ownerConditions(
  workspaceId: WorkspaceId,
  { splitLinkId, subAccountId, from, to, ...filters }: Omit<OwnedProspectiveFanFilters, 'sort'>,
): SQL {
  const startOf = (day: SQL) =>
    sql`(select workspace_day_start(w, ${day}) from ${workspaces} w where w.id = ${workspaceId})`;
  const conditions = [
    matching(filters),
    ...(splitLinkId === undefined ? [] : [sql`k.split_link_id = ${splitLinkId}`]),
    ...(subAccountId === undefined ? [] : [sql`k.holder_id = ${subAccountId}`]),
    ...(from === undefined ? [] : [sql`k.created_at >= ${startOf(sql`${from}::date`)}`]),
    ...(to === undefined ? [] : [sql`k.created_at < ${startOf(sql`${to}::date + 1`)}`]),
  ];
  return sql.join(conditions, sql` and `);
}
