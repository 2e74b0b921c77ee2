/** The log of a person, read directly from verdicts, corrections, resets, merges, changes of tags and notes, and conversions. */
import { type PlatformId, platformId } from '@parley/contract/catalogues';
import type { FanEvent, NoteChange } from '@parley/contract/fans';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { customerProfileChanges } from '../../../schema/customer-profiles.ts';
import { fanTagChanges, fanTagEnds, type TagThen } from '../../../schema/fans/tags.ts';
import {
  accountFans,
  dedupeLibraries,
  type FanType,
  type FanVerdict,
  fanCorrections,
  fanMerges,
  fanStatisticsResets,
  fans,
  fanVerdicts,
  type MergeReason,
  type VerdictRule,
  verdictRule,
} from '../../../schema/fans.ts';
import { splitConversions } from '../../../schema/split-links/conversions.ts';
import { splitLinks } from '../../../schema/split-links.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';

type EventRow = {
  kind: FanEvent['kind'];
  id: string;
  /** Microseconds since the epoch. */
  at: number;
  rowId: string | null;
  mergeId: string | null;
  socialAccountId: string;
  socialAccountName: string;
  subAccountId: string;
  subAccountName: string;
  platform: string | null;
  verdict: FanVerdict;
  rule: VerdictRule;
  scope: 'workspace' | 'sub-account';
  matched: {
    rowId: string;
    fanId: string;
    at: number;
    socialAccountName: string;
    subAccountName: string;
    platform: string | null;
  } | null;
  library: string;
  libraryId: string | null;
  from: FanType;
  to: FanType;
  keptFanId: string;
  keptName: string;
  mergedFanId: string;
  mergedName: string;
  reason: MergeReason;
  undone: boolean;
  added: TagThen[];
  removed: TagThen[];
  tag: TagThen;
  into: TagThen | null;
  byOwner: boolean;
  noteChanges: NoteChange[];
  byName: string;
  splitLinkId: string;
  splitLinkName: string;
  visitedAt: number;
};

type Place = { cursor?: string | undefined; pageNo: number; pageSize: number };
const cursorPlace = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Returns the latest events first. `ownFanIds`: all fans that were merged into the person. */
export async function readLog(
  handle: Handle,
  workspaceId: WorkspaceId,
  ownFanIds: readonly string[],
  { cursor, pageNo, pageSize }: Place,
): Promise<{ list: FanEvent[]; nextCursor: string | null }> {
  const [, microseconds, id] = cursorPlace.exec(cursor ?? '') ?? [];
  const before =
    microseconds === undefined
      ? sql`true`
      : sql`(e.at, e.id) < (timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${id}::uuid)`;
  const end = pageNo * pageSize;
  const { rows } = await handle.db.execute<EventRow>(
    eventRows(workspaceId, ownFanIds, { before, most: end + 1 }),
  );
  const list = rows.slice(end - pageSize, end);
  const last = list.at(-1);
  return {
    list: list.map(presentEvent),
    nextCursor: rows.length > end && last !== undefined ? `${last.at}_${last.id}` : null,
  };
}

