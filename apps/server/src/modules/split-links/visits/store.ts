import type { SplitVisit } from '@parley/contract/split-links';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import { holdLock } from '../../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import {
  splitLinkDays,
  splitLinks,
  splitLinkVisitors,
  splitTargets,
  splitVisits,
} from '../../../schema/split-links.ts';
import { workspaces } from '../../../schema/workspaces.ts';

export type NewVisit = {
  workspaceId: WorkspaceId;
  linkId: string;
  id: string;
  at: Date;
  outcome: SplitVisit['outcome'];
  targetId: string | null;
  url: string | null;
  address: string;
  userAgent: string;
  visitorHash: Buffer;
};

/** Waits for the visits that are being stored, and lets no others in until the transaction ends. */
export const holdVisits = (tx: Tx): Promise<void> => holdLock(tx, 'split-visits');

/**
 * Stores visits and counts them: by link, by target, and by day with the day's visitors. A visit that is there already is
 * not counted again, so that a batch whose answer was lost can be stored once more; one of a deleted link is left out.
 */
export async function insertVisits(tx: Tx, visits: readonly NewVisit[]): Promise<void> {
  // Batches of several processes count the same links: one at a time, or they would wait for each other in a circle.
  await holdVisits(tx);
  const column = <Key extends keyof NewVisit>(key: Key) => sql.param(visits.map((visit) => visit[key]));
  await tx.db.execute(sql`
    with given as (
      select g.* from unnest(${column('workspaceId')}::uuid[], ${column('linkId')}::uuid[], ${column('id')}::uuid[],
        ${column('at')}::timestamptz[], ${column('outcome')}::text[], ${column('targetId')}::uuid[], ${column('url')}::text[],
        ${column('address')}::text[], ${column('userAgent')}::text[], ${column('visitorHash')}::bytea[])
        as g (workspace_id, link_id, id, at, outcome, target_id, url, address, user_agent, visitor_hash)
      join ${splitLinks} l on l.workspace_id = g.workspace_id and l.id = g.link_id and l.deleted_at is null
    ), added as (
      insert into ${splitVisits}
        (workspace_id, split_link_id, id, at, outcome, target_id, url, address, user_agent)
      select workspace_id, link_id, id, at, outcome, target_id, url, address, user_agent from given
      on conflict do nothing returning id
    ), counted as (
      select g.workspace_id, g.link_id, g.target_id, g.visitor_hash, (g.at at time zone w.time_zone)::date as day
      from added a join given g on g.id = a.id join ${workspaces} w on w.id = g.workspace_id
    ), met as (
      insert into ${splitLinkVisitors} (workspace_id, split_link_id, day, visitor_hash)
      select distinct workspace_id, link_id, day, visitor_hash from counted
      on conflict do nothing returning split_link_id, day
    ), days as (
      insert into ${splitLinkDays} as d (workspace_id, split_link_id, day, visits, visitors)
      select c.workspace_id, c.link_id, c.day, count(*)::int,
        (select count(*)::int from met m where m.split_link_id = c.link_id and m.day = c.day)
      from counted c group by c.workspace_id, c.link_id, c.day
      on conflict (workspace_id, split_link_id, day) do update set
        visits = d.visits + excluded.visits, visitors = d.visitors + excluded.visitors
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
