import type { SplitConversion } from '@parley/contract/split-links';
import { sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { accountFans } from '../../../schema/fans.ts';
import { splitConversionDays, splitConversions } from '../../../schema/split-links/conversions.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { after, pageOf, type RecordsPage, type RecordsPlace, todayOf, toPage } from '../records/queries.ts';

export type ConversionDay = {
  /** Day of the message in the workspace's calendar, YYYY-MM-DD. */
  day: string;
  targetId: string;
  /** The agent whose social account received the message. */
  subAccountId: string;
  conversions: number;
  /** Conversions that produced a new fan, and a repeat fan. */
  newFans: number;
  repeatFans: number;
};

/**
 * Returns a link's conversions by day, target and agent over the last `days` days including today, from its counters; days
 * without conversions are omitted.
 */
export async function readConversionDays(
  handle: Handle,
  workspaceId: WorkspaceId,
  linkId: string,
  days: number,
): Promise<ConversionDay[]> {
  const { rows } = await handle.db.execute<ConversionDay>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, d.target_id as "targetId", d.sub_account_id as "subAccountId",
      sum(d.conversions)::int as conversions, sum(d.new_fans)::int as "newFans", sum(d.repeat_fans)::int as "repeatFans"
    from ${splitConversionDays} d
    where d.workspace_id = ${workspaceId} and d.split_link_id = ${linkId} and d.day > ${todayOf(workspaceId)} - ${days}::int
      and d.day <= ${todayOf(workspaceId)}
    group by 1, 2, 3 having sum(d.conversions) <> 0 order by 1, 2, 3`);
  return rows;
}

export type AgentDay = Omit<ConversionDay, 'targetId'> & {
  /** Null if the agent was deleted. */
  name: string | null;
};

/** Returns a link's conversions by agent and day, latest day first. */
export async function readAgentDays(
  handle: Handle,
  workspaceId: WorkspaceId,
  linkId: string,
  days: number,
): Promise<AgentDay[]> {
  const { rows } = await handle.db.execute<AgentDay>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, d.sub_account_id as "subAccountId",
      coalesce(nullif(u.remark, ''), u.account_name) as name, sum(d.conversions)::int as conversions,
      sum(d.new_fans)::int as "newFans", sum(d.repeat_fans)::int as "repeatFans"
    from ${splitConversionDays} d
    left join ${subAccounts} u on u.workspace_id = d.workspace_id and u.id = d.sub_account_id
    where d.workspace_id = ${workspaceId} and d.split_link_id = ${linkId} and d.day > ${todayOf(workspaceId)} - ${days}::int
      and d.day <= ${todayOf(workspaceId)}
    group by 1, 2, 3 having sum(d.conversions) <> 0 order by 1 desc, 2`);
  return rows;
}

/** Times are microseconds since the epoch, the database's full precision. */
export type ConversionItem = Omit<SplitConversion, 'at' | 'visitedAt'> & { at: number; visitedAt: number };

/** Returns the conversions of a link, latest first. */
export async function readConversions(
  handle: Handle,
  workspaceId: WorkspaceId,
  linkId: string,
  place: RecordsPlace,
): Promise<RecordsPage<ConversionItem>> {
  const { rows } = await handle.db.execute<ConversionItem>(sql`
    select c.visit_id as id, (extract(epoch from c.at) * 1000000)::bigint as at,
      (extract(epoch from c.visit_at) * 1000000)::bigint as "visitedAt", c.url, a.name as "socialAccountName",
      coalesce(nullif(u.remark, ''), u.account_name) as "subAccountName", c.fan_id as "fanId",
      coalesce(nullif(f.alias, ''), nullif(f.display_name, '')) as "fanName", c.verdict
    from ${splitConversions} c
    left join ${socialAccounts} a on a.workspace_id = c.workspace_id and a.id = c.social_account_id
      and a.deleted_at is null
    left join ${subAccounts} u on u.workspace_id = c.workspace_id and u.id = c.sub_account_id
    left join lateral (
      select f.alias, f.display_name from ${accountFans} f where f.workspace_id = c.workspace_id
        and f.social_account_id = c.social_account_id and f.own_fan_id = c.fan_id limit 1) f on true
    where c.workspace_id = ${workspaceId} and c.split_link_id = ${linkId} ${after(place, sql`c.at`, sql`c.visit_id`)}
    order by c.at desc, c.visit_id desc ${pageOf(place)}`);
  return toPage(rows, place);
}
