/** What is known of the rows behind each filter, from counters and the database's statistics: cheap, and exact enough. */
import { sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { fanGrowthDays, fanGrowthTotals, fanTags, fanTexts } from '../../../schema/fans.ts';
import { workOrders } from '../../../schema/work-orders.ts';
import type { ListFacts } from './access-path.ts';
import { chosenOf, type FanQuery, searchGrams } from './rows.ts';

type Counts = {
  total: number;
  subAccounts: number;
  platforms: number;
  types: number;
  accounts: number;
  tags: number;
  days: number;
  workOrder: number;
};

/** Two queries; a third, which plans a search without making it, where there is one. */
export async function readFacts(
  handle: Handle,
  workspaceId: WorkspaceId,
  query: FanQuery,
  wanted: number,
): Promise<ListFacts> {
  const [counts, search] = await Promise.all([
    readCounts(handle, workspaceId, query),
    estimateSearch(handle, workspaceId, query.search),
  ]);
  const chosen = chosenOf(query);
  const { total } = counts;
  const rows: ListFacts['rows'] = {
    ...(chosen.types && { types: counts.types }),
    ...(chosen.subAccounts && { subAccounts: counts.subAccounts }),
    ...(chosen.platforms && { platforms: counts.platforms }),
    ...(chosen.socialAccounts && {
      socialAccounts: (total * chosen.socialAccounts.length) / Math.max(counts.accounts, 1),
    }),
    ...(query.tagIds && { tags: counts.tags }),
    ...((query.from || query.to) && { days: counts.days }),
    ...(query.workOrderId && { workOrder: counts.workOrder }),
    ...(search !== null && { search }),
  };
  return { total, rows, daysBoundOrder: query.sort.startsWith('grownAt'), wanted };
}

async function readCounts(handle: Handle, workspaceId: WorkspaceId, query: FanQuery): Promise<Counts> {
  const { subAccountIds = [], platforms = [], types = [], tagIds = [], from, to, workOrderId = null } = query;
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
      coalesce(sum(case when 'base' = any(${sql.param(types)}::text[]) then t.base_fans else 0 end
        + case when 'new' = any(${sql.param(types)}::text[]) then t.new_fans else 0 end
        + case when 'repeat' = any(${sql.param(types)}::text[]) then t.repeat_fans else 0 end), 0)::float8 as types,
      coalesce(sum(${all}) filter (where (t.sub_account_id, t.platform) in (
        select o.sub_account_id, o.platform from ${workOrders} o
        where o.workspace_id = ${workspaceId} and o.id = ${workOrderId}::uuid)), 0)::float8 as "workOrder",
      (select count(*) from ${socialAccounts} s where s.workspace_id = ${workspaceId})::float8 as accounts,
      coalesce((select sum(g.uses) from ${fanTags} g
        where g.workspace_id = ${workspaceId} and g.id = any(${sql.param(tagIds)}::uuid[])), 0)::float8 as tags,
      coalesce(${days}, 0)::float8 as days
    from ${fanGrowthTotals} t where t.workspace_id = ${workspaceId}`);
  const [counts] = rows;
  if (counts === undefined) throw new Error('an aggregate without a row');
  return counts;
}

/** Null: nothing is searched, or nothing that pieces can find. */
async function estimateSearch(
  handle: Handle,
  workspaceId: WorkspaceId,
  search: string | undefined,
): Promise<number | null> {
  const grams = searchGrams(workspaceId, search);
  if (grams.length === 0) return null;
  const { rows } = await handle.db.execute<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(sql`
    explain (format json) select from ${fanTexts} t
    where search_grams(t.workspace_id, t.content) @> ${sql.param(grams)}::text[]`);
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? null;
}