/** The events of all kinds, with their subjects. */
const eventRows = (
  workspaceId: WorkspaceId,
  ownFanIds: readonly string[],
  { before, most }: { before: SQL; most: number },
): SQL => sql`
    with recursive own as (select unnest(${sql.param([...ownFanIds])}::uuid[]) as id),
    given as (select v.* from ${fanVerdicts} v join own on v.workspace_id = ${workspaceId} and v.fan_id = own.id),
    joined as (
      select m.* from ${fanMerges} m where m.workspace_id = ${workspaceId}
        and (m.merged_fan_id in (select id from own) or m.kept_fan_id in (select id from own))
    ),
    changes as (
      select c.* from ${fanTagChanges} c
      join given v on c.workspace_id = v.workspace_id and c.row_id = v.id
    ),
    came as (
      select c.* from ${splitConversions} c join own on c.workspace_id = ${workspaceId} and c.fan_id = own.id
    ),
    noted as (
      select c.*, case c.scope when 'workspace' then null else c.scope::uuid end as sub_account_id
      from ${customerProfileChanges} c join own on c.workspace_id = ${workspaceId} and c.fan_id = own.id
    ),
    ${lostTags(workspaceId)},
    ${allEvents},
    page as (select * from events e where ${before} order by e.at desc, e.id desc limit ${most})
    select e.kind, e.id, (extract(epoch from e.at) * 1000000)::bigint as at, e.row_id as "rowId", e.merge_id as "mergeId",
      coalesce(v.social_account_id, w.social_account_id) as "socialAccountId", coalesce(s.name, '') as "socialAccountName",
      coalesce(v.sub_account_id, w.sub_account_id, n.sub_account_id) as "subAccountId", ${nameOf('u')} as "subAccountName",
      coalesce(v.platform, o.platform) as platform, v.verdict,
      ${verdictRule} as rule, case v.scope when 'workspace' then 'workspace' else 'sub-account' end as scope,
      case v.rule when 'listed' then coalesce(l.name, '') else '' end as library,
      case when v.rule = 'listed' and l.deleted_at is null then l.id end as "libraryId", ${matched(workspaceId)} as matched,
      c.from_type as from, c.to_type as to, m.kept_fan_id as "keptFanId", coalesce(k.display_name, '') as "keptName",
      m.merged_fan_id as "mergedFanId", coalesce(g.display_name, '') as "mergedName", m.reason,
      m.undone_at is not null as undone, t.added, t.removed,
      json_build_object('tagId', d.tag_id, 'name', d.name) as tag,
      case when d.into_tag_id is not null then json_build_object('tagId', d.into_tag_id, 'name', d.into_name) end as into,
      ${actor} is not null as "byOwner", n.changes as "noteChanges", ${nameOf('nu')} as "byName", w.split_link_id as "splitLinkId",
      coalesce(o.name, '') as "splitLinkName", (extract(epoch from w.visit_at) * 1000)::bigint as "visitedAt"
    from page e
    left join given v on v.id = e.row_id
    left join came w on e.kind = 'split-link' and w.visit_id = e.id
    left join noted n on e.kind = 'notes' and n.id = e.id
    left join ${splitLinks} o on o.workspace_id = ${workspaceId} and o.id = w.split_link_id
    left join ${socialAccounts} s on s.workspace_id = ${workspaceId}
      and s.id = coalesce(v.social_account_id, w.social_account_id)
    left join ${subAccounts} u on u.workspace_id = ${workspaceId}
      and u.id = coalesce(v.sub_account_id, w.sub_account_id, n.sub_account_id)
    left join ${subAccounts} nu on nu.workspace_id = ${workspaceId} and nu.id = n.changed_by
    left join ${dedupeLibraries} l on l.workspace_id = ${workspaceId} and l.id = v.library_id
    left join ${fanCorrections} c on e.kind = 'correction' and c.workspace_id = ${workspaceId} and c.id = e.id
    left join joined m on m.id = e.merge_id
    left join changes t on e.kind = 'tags' and t.id = e.id
    left join lost d on e.kind = 'tag-deleted' and d.tag_id = e.id
    left join ${fans} k on k.workspace_id = ${workspaceId} and k.id = m.kept_fan_id
    left join ${fans} g on g.workspace_id = ${workspaceId} and g.id = m.merged_fan_id
    order by e.at desc, e.id desc`;

/** The user behind an event; null: unknown, or automatic. */
const actor = sql`case e.kind when 'merge' then m.merged_by when 'undo' then m.undone_by
  when 'notes' then case when n.by_owner then n.changed_by end
  else coalesce(t.changed_by, d.ended_by) end`;

/** The rows of all kinds, each with its position in the log. */
const allEvents = sql`
    events as (
      select 'verdict' as kind, v.id, v.decided_at as at, v.id as row_id, null::uuid as merge_id from given v
      union all
      select 'correction', c.id, c.decided_at, c.verdict_id, c.merge_id from ${fanCorrections} c
      join given v on c.workspace_id = v.workspace_id and c.verdict_id = v.id
      union all
      select 'reset', a.id, a.base_since, a.id, null from ${accountFans} a
      join given v on a.workspace_id = v.workspace_id and a.id = v.id where a.base_since is not null
      union all
      select 'statistics-reset', a.id, r.reset_at, a.id, null from ${accountFans} a
      join given v on a.workspace_id = v.workspace_id and a.id = v.id
      cross join lateral (
        select min(r.reset_at) as reset_at from ${fanStatisticsResets} r
        where r.workspace_id = a.workspace_id and r.undone_at is null and r.reset_at >= a.grown_at
      ) r
      where a.counts_as in ('new', 'repeat') and r.reset_at < coalesce(a.base_since, 'infinity')
      union all
      select 'merge', m.id, m.merged_at, null, m.id from joined m
      union all
      select 'undo', m.id, m.undone_at, null, m.id from joined m where m.undone_at is not null
      union all
      select 'tags', c.id, c.changed_at, c.row_id, null from changes c
      union all
      select 'tag-deleted', d.tag_id, d.ended_at, null, null from lost d
      union all
      select 'notes', n.id, n.changed_at, null, null from noted n
      union all
      select 'split-link', c.visit_id, c.at, null, null from came c
    )`;

