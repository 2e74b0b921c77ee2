import type { SplitVisit } from '@parley/contract/split-links';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import { hashedMembership } from '../../../base/db/hashed-membership.ts';
import { acquireLock, tryLock } from '../../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import {
  splitLinkCounts,
  splitLinkDays,
  splitLinks,
  splitTargets,
  splitVisitBatches,
  splitVisitors,
  splitVisits,
} from '../../../schema/split-links.ts';
import { workspaceDay, workspacePastZones, workspaces } from '../../../schema/workspaces.ts';
import type { VisitorClient } from './visitor-client.ts';

export type RecordedVisit = VisitorClient & {
  workspaceId: WorkspaceId;
  linkId: string;
  id: string;
  at: Date;
  outcome: SplitVisit['outcome'];
  targetId: string | null;
  url: string | null;
  /** The token that its account link carries, or null. */
  token: string | null;
  address: string;
  userAgent: string;
  country: string | null;
  city: string | null;
  visitorHash: Buffer;
};

const lockName = 'split-visits';

/** Waits until no visits are being counted, and blocks counting until the transaction ends. */
export const lockVisitCounting = (tx: Tx): Promise<void> => acquireLock(tx, lockName);

/**
 * Takes the same lock without waiting; returns false if visits are being counted. Batches with the same links counted
 * concurrently would deadlock.
 */
export const tryLockVisitCounting = (tx: Tx): Promise<boolean> => tryLock(tx, lockName);

/** Returns a visit as JSON, in the format of batches. */
export const rowOf = ({ visitorHash, token: _token, ...visit }: RecordedVisit): string =>
  JSON.stringify({ ...visit, visitorHash: visitorHash.toString('hex') });

/** `rows`: results of `rowOf`. */
type Batch = { id: string; rows: readonly string[] };

/** Stores visits to be counted. Idempotent. */
export async function insertBatch(tx: Tx, { id, rows }: Batch): Promise<void> {
  await tx.db.execute(sql`
    insert into ${splitVisitBatches} (id, visits, size) values (${id}, ${`[${rows.join(',')}]`}::json, ${rows.length})
    on conflict do nothing`);
}

/** `areAll`: true when no further batches are waiting. */
export type LockedBatches = { ids: string[]; visits: number; areAll: boolean };

/** Returns pending batches, oldest first, up to `most` visits in total, but at least one batch. */
export async function lockBatches(tx: Tx, most: number): Promise<LockedBatches> {
  const limit = 500;
  const { rows } = await tx.db.execute<{ id: string; size: number }>(sql`
    select ${splitVisitBatches.id}, ${splitVisitBatches.size} from ${splitVisitBatches}
    where not ${splitVisitBatches.setAside} order by ${splitVisitBatches.id} limit ${limit} for update skip locked`);
  const ids: string[] = [];
  let visits = 0;
  for (const { id, size } of rows) {
    if (ids.length > 0 && visits + size > most) break;
    ids.push(id);
    visits += size;
  }
  return { ids, visits, areAll: ids.length === rows.length && rows.length < limit };
}

/** Removes a batch and returns its visits as stored; empty if another process has counted it. */
export async function takeBatch(tx: Tx, id: string): Promise<unknown[]> {
  const { rows } = await tx.db.execute<{ visits: unknown[] }>(sql`
    delete from ${splitVisitBatches} where ${splitVisitBatches.id} = ${id} and not ${splitVisitBatches.setAside}
    returning ${splitVisitBatches.visits}`);
  return rows[0]?.visits ?? [];
}

/** Stores visits that were removed from a batch. `setAside`: they can't be counted and are left for an operator to examine. */
export async function insertStored(
  tx: Tx,
  { id, visits, setAside }: { id: string; visits: readonly unknown[]; setAside: boolean },
): Promise<void> {
  await tx.db.execute(sql`
    insert into ${splitVisitBatches} (id, visits, size, set_aside)
    values (${id}, ${JSON.stringify(visits)}::json, ${visits.length}, ${setAside})`);
}

/** Deletes the batches and yields their visits as rows `g`, without those of deleted links. */
const given = (ids: readonly string[]) => sql`
  taken as (
    delete from ${splitVisitBatches} where ${splitVisitBatches.id} = any(${sql.param([...ids])}::uuid[])
    returning ${splitVisitBatches.visits}
  ), given as materialized (
    -- A batch whose answer was lost may be there twice. In the order of their key rows are written next to each other.
    select distinct on (g."workspaceId", g."linkId", g.at, g.id) g."workspaceId" as workspace_id, g."linkId" as link_id, g.id, g.at, g.outcome, g."targetId" as target_id, g.url,
      g.address, g."userAgent" as user_agent, g.country, g.city, g.device, g.system, g.browser,
      decode(g."visitorHash", 'hex') as visitor_hash
    from taken cross join lateral json_to_recordset(taken.visits) as g("workspaceId" uuid, "linkId" uuid, id uuid,
      at timestamptz, outcome text, "targetId" uuid, url text, address text, "userAgent" text, country text, city text,
      device text, system text, browser text, "visitorHash" text)
    join ${splitLinks} l on l.workspace_id = g."workspaceId" and l.id = g."linkId" and l.deleted_at is null
    order by g."workspaceId", g."linkId", g.at, g.id
  )`;

