import type { PlatformId } from '@parley/contract/catalogues';
import {
  accountLinkLimits,
  type PreviewedSource,
  type SourceAccountSettings,
  type SplitSource,
  type SplitSourceKind,
  splitSourceLimits,
  withObstacles,
} from '@parley/contract/split-links';
import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { splitSourceAccounts, splitSources } from '../../../schema/split-links/sources.ts';
import { splitLinks, splitTargets } from '../../../schema/split-links.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workOrders } from '../../../schema/work-orders.ts';

/**
 * Joins the sub-account `u` and the work order `w` that the source `s` refers to, if they bring accounts of the platform. Closed
 * work orders and deleted rows are left out.
 */
const behind = (platform: SQL) => sql`
  left join ${workOrders} w on s.kind = 'work-order' and w.workspace_id = s.workspace_id and w.id = s.source_id
    and w.status = 'open' and w.platform = ${platform}
  left join ${subAccounts} u on u.workspace_id = s.workspace_id
    and u.id = case s.kind when 'sub-account' then s.source_id else w.sub_account_id end and u.status <> 'deleted'`;

/** Joins the social accounts `a` that the source `s` brings. */
const brought = (platform: SQL) => sql`${behind(platform)}
  join ${socialAccounts} a on a.workspace_id = s.workspace_id and a.sub_account_id = u.id and a.platform = ${platform}
    and a.deleted_at is null`;

/** True if a source brings the social account of the target `t` of the link `l` now; the row outlives the account's departure. */
export const isFromSource = sql`exists (
  select from ${splitSources} s ${brought(sql`l.platform`)}
  where s.workspace_id = t.workspace_id and s.split_link_id = t.split_link_id and a.id = t.social_account_id)`;

const inOrder = sql`s.place, a.created_at, a.id`;
const online = sql`(a.enabled and a.state = 'online')`;

/** Maximum number of accounts considered: more than there can be targets, as some links are also typed, or occur twice. */
const maxMembers = 2 * accountLinkLimits.count;

/**
 * The accounts with links that the sources of the link `l` bring, in order, as JSON of `Member`; null if it has no sources, which
 * costs a single index lookup.
 */
export const liveMembers = sql`case when exists (
    select 1 from ${splitSources} s where s.workspace_id = l.workspace_id and s.split_link_id = l.id) then (
  select json_agg(m) from (
    select a.id as "socialAccountId", a.public_link as url, ${online} as online, coalesce(o.weight, s.weight) as weight,
      coalesce(o.daily_cap, s.daily_cap) as "dailyCap", coalesce(o.enabled, true) as enabled,
      t.id as "targetId", t.social_account_id as "targetAccountId"
    from ${splitSources} s ${brought(sql`l.platform`)}
    left join ${splitSourceAccounts} o on o.workspace_id = s.workspace_id and o.split_link_id = s.split_link_id
      and o.social_account_id = a.id
    left join ${splitTargets} t on t.workspace_id = s.workspace_id and t.split_link_id = s.split_link_id
      and t.url = a.public_link
    where s.workspace_id = l.workspace_id and s.split_link_id = l.id and a.public_link <> ''
    order by ${inOrder} limit ${sql.raw(String(maxMembers))}) m) end`;

/** An account with a link that a source brings, with its target row. */
export type Member = {
  socialAccountId: string;
  url: string;
  online: boolean;
  weight: number;
  dailyCap: number | null;
  enabled: boolean;
  /** Null if it hasn't been a target yet. */
  targetId: string | null;
  /** The account named in that row. */
  targetAccountId: string | null;
};

/** The number of targets that the sources of the link `l` bring, and of those that are available to visitors. */
export const followedCounts = sql`(
  select count(*)::int as targets,
    (count(*) filter (where f.enabled and (l.eligibility = 'full' or f.online)))::int as available
  from (
    select distinct on (a.public_link) coalesce(o.enabled, true) as enabled, ${online} as online
    from ${splitSources} s ${brought(sql`l.platform`)}
    left join ${splitSourceAccounts} o on o.workspace_id = s.workspace_id and o.split_link_id = s.split_link_id
      and o.social_account_id = a.id
    where s.workspace_id = l.workspace_id and s.split_link_id = l.id and a.public_link <> '' and not exists (
      select 1 from ${splitTargets} t where t.workspace_id = s.workspace_id and t.split_link_id = s.split_link_id
        and t.url = a.public_link and not t.followed)
    order by a.public_link, ${inOrder}
    limit ${sql.raw(String(accountLinkLimits.count))}) f)`;

