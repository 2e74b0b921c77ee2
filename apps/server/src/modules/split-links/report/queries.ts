import type { PlatformId } from '@parley/contract/catalogues';
import type { ReportVisitor, StoredAddresses } from '@parley/contract/split-reports';
import { sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { statusForHolders } from '../../../schema/identity.ts';
import {
  type CountKind,
  splitLinkCounts,
  splitLinkDays,
  splitLinkSettings,
  splitLinks,
  splitReportShares,
  splitTargets,
  splitVisitors,
} from '../../../schema/split-links.ts';
import { workspaceDay, workspaces } from '../../../schema/workspaces.ts';
import { todayOf } from '../records/queries.ts';

export type ReportKey = { workspaceId: WorkspaceId; linkId: string };

export type ReportedLink = {
  name: string;
  platform: PlatformId;
  code: string;
  visits: number;
  /** True if visits are linked with their visitors' messages. */
  tracksFans: boolean;
  timeZone: string;
  /** The workspace's present day. */
  today: string;
  addresses: StoredAddresses;
};

/** Returns the link of a report, or null if the workspace has none with this id. */
export async function readLink(
  handle: Handle,
  { workspaceId, linkId }: ReportKey,
): Promise<ReportedLink | null> {
  const { rows } = await handle.db.execute<ReportedLink>(sql`
    select l.name, l.platform, l.code, l.visits, l.tracks_fans as "tracksFans", w.time_zone as "timeZone",
      ${workspaceDay(sql`now()`)}::text as today, coalesce(o.addresses, 'whole') as addresses
    from ${splitLinks} l join ${workspaces} w on w.id = l.workspace_id
    left join ${splitLinkSettings} o on o.workspace_id = l.workspace_id
    where l.workspace_id = ${workspaceId} and l.id = ${linkId} and l.deleted_at is null`);
  return rows[0] ?? null;
}

export type ReportDayRow = { day: string; visits: number; visitors: number };

/** Returns the last `count` days of a link, and its visitors over all days. */
export async function readDays(
  handle: Handle,
  { workspaceId, linkId }: ReportKey,
  count: number,
): Promise<{ days: ReportDayRow[]; visitors: number }> {
  const { rows } = await handle.db.execute<{ days: ReportDayRow[]; visitors: number }>(sql`
    select coalesce(sum(d.visitors), 0) as visitors,
      coalesce(json_agg(json_build_object('day', d.day, 'visits', d.visits, 'visitors', d.visitors))
        filter (where d.day > ${todayOf(workspaceId)} - ${count}::int), '[]') as days
    from ${splitLinkDays} d where d.workspace_id = ${workspaceId} and d.split_link_id = ${linkId}`);
  return rows[0] ?? { days: [], visitors: 0 };
}

export type ReportCountRow = {
  kind: CountKind;
  name: string;
  visits: number;
  visitors: number;
  visitsToday: number;
};

/** Returns sums of a link's counters over the last `count` days including today. */
export async function readCounts(
  handle: Handle,
  { workspaceId, linkId }: ReportKey,
  count: number,
): Promise<ReportCountRow[]> {
  const { rows } = await handle.db.execute<ReportCountRow>(sql`
    select ${splitLinkCounts.kind}, ${splitLinkCounts.name}, sum(${splitLinkCounts.visits}) as visits,
      sum(${splitLinkCounts.visitors}) as visitors,
      coalesce(sum(${splitLinkCounts.visits}) filter (where ${splitLinkCounts.day} = ${todayOf(workspaceId)}),
        0) as "visitsToday"
    from ${splitLinkCounts}
    where ${splitLinkCounts.workspaceId} = ${workspaceId} and ${splitLinkCounts.splitLinkId} = ${linkId}
      and ${splitLinkCounts.day} > ${todayOf(workspaceId)} - ${count}::int
      and ${splitLinkCounts.day} <= ${todayOf(workspaceId)}
    group by ${splitLinkCounts.kind}, ${splitLinkCounts.name}`);
  return rows;
}

/** Returns the addresses of a link's targets, by id. */
export async function readTargetUrls(
  handle: Handle,
  { workspaceId, linkId }: ReportKey,
): Promise<Map<string, string>> {
  const { rows } = await handle.db.execute<{ id: string; url: string }>(sql`
    select ${splitTargets.id}, ${splitTargets.url} from ${splitTargets}
    where ${splitTargets.workspaceId} = ${workspaceId} and ${splitTargets.splitLinkId} = ${linkId}`);
  return new Map(rows.map(({ id, url }) => [id, url]));
}

/** `at` and `lastAt` in microseconds since the epoch. */
export type VisitorItem = ReportVisitor & { day: string; hash: string };
export type VisitorPlace = { cursor?: string | undefined; pageNo?: number; pageSize: number };

/** Returns the visitors of a link on the days from `first` to `today`, latest first. */
export async function readVisitors(
  handle: Handle,
  { workspaceId, linkId }: ReportKey,
  { first, today }: { first: string; today: string },
  { cursor, pageNo = 1, pageSize }: VisitorPlace,
): Promise<{ list: VisitorItem[]; nextCursor: string | null }> {
  const { rows } = await handle.db.execute<VisitorItem>(sql`
    select v.day::text as day, encode(v.visitor_hash, 'hex') as hash, (extract(epoch from v.at) * 1000000)::bigint as at,
      (extract(epoch from v.last_at) * 1000000)::bigint as "lastAt", v.url, v.address, v.country, v.city, v.device, v.system,
      v.browser, v.visits
    from ${splitVisitors} v
    where v.workspace_id = ${workspaceId} and v.split_link_id = ${linkId}
      and v.day between ${first}::date and ${today}::date ${after(cursor)}
    order by v.day desc, v.at desc, v.visitor_hash desc limit ${pageSize + 1} offset ${(pageNo - 1) * pageSize}`);
  const list = rows.slice(0, pageSize);
  const last = list.at(-1);
  const nextCursor = rows.length > pageSize && last ? `${last.day}_${last.at}_${last.hash}` : null;
  return { list, nextCursor };
}

/** Parses a cursor, `2026-03-01_1700000000000000_<hash>`; anything else starts at the latest row. */
function after(cursor: string | undefined) {
  const [, day, micros, hash] = /^(\d{4}-[01]\d-[0-3]\d)_(\d{1,16})_([\da-f]{32})$/.exec(cursor ?? '') ?? [];
  if (day === undefined || !isDay(day)) return sql``;
  return sql`and (v.day, v.at, v.visitor_hash) < (${day}::date,
    to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', decode(${hash}, 'hex'))`;
}

/** Returns true for a real calendar day: `Date` turns 30 February into 2 March, PostgreSQL rejects it. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) && !day.startsWith('0000');
}

export type ReportShareItem = typeof splitReportShares.$inferSelect;

/** Returns the present share of a report, or the last one withdrawn. */
export async function readShare(
  handle: Handle,
  { workspaceId, linkId }: ReportKey,
): Promise<ReportShareItem | null> {
  const [row] = await handle.db
    .select()
    .from(splitReportShares)
    .where(
      sql`${splitReportShares.workspaceId} = ${workspaceId} and ${splitReportShares.splitLinkId} = ${linkId}`,
    )
    .orderBy(sql`${splitReportShares.status} = 'cancelled', ${splitReportShares.createdAt} desc`)
    .limit(1);
  return row ?? null;
}

export type FoundShare = Pick<ReportShareItem, 'id' | 'status' | 'expiresAt'> & ReportKey;

/** Finds a report's share by its token's hash, in any workspace. Those of a disabled workspace are disabled. */
export async function findShare(handle: Handle, tokenHash: string): Promise<FoundShare | null> {
  const [row] = await handle.db
    .select({
      id: splitReportShares.id,
      workspaceId: splitReportShares.workspaceId,
      linkId: splitReportShares.splitLinkId,
      status: statusForHolders<FoundShare['status']>(
        sql`${splitReportShares.status}`,
        sql`${splitReportShares.workspaceId}`,
      ),
      expiresAt: splitReportShares.expiresAt,
    })
    .from(splitReportShares)
    .where(sql`${splitReportShares.tokenHash} = ${tokenHash}`);
  return row ?? null;
}
