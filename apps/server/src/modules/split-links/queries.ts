import type { ProspectiveFanState } from '@parley/contract/prospective-fans';
import type {
  FollowedTarget,
  SplitLink,
  SplitLinkListed,
  SplitTarget,
  SplitVisit,
} from '@parley/contract/split-links';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import { containsPattern } from '../../base/db/like-pattern.ts';
import { afterCursor, nextCursorOf, orderBy, placeOf, sortingOf } from '../../base/db/sort.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { users } from '../../schema/identity.ts';
import { splitConversionTotals } from '../../schema/split-links/conversions.ts';
import { splitDomains } from '../../schema/split-links/domains.ts';
import {
  splitContacts,
  splitLinkDays,
  splitLinks,
  splitTargetDays,
  splitTargets,
  splitVisits,
} from '../../schema/split-links.ts';
import { workspaceDay, workspaces } from '../../schema/workspaces.ts';
import { after, pageOf, type RecordsPage, type RecordsPlace, toPage } from './records/queries.ts';
import { followedOf } from './sources/followed.ts';
import {
  followedCounts,
  type Member,
  readChosen,
  readMembers,
  readSettings,
  readSources,
} from './sources/queries.ts';

/** Without the short link's URL, which depends on the host at which the console was opened. */
export type SplitLinkItem = Omit<SplitLinkListed, 'url'>;
export type SplitLinkWhole = Omit<SplitLink, 'url'>;

