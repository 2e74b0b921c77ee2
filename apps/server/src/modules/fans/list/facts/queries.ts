/** Estimates the number of rows that match each filter, from counters and PostgreSQL's statistics: cheap, and exact enough. */
import { sql } from 'drizzle-orm';
import type { Handle } from '../../../../base/db/database.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import { socialAccounts } from '../../../../schema/channels.ts';
import { fanTags } from '../../../../schema/fans/tags.ts';
import { fanGrowthDays, fanGrowthTotals, fanStatisticsTotals, fanTexts } from '../../../../schema/fans.ts';
import { workOrders } from '../../../../schema/work-orders.ts';
import { resetInForce } from '../../statistics/conditions/queries.ts';
import type { ListFacts } from '../access-path.ts';
import { shareWithLetters } from '../bits.ts';
import { chosenOf, type FanQuery } from '../rows/queries.ts';
import { gramsOf, termsOf } from '../search-terms.ts';

type Counts = {
  total: number;
  subAccounts: number;
  platforms: number;
  types: number;
  socialAccounts: number;
  tags: number;
  days: number;
  workOrder: number;
};

/** Costs one query, plus a second one with a search, which plans the search without executing it. */
export async function readFacts(
  handle: Handle,
  workspaceId: WorkspaceId,
  query: FanQuery,
  wanted: number,
): Promise<ListFacts> {
  const counting = readCounts(handle, workspaceId, query);
  const total = counting.then((counts) => counts.total);
  const [counts, search] = await Promise.all([
    counting,
    estimateSearch(handle, workspaceId, query.search, total),
  ]);
  const chosen = chosenOf(query);
  const rows: ListFacts['rows'] = {
    ...(chosen.types && { types: counts.types }),
    ...(chosen.subAccounts && { subAccounts: counts.subAccounts }),
    ...(chosen.platforms && { platforms: counts.platforms }),
    ...(chosen.socialAccounts && { socialAccounts: counts.socialAccounts }),
    ...(query.tagIds && { tags: counts.tags }),
    ...((query.from || query.to) && { days: counts.days }),
    ...(query.workOrderId && { workOrder: counts.workOrder }),
    ...(search !== null && { search }),
  };
  const isByGrowth = query.sort.startsWith('grownAt');
  return {
    total: counts.total,
    rows,
    daysBoundOrder: isByGrowth,
    // Fans who grew long ago were mostly active long ago too.
    bunched: isByGrowth ? query.activity === 'active' : Boolean(query.from || query.to),
    lettered: shareWithLetters(termsOf(query.search ?? '')),
    wanted,
  };
}

async function readCounts(handle: Handle, workspaceId: WorkspaceId, query: FanQuery): Promise<Counts> {
  const {
    subAccountIds = [],
    socialAccountIds = [],
    platforms = [],
    types = [],
    tagIds = [],
    from,
    to,
    workOrderId = null,
  } = query;
  const days =
    from || to
      ? sql`(select sum(d.base_fans + d.new_fans + d.repeat_fans) from ${fanGrowthDays} d
          where d.workspace_id = ${workspaceId} and d.day between coalesce(${from ?? null}::date, '-infinity')
            and coalesce(${to ?? null}::date, 'infinity'))`
      : sql`0`;
  const all = sql`t.base_fans + t.new_fans + t.repeat_fans`;
  const { rows } = await handle.db.execute<Counts>(sql`
    select coalesce(sum(${all}), 0)::float8 as total,
      coalesce(sum(${all}) filter (where t.sub_account_id = any(${sql.param(subAccountIds)}::uuid[])), 0)::float8
        as "subAccounts",
      coalesce(sum(${all}) filter (where t.platform = any(${sql.param(platforms)}::text[])), 0)::float8 as platforms,
      coalesce(${ofTypes(workspaceId, types)}, 0)::float8 as types,
      coalesce(sum(${all}) filter (where (t.sub_account_id, t.platform) in (
        select o.sub_account_id, o.platform from ${workOrders} o
        where o.workspace_id = ${workspaceId} and o.id = ${workOrderId}::uuid)), 0)::float8 as "workOrder",
      coalesce((select sum(${ofAccount}) from ${socialAccounts} s
        where s.workspace_id = ${workspaceId} and s.id = any(${sql.param(socialAccountIds)}::uuid[])), 0)::float8
        as "socialAccounts",
      coalesce((select sum(g.uses) from ${fanTags} g
        where g.workspace_id = ${workspaceId} and g.id = any(${sql.param(tagIds)}::uuid[])), 0)::float8 as tags,
      coalesce(${days}, 0)::float8 as days
    from ${fanGrowthTotals} t where t.workspace_id = ${workspaceId}`);
  const [counts] = rows;
  if (counts === undefined) throw new Error('an aggregate without a row');
  return counts;
}

