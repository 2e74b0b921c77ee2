import type { SplitVisit } from '@parley/contract/split-links';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import { holdLock } from '../../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import {
  splitLinkCounts,
  splitLinkDays,
  splitLinks,
  splitTargets,
  splitVisitors,
  splitVisits,
} from '../../../schema/split-links.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import type { VisitorClient } from './visitor-client.ts';

export type RecordedVisit = VisitorClient & {
  workspaceId: WorkspaceId;
  linkId: string;
  id: string;
  at: Date;
  outcome: SplitVisit['outcome'];
  targetId: string | null;
  url: string | null;
  /** The token that its account link carries; null: none. */
  token: string | null;
  address: string;
  userAgent: string;
  country: string | null;
  city: string | null;
  visitorHash: Buffer;
};

/** Waits for the visits that are being stored, and lets no others in until the transaction ends. */
export const holdVisits = (tx: Tx): Promise<void> => holdLock(tx, 'split-visits');

/** The visits of a batch as rows `g`, without those of deleted links. */
function given(visits: readonly RecordedVisit[]) {
  const column = <Key extends keyof RecordedVisit>(key: Key) => sql.param(visits.map((visit) => visit[key]));
  return sql`
    select g.* from unnest(${column('workspaceId')}::uuid[], ${column('linkId')}::uuid[], ${column('id')}::uuid[],
      ${column('at')}::timestamptz[], ${column('outcome')}::text[], ${column('targetId')}::uuid[], ${column('url')}::text[],
      ${column('address')}::text[], ${column('userAgent')}::text[], ${column('country')}::text[], ${column('city')}::text[],
      ${column('device')}::text[], ${column('system')}::text[], ${column('browser')}::text[],
      ${column('visitorHash')}::bytea[])
      as g (workspace_id, link_id, id, at, outcome, target_id, url, address, user_agent, country, city, device, system,
        browser, visitor_hash)
    join ${splitLinks} l on l.workspace_id = g.workspace_id and l.id = g.link_id and l.deleted_at is null`;
}

/** The counts of a visit `s` besides those of its day, each by a name out of few. */
const countedBy = sql`(values
  ('hour', to_char(s.hour, 'FM00')),
  ('country', coalesce(s.country, '')),
  ('client', s.device || '/' || s.system || '/' || s.browser),
  ('destination', coalesce(s.target_id::text, s.outcome))) as n (kind, name)`;

/**
 * Stores visits and counts them: by link, by target, by day with the day's visitors, and what reports show of the day. A visit
 * that is there already is not counted again, so that a batch whose answer was lost can be stored once more; one of a deleted
 * link is left out.
 */
export async function insertVisits(tx: Tx, visits: readonly RecordedVisit[]): Promise<void> {
  // Batches of several processes count the same links: one at a time, or they would wait for each other in a circle.
  await holdVisits(tx);
  await tx.db.execute(sql`
    with given as (${given(visits)}
    ), added as (
      insert into ${splitVisits} (workspace_id, split_link_id, id, at, outcome, target_id, url, address, user_agent, country,
        city, device, system, browser)
      select workspace_id, link_id, id, at, outcome, target_id, url, address, user_agent, country, city, device, system,
        browser from given
      on conflict do nothing returning id
    ), counted as materialized (
      select t.*, row_number() over (visitor order by t.at, t.id) as nth, count(*) over visitor as visits,
        last_value(t.at) over (visitor order by t.at, t.id rows between unbounded preceding and unbounded following) as last_at,
        last_value(t.url) over (visitor order by t.at, t.id rows between unbounded preceding and unbounded following) as last_url
      from (
        select g.*, (g.at at time zone w.time_zone)::date as day, extract(hour from g.at at time zone w.time_zone) as hour
        from added a join given g on g.id = a.id join ${workspaces} w on w.id = g.workspace_id) t
      window visitor as (partition by t.workspace_id, t.link_id, t.day, t.visitor_hash)
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
      -- Whoever has no more visits than these was not there before.
      select c.*, c.nth = 1 and m.visits = c.visits as is_new
      from counted c join met m on m.split_link_id = c.link_id and m.day = c.day and m.visitor_hash = c.visitor_hash
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