const millis = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::bigint`;

/** Today in the calendar of the workspace `w`. */
const today = workspaceDay(sql`now()`);

/** True if the social account `a` of the target `t` is online; null if the target has none. */
const online = sql`case when t.social_account_id is null then null
  else coalesce(a.enabled and a.state = 'online', false) end`;

const accountOfTarget = sql`left join ${socialAccounts} a on a.workspace_id = t.workspace_id and a.id = t.social_account_id
  and a.deleted_at is null`;

/** Target counts of the link `l`. */
const targetCounts = sql`(
  select y.targets + f.targets as targets, y.available + f.available as available from (
    select count(*)::int as targets,
      (count(*) filter (where t.enabled and (l.eligibility = 'full' or ${online} is not false)))::int as available
    from ${splitTargets} t ${accountOfTarget}
    where t.workspace_id = l.workspace_id and t.split_link_id = l.id and not t.followed) y,
  lateral ${followedCounts} f)`;

/** Today's visits of the link `l` in the workspace `w`. */
const visitsToday = sql`coalesce((
  select d.visits from ${splitLinkDays} d
  where d.workspace_id = l.workspace_id and d.split_link_id = l.id and d.day = ${today}), 0)`;

/** Sums over the `chosen` conversion totals `n`. */
const conversionCounts = (chosen: SQL) => sql`(
  select coalesce(sum(n.conversions), 0)::int as conversions, coalesce(sum(n.new_fans), 0)::int as new_fans
  from ${splitConversionTotals} n where ${chosen})`;

const listed = sql`l.id, (
    select u.email from ${users} u where u.workspace_id = l.workspace_id and u.kind = 'owner' limit 1) as "emailAddress", l.name, l.code, l.platform, l.eligibility, l.mode, l.enabled, ${millis(sql`l.expires_at`)} as "expiresAt",
  l.domain_id as "domainId", (
    select d.domain from ${splitDomains} d
    where d.workspace_id = l.workspace_id and d.id = l.domain_id and d.state = 'verified') as domain,
  l.remark, c.targets as "targetCount", c.available as "availableCount", l.visits, ${visitsToday} as "visitsToday",
  n.conversions, n.new_fans as "newFans", l.contacts,
  l.version, ${millis(sql`l.created_at`)} as "createdAt"`;

const whole = sql`${listed}, l.binds_address as "bindsAddress", l.tracks_fans as "tracksFans",
  l.device, l.regions, l.default_url as "defaultUrl", l.page_text as "pageText",
  l.preview_title as "previewTitle", l.preview_text as "previewText", l.preview_image_url as "previewImageUrl"`;

const links = sql`${splitLinks} l join ${workspaces} w on w.id = l.workspace_id cross join lateral ${targetCounts} c
  cross join lateral ${conversionCounts(sql`n.workspace_id = l.workspace_id and n.split_link_id = l.id`)} n`;

type ListFilters = {
  search?: string | undefined;
  platform?: SplitLinkListed['platform'] | undefined;
  enabled?: boolean | undefined;
  sort?: `${keyof typeof columns}.${'asc' | 'desc'}` | undefined;
};

const columns = {
  name: { by: sql`lower(l.name)`, type: 'text' },
  visits: { by: sql`l.visits`, type: 'integer' },
  visitsToday: { by: visitsToday, type: 'integer' },
  conversions: { by: sql`n.conversions`, type: 'integer' },
  createdAt: { by: sql`l.created_at`, type: 'timestamptz' },
} as const;

function matching(workspaceId: WorkspaceId, { search, platform, enabled }: ListFilters): SQL {
  const pattern = search ? containsPattern(search) : null;
  const conditions = [
    sql`l.workspace_id = ${workspaceId} and l.deleted_at is null`,
    ...(pattern === null
      ? []
      : [sql`(l.name ilike ${pattern} or l.remark ilike ${pattern} or l.code ilike ${pattern})`]),
    ...(platform === undefined ? [] : [sql`l.platform = ${platform}`]),
    ...(enabled === undefined ? [] : [sql`l.enabled = ${enabled}`]),
  ];
  return sql.join(conditions, sql` and `);
}

const sorting = (sort: ListFilters['sort'] = 'createdAt.desc') => sortingOf(sort, columns, sql`l.id`);

/** Returns one page, newest first unless sorted, and the total. */
export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  { pageNo, pageSize, ...given }: ListFilters & { pageNo: number; pageSize: number },
): Promise<{ list: SplitLinkItem[]; total: number }> {
  const where = matching(workspaceId, given);
  const order = orderBy(sorting(given.sort));
  const [{ rows: list }, { rows: totals }] = await Promise.all([
    handle.db.execute<SplitLinkItem>(sql`
      select ${listed} from ${links} where ${where} order by ${order}
      limit ${pageSize} offset ${(pageNo - 1) * pageSize}`),
    handle.db.execute<{ total: number }>(
      sql`select count(*)::int as total from ${splitLinks} l where ${where}`,
    ),
  ]);
  return { list, total: totals[0]?.total ?? 0 };
}

/** Returns the links after `cursor` in the list's order, regardless of those added meanwhile. */
export async function readListBatch(
  handle: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageSize, ...given }: ListFilters & { cursor: string | undefined; pageSize: number },
): Promise<{ list: SplitLinkItem[]; nextCursor: string | null }> {
  const order = sorting(given.sort);
  const { rows } = await handle.db.execute<SplitLinkItem & { place: string | null }>(sql`
    select ${listed}, ${placeOf(order)} as place from ${links}
    where ${matching(workspaceId, given)} and ${afterCursor(order, cursor)}
    order by ${orderBy(order)} limit ${pageSize}`);
  const list = rows.map(({ place: _place, ...link }) => link);
  return { list, nextCursor: nextCursorOf(rows, pageSize, (row) => row.id) };
}

/** Returns the links with these ids, in this order. */
export async function readListed(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<SplitLinkItem[]> {
  const { rows } = await handle.db.execute<SplitLinkItem>(sql`
    select ${listed} from unnest(${sql.param([...ids])}::uuid[]) with ordinality as given (id, position)
    join ${splitLinks} l on l.workspace_id = ${workspaceId} and l.id = given.id and l.deleted_at is null
    join ${workspaces} w on w.id = l.workspace_id cross join lateral ${targetCounts} c
    cross join lateral ${conversionCounts(sql`n.workspace_id = l.workspace_id and n.split_link_id = l.id`)} n
    order by given.position`);
  return rows;
}

/** Returns the number of the workspace's links. */
export async function countLinks(handle: Handle, workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await handle.db.execute<{ total: number }>(sql`
    select count(*)::int as total from ${splitLinks}
    where ${splitLinks.workspaceId} = ${workspaceId} and ${splitLinks.deletedAt} is null`);
  return rows[0]?.total ?? 0;
}

export async function readOne(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SplitLinkWhole | null> {
  const { rows } = await handle.db.execute<
    Omit<SplitLinkWhole, 'targets' | 'sources' | 'accounts' | 'followedTargets'>
  >(sql`
    select ${whole} from ${links}
    where l.workspace_id = ${workspaceId} and l.id = ${id} and l.deleted_at is null`);
  const [link] = rows;
  if (link === undefined) return null;
  const key = { workspaceId, id };
  const [all, chosen, accounts, members] = await Promise.all([
    readTargets(handle, workspaceId, id),
    readChosen(handle, key),
    readSettings(handle, key),
    readMembers(handle, key),
  ]);
  const targets = all.flatMap(({ followed, ...target }) => (followed ? [] : [target]));
  const urls = targets.map(({ url }) => url);
  const sources = await readSources(handle, { workspaceId, platform: link.platform }, chosen, urls);
  const present = new Map(followedOf(targets, members).map((member) => [member.url, member]));
  const followedTargets = all.flatMap(({ followed, ...target }) =>
    followed ? [followedTarget(target, present.get(target.url))] : [],
  );
  return { ...link, targets, sources, accounts, followedTargets };
}

/** Weight, cap and state are those of the account as its source provides it; an account that has left its source has none. */
function followedTarget(target: SplitTarget, member: Member | undefined): FollowedTarget {
  if (member === undefined)
    return { ...target, enabled: false, dailyCap: null, takenToday: null, present: false };
  const { weight, dailyCap, enabled, online: isOnline } = member;
  const takenToday = dailyCap === null ? null : (target.takenToday ?? 0);
  return { ...target, weight, dailyCap, enabled, online: isOnline, takenToday, present: true };
}

async function readTargets(
  handle: Handle,
  workspaceId: WorkspaceId,
  linkId: string,
): Promise<(SplitTarget & { followed: boolean })[]> {
  const { rows } = await handle.db.execute<SplitTarget & { followed: boolean }>(sql`
    select t.id, t.url, t.social_account_id as "socialAccountId", t.weight, t.daily_cap as "dailyCap", t.enabled, t.followed,
      a.name as "socialAccountName", ${online} as online, t.visits, n.conversions, n.new_fans as "newFans",
      case when t.daily_cap is not null or t.followed then coalesce(d.taken, 0) end as "takenToday"
    from ${splitTargets} t join ${workspaces} w on w.id = t.workspace_id ${accountOfTarget}
    left join ${splitTargetDays} d on d.workspace_id = t.workspace_id and d.target_id = t.id and d.day = ${today}
    cross join lateral ${conversionCounts(
      sql`n.workspace_id = t.workspace_id and n.split_link_id = t.split_link_id and n.target_id = t.id`,
    )} n
    where t.workspace_id = ${workspaceId} and t.split_link_id = ${linkId} order by t.place, t.url`);
  return rows;
}

/** Returns true if the workspace has the link and hasn't deleted it. */
export async function hasLink(handle: Handle, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const { rowCount } = await handle.db.execute(sql`
    select 1 from ${splitLinks}
    where ${splitLinks.workspaceId} = ${workspaceId} and ${splitLinks.id} = ${id}
      and ${splitLinks.deletedAt} is null`);
  return rowCount !== 0;
}

/** `at` is in microseconds since the epoch, the database's full precision. */
export type VisitItem = {
  id: string;
  at: number;
  outcome: SplitVisit['outcome'];
  url: string | null;
  address: string;
  userAgent: string;
  /** These three are null for visits from before they were recorded. */
  device: SplitVisit['device'] | null;
  system: SplitVisit['system'] | null;
  browser: SplitVisit['browser'] | null;
  country: string | null;
  city: string | null;
};

/** Returns the visits of a link, latest first. */
export async function readVisits(
  handle: Handle,
  workspaceId: WorkspaceId,
  linkId: string,
  place: RecordsPlace,
): Promise<RecordsPage<VisitItem>> {
  const { rows } = await handle.db.execute<VisitItem>(sql`
    select v.id, (extract(epoch from v.at) * 1000000)::bigint as at, v.outcome, v.url, v.address, v.user_agent as "userAgent",
      v.device, v.system, v.browser, v.country, v.city
    from ${splitVisits} v
    where v.workspace_id = ${workspaceId} and v.split_link_id = ${linkId} ${after(place, sql`v.at`, sql`v.id`)}
    order by v.at desc, v.id desc ${pageOf(place)}`);
  return toPage(rows, place);
}

export type ContactItem = {
  id: string;
  at: number;
  name: string;
  contact: string;
  message: string;
  state: ProspectiveFanState;
};

/** Returns the contacts that visitors of a link left, latest first. */
export async function readContacts(
  handle: Handle,
  workspaceId: WorkspaceId,
  linkId: string,
  place: RecordsPlace,
): Promise<RecordsPage<ContactItem>> {
  const { rows } = await handle.db.execute<ContactItem>(sql`
    select k.id, (extract(epoch from k.created_at) * 1000000)::bigint as at, k.name, k.contact, k.message, k.state
    from ${splitContacts} k
    where k.workspace_id = ${workspaceId} and k.split_link_id = ${linkId} ${after(place, sql`k.created_at`, sql`k.id`)}
    order by k.created_at desc, k.id desc ${pageOf(place)}`);
  return toPage(rows, place);
}

/** Returns the social accounts that belong to the workspace. */
export async function findAccounts(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await handle.db.execute<{ id: string }>(sql`
    select ${socialAccounts.id} from ${socialAccounts}
    where ${socialAccounts.workspaceId} = ${workspaceId}
      and ${socialAccounts.id} = any(${sql.param([...ids])}::uuid[]) and ${socialAccounts.deletedAt} is null`);
  return new Set(rows.map(({ id }) => id));
}