type LinkKey = { workspaceId: WorkspaceId; id: string };

/** Returns the accounts with links that the sources of a link bring now. */
export async function readMembers(handle: Handle, { workspaceId, id }: LinkKey): Promise<Member[]> {
  const { rows } = await handle.db.execute<{ members: Member[] | null }>(sql`
    select ${liveMembers} as members from ${splitLinks} l where l.workspace_id = ${workspaceId} and l.id = ${id}`);
  return rows[0]?.members ?? [];
}

export type SourceName = { kind: SplitSourceKind; id: string };

/** Returns what sources of a platform bring now, in order. `typed`: the link's own account links. */
export async function readSources<Source extends SourceName>(
  handle: Handle,
  { workspaceId, platform }: { workspaceId: WorkspaceId; platform: PlatformId },
  sources: readonly Source[],
  typed: readonly string[],
): Promise<(Source & PreviewedSource)[]> {
  if (sources.length === 0) return [];
  const given = sql`json_to_recordset(${JSON.stringify(
    sources.map(({ kind, id }, place) => ({ workspace_id: workspaceId, kind, source_id: id, place })),
  )}::json) as s(workspace_id uuid, kind text, source_id uuid, place int)`;
  const of = sql`${platform}::text`;
  const [{ rows: states }, { rows: accounts }] = await Promise.all([
    handle.db.execute<{ place: number; name: string | null; isActive: boolean }>(sql`
      select s.place, coalesce(n.name, case when v.status <> 'deleted' then v.remark end) as name, u.id is not null as "isActive"
      from ${given} ${behind(of)}
      left join ${workOrders} n on s.kind = 'work-order' and n.workspace_id = s.workspace_id and n.id = s.source_id
      left join ${subAccounts} v on s.kind = 'sub-account' and v.workspace_id = s.workspace_id and v.id = s.source_id
      order by s.place`),
    handle.db.execute<BroughtAccount>(sql`
      select b.* from (
        select s.place, a.id as "socialAccountId", a.name, nullif(a.public_link, '') as url, ${online} as online,
          row_number() over (partition by s.place order by ${inOrder}) as "number"
        from ${given} ${brought(of)}) b
      where b."number" <= ${splitSourceLimits.shown} order by b.place, b."number"`),
  ]);
  const marked = withObstacles(accounts, typed);
  return sources.map((source, place) => {
    const found = states[place];
    const name = found?.name ?? null;
    return {
      ...source,
      name,
      state: found?.isActive ? ('active' as const) : name === null ? ('gone' as const) : ('closed' as const),
      accounts: marked
        .filter((account) => account.place === place)
        .map(({ socialAccountId, name: accountName, url, online: isOnline, obstacle }) => ({
          socialAccountId,
          name: accountName,
          url,
          online: isOnline,
          obstacle,
        })),
    };
  });
}

type BroughtAccount = {
  place: number;
  socialAccountId: string;
  name: string;
  url: string | null;
  online: boolean;
};

/** Returns the chosen sources of a link, in order. */
export async function readChosen(
  handle: Handle,
  { workspaceId, id }: LinkKey,
): Promise<Pick<SplitSource, 'kind' | 'id' | 'weight' | 'dailyCap'>[]> {
  const { rows } = await handle.db.execute<Pick<SplitSource, 'kind' | 'id' | 'weight' | 'dailyCap'>>(sql`
    select ${splitSources.kind}, ${splitSources.sourceId} as id, ${splitSources.weight},
      ${splitSources.dailyCap} as "dailyCap"
    from ${splitSources}
    where ${splitSources.workspaceId} = ${workspaceId} and ${splitSources.splitLinkId} = ${id}
    order by ${splitSources.place}`);
  return rows;
}

/** Returns a link's settings for single accounts of its sources. */
export async function readSettings(
  handle: Handle,
  { workspaceId, id }: LinkKey,
): Promise<SourceAccountSettings[]> {
  const { rows } = await handle.db.execute<SourceAccountSettings>(sql`
    select ${splitSourceAccounts.socialAccountId} as "socialAccountId", ${splitSourceAccounts.weight},
      ${splitSourceAccounts.dailyCap} as "dailyCap", ${splitSourceAccounts.enabled}
    from ${splitSourceAccounts}
    where ${splitSourceAccounts.workspaceId} = ${workspaceId} and ${splitSourceAccounts.splitLinkId} = ${id}
    order by ${splitSourceAccounts.socialAccountId}`);
  return rows;
}