/**
 * Fans by the types shown in lists, see `shownType`. Those that a work order has turned into base fans are assumed to have been
 * new.
 */
const ofTypes = (workspaceId: WorkspaceId, types: readonly string[]) => sql`(
  select sum(case o.type when 'base' then o.base else o.grown end) from (
    select n.type,
      c.fans - c.new - c.repeat + c.turned as base,
      case n.type when 'new' then greatest(c.new - c.turned, 0) else c.repeat end as grown
    from unnest(${sql.param([...types])}::text[]) as n(type), (
      select coalesce(sum(s.base_fans + s.new_fans + s.repeat_fans), 0) as fans,
        coalesce(sum(s.new_fans) filter (where s.grown_since >= r.at), 0) as new,
        coalesce(sum(s.repeat_fans) filter (where s.grown_since >= r.at), 0) as repeat,
        coalesce(sum(s.turned_fans) filter (where s.grown_since >= r.at), 0) as turned
      from ${fanStatisticsTotals} s, (select coalesce(${resetInForce(workspaceId)}, 'epoch') as at) r
      where s.workspace_id = ${workspaceId}
    ) c
  ) o)`;

/** The fans of an account's sub-account on its platform, divided evenly among its accounts there. */
const ofAccount = sql`(
  select sum(o.base_fans + o.new_fans + o.repeat_fans) from ${fanGrowthTotals} o
  where o.workspace_id = s.workspace_id and o.sub_account_id = s.sub_account_id and o.platform = s.platform
) / (
  select count(*) from ${socialAccounts} o
  where o.workspace_id = s.workspace_id and o.sub_account_id = s.sub_account_id and o.platform = s.platform
)`;

type Planned = { 'Node Type': string; 'Plan Rows': number; Plans?: Planned[] };

/**
 * Estimates from the statistics of each gram. Grams of a word correlate, so a word is as frequent as its rarest gram; those of a
 * number don't. Null without a search, or if it has no grams.
 */
async function estimateSearch(
  handle: Handle,
  workspaceId: WorkspaceId,
  search: string | undefined,
  total: Promise<number>,
): Promise<number | null> {
  const words = termsOf(search ?? '')
    .map((term) => ({ isNumber: /^[+\d]+$/.test(term.text), grams: gramsOf(workspaceId, term).slice(0, 12) }))
    .filter(({ grams }) => grams.length > 0);
  const grams = words.flatMap((word) => word.grams);
  if (grams.length === 0) return null;
  const one = (gram: string) => sql`(select 1 from ${fanTexts} t
    where search_grams(t.workspace_id, t.content) @> ${sql.param([gram])}::text[])`;
  const { rows } = await handle.db.execute<{ 'QUERY PLAN': { Plan: Planned }[] }>(
    sql`explain (format json) ${sql.join(grams.map(one), sql` union all `)}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  const planned = plan?.['Node Type'] === 'Append' ? (plan.Plans ?? []) : plan ? [plan] : [];
  const all = Math.max(await total, 1);
  let at = 0;
  const share = words.reduce((left, word) => {
    const shares = word.grams.map(() => Math.min(1, (planned[at++]?.['Plan Rows'] ?? 0) / all));
    return left * (word.isNumber ? shares.reduce((a, b) => a * b, 1) : Math.min(...shares));
  }, 1);
  return share * all;
}
