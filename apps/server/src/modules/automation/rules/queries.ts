import type {
  exportKeywordRules,
  KeywordRule,
  keywordRulePage,
  ReplyContent,
  ReplyRuleSort,
} from '@parley/contract/automation';
import type { MaterialUsage } from '@parley/contract/materials';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../../base/db/database.ts';
import { containsPattern } from '../../../base/db/like-pattern.ts';
import { afterCursor, nextCursorOf, orderBy, placeOf, sortingOf } from '../../../base/db/sort.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { replyRuleSubAccounts, replyRules } from '../../../schema/automation.ts';
import { materials } from '../../../schema/materials.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import type { ReadMaterialUsages } from '../../materials/index.ts';
import { readShown } from '../reply-contents.ts';
import type { StoredRuleKind } from './store.ts';

/** A rule of either kind with all its columns. */
export type RuleItem = KeywordRule;
type StoredItem = Omit<RuleItem, 'contents'> & { contents: readonly ReplyContent[] };

/** The filters of both kinds' lists, which are the same. */
type RuleFilters = z.output<(typeof exportKeywordRules)['query']>;

const sorting = (sort: ReplyRuleSort) =>
  sortingOf(
    sort,
    {
      title: { by: sql`lower(r.title)`, type: 'text' },
      updatedAt: { by: sql`r.updated_at`, type: 'timestamptz' },
      createdAt: { by: sql`r.created_at`, type: 'timestamptz' },
    },
    sql`r.id`,
  );

/** Most names in a row of the list: as many as are shown at once. */
const namesOfOne = 20;

/** The sub-accounts of the rule `r`. */
const named = sql`left join lateral (
  select json_agg(s.id order by s.id) as ids, (array_agg(s.remark order by s.id))[1:${sql.raw(String(namesOfOne))}] as names
  from ${replyRuleSubAccounts} a
  join ${subAccounts} s on s.workspace_id = a.workspace_id and s.id = a.sub_account_id
  where a.workspace_id = r.workspace_id and a.rule_id = r.id) n on true`;

const item = sql`r.id, r.title, r.contents, r.range, r.enabled, r.version, r.keywords, r.match,
  r.match_translation as "matchTranslation", r.reply_method as "replyMethod", r.delay_seconds as "delaySeconds", r.send,
  coalesce(n.ids, '[]') as "subAccountIds", coalesce(n.names, '{}') as "subAccountNames",
  floor(extract(epoch from r.created_at) * 1000)::bigint as "createdAt",
  floor(extract(epoch from r.updated_at) * 1000)::bigint as "updatedAt"`;

const found = (search: string) => {
  const pattern = containsPattern(search);
  return sql`(r.title ilike ${pattern} or exists (select from unnest(r.keywords) k where k ilike ${pattern})
    or exists (select from jsonb_array_elements(r.contents) c
      left join ${materials} m on m.workspace_id = r.workspace_id and m.id = (c ->> 'materialId')::uuid
      where c ->> 'text' ilike ${pattern} or m.title ilike ${pattern}))`;
};

const appliesTo = (subAccountId: string) => sql`(r.range = 'all' or exists (
  select from ${replyRuleSubAccounts} a
  where a.workspace_id = r.workspace_id and a.rule_id = r.id and a.sub_account_id = ${subAccountId}))
  and exists (
    select from ${subAccounts} s
    where s.workspace_id = r.workspace_id and s.id = ${subAccountId} and s.status <> 'deleted')`;

const matching = (
  workspaceId: WorkspaceId,
  kind: StoredRuleKind,
  { search, enabled, subAccountId }: Omit<RuleFilters, 'sort'>,
): SQL => sql`r.workspace_id = ${workspaceId} and r.kind = ${kind}
  and ${search ? found(search) : sql`true`}
  and ${enabled ? sql`r.enabled = ${enabled === 'true'}` : sql`true`}
  and ${subAccountId ? appliesTo(subAccountId) : sql`true`}`;

/** Returns a page and the total. */
export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  kind: StoredRuleKind,
  { pageNo, pageSize, ...given }: z.output<(typeof keywordRulePage)['query']>,
): Promise<{ list: RuleItem[]; total: number }> {
  const where = matching(workspaceId, kind, given);
  const order = orderBy(sorting(given.sort));
  const [{ rows }, { rows: totals }] = await Promise.all([
    handle.db.execute<StoredItem>(sql`
      select ${item} from (
        select * from ${replyRules} r where ${where}
        order by ${order} limit ${pageSize} offset ${(pageNo - 1) * pageSize}) r
      ${named} order by ${order}`),
    handle.db.execute<{ total: number }>(
      sql`select count(*)::int as total from ${replyRules} r where ${where}`,
    ),
  ]);
  return { list: await withMaterials(handle, workspaceId, rows), total: totals[0]?.total ?? 0 };
}

/** Returns the rules after `cursor` in the list's order, regardless of those added meanwhile. */
export async function readBatch(
  handle: Handle,
  workspaceId: WorkspaceId,
  kind: StoredRuleKind,
  { cursor, pageSize, ...given }: RuleFilters & { cursor: string | undefined; pageSize: number },
): Promise<{ list: RuleItem[]; nextCursor: string | null }> {
  const sorted = sorting(given.sort);
  const order = orderBy(sorted);
  const { rows } = await handle.db.execute<StoredItem & { place: string | null }>(sql`
    select ${item}, ${placeOf(sorted)} as place from (
      select * from ${replyRules} r
      where ${matching(workspaceId, kind, given)}
        and ${afterCursor(sorted, cursor)}
      order by ${order} limit ${pageSize}) r
    ${named} order by ${order}`);
  const list = rows.map(({ place: _place, ...rule }) => rule);
  return {
    list: await withMaterials(handle, workspaceId, list),
    nextCursor: nextCursorOf(rows, pageSize, (row) => row.id),
  };
}

export async function readOne(
  handle: Handle,
  workspaceId: WorkspaceId,
  kind: StoredRuleKind,
  id: string,
): Promise<RuleItem | null> {
  const { rows } = await handle.db.execute<StoredItem>(sql`
    select ${item} from ${replyRules} r ${named}
    where r.workspace_id = ${workspaceId} and r.kind = ${kind} and r.id = ${id}`);
  return (await withMaterials(handle, workspaceId, rows))[0] ?? null;
}

async function withMaterials(
  handle: Handle,
  workspaceId: WorkspaceId,
  rows: readonly StoredItem[],
): Promise<RuleItem[]> {
  const shown = await readShown(handle, workspaceId, rows);
  return rows.map((row) => ({ ...row, contents: shown(row.contents) }));
}

/** Returns the templates and rules that send these materials, sorted by title. */
export const readMaterialUsages: ReadMaterialUsages = async (handle, workspaceId, materialIds) => {
  const { rows } = await handle.db.execute<MaterialUsage>(sql`
    select distinct c ->> 'materialId' as "materialId", r.kind || '-reply' as kind, r.id, r.title as name
    from ${replyRules} r, jsonb_array_elements(r.contents) c
    where r.workspace_id = ${workspaceId} and c ->> 'materialId' = any(${sql.param([...materialIds])}::text[])
    order by name, r.id`);
  return rows;
};