/** The time zone of the workspace `w` at a moment: a change of zone applies to later visits only. */
const zoneAt = (
  moment: SQL,
) => sql`case when w.zone_since is null or ${moment} >= w.zone_since then w.time_zone else (
  select p.time_zone from ${workspacePastZones} p where p.workspace_id = w.id and p.until > ${moment}
  order by p.until limit 1) end`;

/** Counters of a visit `s` besides those of its day, each with a low-cardinality name. */
const countedBy = sql`(values
  ('hour', to_char(s.hour, 'FM00')),
  ('country', coalesce(s.country, '')),
  ('client', s.device || '/' || s.system || '/' || s.browser),
  ('destination', coalesce(s.target_id::text, s.outcome))) as n (kind, name)`;

/**
 * Inserts the visits of batches and counts them: by link, by target, by day with the day's visitors, and by what reports show per
 * day. A visit that already exists isn't counted again, so a batch whose acknowledgement was lost can be stored again; visits of
 * deleted links are skipped.
 */
export async function countBatches(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.db.execute(sql`
    with ${given(ids)}, added as (
      insert into ${splitVisits} (workspace_id, split_link_id, id, at, outcome, target_id, url, address, user_agent, country,
        city, device, system, browser)
      select workspace_id, link_id, id, at, outcome, target_id, url, address, user_agent, country, city, device, system,
        browser from given
      on conflict do nothing returning ${splitVisits.id}
    ), counted as materialized (
      select t.*, row_number() over visitor as nth, (count(*) over visitor)::int as visits,
        last_value(t.at) over visitor as last_at, last_value(t.url) over visitor as last_url
      from (
        select g.*, ${workspaceDay(sql`g.at`)} as day, extract(hour from g.at at time zone ${zoneAt(sql`g.at`)}) as hour
        from given g join ${workspaces} w on w.id = g.workspace_id
        where ${hashedMembership(sql`g.id in (select id from added)`)}) t
      window visitor as (partition by t.workspace_id, t.link_id, t.day, t.visitor_hash order by t.at, t.id
        rows between unbounded preceding and unbounded following)
    ), met as (
      insert into ${splitVisitors} as v (workspace_id, split_link_id, day, visitor_hash, at, last_at, visits, url, address,
        country, city, device, system, browser)
      select workspace_id, link_id, day, visitor_hash, at, last_at, visits, last_url, address, country, city, device, system,
        browser from counted where nth = 1
      on conflict (workspace_id, split_link_id, day, visitor_hash) do update set
        visits = v.visits + excluded.visits, last_at = greatest(v.last_at, excluded.last_at),
        url = case when excluded.last_at >= v.last_at then excluded.url else v.url end
      returning v.split_link_id, v.day, v.visitor_hash, v.visits
    ), seen as materialized (
      -- A visitor who has no more visits than these was not there before.
      select c.*, c.nth = 1 and ${hashedMembership(sql`(c.link_id, c.day, c.visitor_hash, c.visits) in (
        select split_link_id, day, visitor_hash, visits from met)`)} as is_new
      from counted c
    ), days as (
      insert into ${splitLinkDays} as d (workspace_id, split_link_id, day, visits, visitors)
      select workspace_id, link_id, day, count(*)::int, (count(*) filter (where is_new))::int
      from seen group by workspace_id, link_id, day
      on conflict (workspace_id, split_link_id, day) do update set
        visits = d.visits + excluded.visits, visitors = d.visitors + excluded.visitors
    ), counts as (
      insert into ${splitLinkCounts} as k (workspace_id, split_link_id, day, kind, name, visits, visitors)
      select s.workspace_id, s.link_id, s.day, n.kind, n.name, count(*)::int, (count(*) filter (where s.is_new))::int
      from seen s cross join lateral ${countedBy}
      group by s.workspace_id, s.link_id, s.day, n.kind, n.name
      on conflict (workspace_id, split_link_id, day, kind, name) do update set
        visits = k.visits + excluded.visits, visitors = k.visitors + excluded.visitors
    ), targets as (
      update ${splitTargets} t set visits = t.visits + c.visits
      from (select workspace_id, target_id, count(*) as visits from counted where target_id is not null
        group by workspace_id, target_id) c
      where t.workspace_id = c.workspace_id and t.id = c.target_id
    )
    update ${splitLinks} l set visits = l.visits + c.visits
    from (select workspace_id, link_id, count(*) as visits from counted group by workspace_id, link_id) c
    where l.workspace_id = c.workspace_id and l.id = c.link_id`);
}