/**
 * `lost`: deleted tags that a row of the person had until the deletion. A row had a tag if it was last given it, or got it as a
 * replacement for another deleted tag, and didn't lose it in between.
 */
const lostTags = (workspaceId: WorkspaceId) => sql`
    latest as (
      select distinct on (c.row_id, g.tag_id) c.row_id, g.tag_id, g.given, c.changed_at
      from changes c cross join lateral (
        select (a->>'tagId')::uuid as tag_id, true as given from jsonb_array_elements(c.added) a
        union all
        select (r->>'tagId')::uuid, false from jsonb_array_elements(c.removed) r
      ) g
      order by c.row_id, g.tag_id, c.changed_at desc
    ),
    had as (
      select row_id, tag_id from latest where given
      union
      select h.row_id, d.into_tag_id from had h
      join ${fanTagEnds} d on d.workspace_id = ${workspaceId} and d.tag_id = h.tag_id and d.into_tag_id is not null
      left join latest l on l.row_id = h.row_id and l.tag_id = d.into_tag_id
      where l.given is not false or l.changed_at < d.ended_at
    ),
    lost as (
      select d.* from ${fanTagEnds} d where d.workspace_id = ${workspaceId} and d.tag_id in (select tag_id from had)
    )`;

const nameOf = (alias: 'u' | 'pu' | 'nu') =>
  sql`coalesce(nullif(${sql.raw(alias)}.remark, ''), ${sql.raw(alias)}.account_name, '')`;

/** The earlier verdict that made the verdict `v` a repeat. */
const matched = (workspaceId: WorkspaceId) => sql`(
  select json_build_object('rowId', p.id, 'fanId', p.fan_id, 'at', (extract(epoch from p.decided_at) * 1000)::bigint,
    'socialAccountName', coalesce(ps.name, ''), 'subAccountName', ${nameOf('pu')}, 'platform', p.platform)
  from ${fanVerdicts} p
  left join ${socialAccounts} ps on ps.workspace_id = p.workspace_id and ps.id = p.social_account_id
  left join ${subAccounts} pu on pu.workspace_id = p.workspace_id and pu.id = p.sub_account_id
  where p.workspace_id = ${workspaceId} and p.id = v.matched_verdict_id)`;

const known = (platform: string | null): PlatformId | null => platformId.safeParse(platform).data ?? null;

function presentEvent(row: EventRow): FanEvent {
  const event = { id: row.id, at: Math.floor(row.at / 1000) };
  const { socialAccountId, socialAccountName, subAccountId, subAccountName } = row;
  const at = {
    socialAccountId,
    socialAccountName,
    subAccountId,
    subAccountName,
    platform: known(row.platform),
  };
  const rowId = row.rowId ?? row.id;
  const mergeId = row.mergeId ?? row.id;
  const { keptFanId, keptName, mergedFanId, mergedName } = row;
  const pair = { mergeId, keptFanId, keptName, mergedFanId, mergedName };
  const by = row.byOwner ? 'owner' : null;
  switch (row.kind) {
    case 'verdict': {
      const { verdict, rule, scope, library, libraryId } = row;
      const match = row.matched === null ? null : { ...row.matched, platform: known(row.matched.platform) };
      const judged = { verdict, rule, scope, matched: match, library, libraryId };
      return { ...event, kind: 'verdict', ...at, rowId, ...judged };
    }
    case 'correction':
      return { ...event, kind: 'correction', ...at, rowId, from: row.from, to: row.to, mergeId };
    case 'reset':
    case 'statistics-reset':
      return { ...event, kind: row.kind, ...at, rowId };
    case 'merge':
      return { ...event, kind: 'merge', ...pair, reason: row.reason, by, undone: row.undone };
    case 'undo':
      return { ...event, kind: 'undo', ...pair, by };
    case 'tags': {
      const { added, removed } = row;
      return { ...event, kind: 'tags', ...at, rowId, added, removed, by };
    }
    case 'tag-deleted':
      return { ...event, kind: 'tag-deleted', tag: row.tag, into: row.into, by };
    case 'notes': {
      const { noteChanges: changes, byName } = row;
      const own = { subAccountId: row.subAccountId, subAccountName };
      return { ...event, kind: 'notes', changes, ...own, by: row.byOwner ? 'owner' : 'sub-account', byName };
    }
    case 'split-link': {
      const { splitLinkId, splitLinkName, visitedAt } = row;
      return { ...event, kind: 'split-link', ...at, splitLinkId, splitLinkName, visitedAt };
    }
  }
}
