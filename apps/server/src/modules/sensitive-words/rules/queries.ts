import type {
  SensitiveWordAction,
  SensitiveWordRule,
  SensitiveWordRuleItem,
} from '@parley/contract/sensitive-words';
import { sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import { containsPattern } from '../../../base/db/like-pattern.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import {
  sensitiveWordRuleSubAccounts,
  sensitiveWordRules,
  sensitiveWordRuleVersions,
} from '../../../schema/sensitive-words.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import type { StoredWordRule } from '../compiled-rules.ts';

export type WordRuleQuery = {
  search?: string | undefined;
  enabled?: 'true' | 'false' | undefined;
  action?: SensitiveWordAction | undefined;
  subAccountId?: string | undefined;
};

/** Most names in a row of the list: as many as are shown at once. */
const namesOfOne = 20;

/** The sub-accounts of the rule `r`. */
const named = sql`left join lateral (
  select json_agg(s.id order by s.id) as ids, count(*)::int as count,
    (array_agg(s.remark order by s.id))[1:${sql.raw(String(namesOfOne))}] as names
  from ${sensitiveWordRuleSubAccounts} a
  join ${subAccounts} s on s.workspace_id = a.workspace_id and s.id = a.sub_account_id
  where a.workspace_id = r.workspace_id and a.rule_id = r.id) n on true`;

const columns = sql`r.id, r.title, r.links, r.wallet_addresses as "walletAddresses", r.phone_numbers as "phoneNumbers",
  r.sender, r.action, r.range, r.enabled, r.version, coalesce(n.names, '{}') as "subAccountNames",
  floor(extract(epoch from r.created_at) * 1000)::bigint as "createdAt",
  floor(extract(epoch from r.updated_at) * 1000)::bigint as "updatedAt"`;

const matches = (search: string) => {
  const pattern = containsPattern(search);
  return sql`(r.title ilike ${pattern} or exists (select from unnest(r.words || r.exceptions) w where w ilike ${pattern}))`;
};

const appliesTo = (subAccountId: string) => sql`(r.range = 'all' or exists (
  select from ${sensitiveWordRuleSubAccounts} a
  where a.workspace_id = r.workspace_id and a.rule_id = r.id and a.sub_account_id = ${subAccountId}))
  and exists (
    select from ${subAccounts} s
    where s.workspace_id = r.workspace_id and s.id = ${subAccountId} and s.status <> 'deleted')`;

/** Returns a page, newest first, and the total. */
export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  {
    search,
    enabled,
    action,
    subAccountId,
    pageNo,
    pageSize,
  }: WordRuleQuery & { pageNo: number; pageSize: number },
): Promise<{ list: SensitiveWordRuleItem[]; total: number }> {
  const matching = sql`r.workspace_id = ${workspaceId}
    and ${search ? matches(search) : sql`true`}
    and ${enabled ? sql`r.enabled = ${enabled === 'true'}` : sql`true`}
    and ${action ? sql`r.action = ${action}` : sql`true`}
    and ${subAccountId ? appliesTo(subAccountId) : sql`true`}`;
  const [{ rows }, { rows: totals }] = await Promise.all([
    handle.db.execute<SensitiveWordRuleItem>(sql`
      select ${columns}, r.words[1:10] as "firstWords", cardinality(r.words) as "wordCount",
        cardinality(r.exceptions) as "exceptionCount", coalesce(n.count, 0) as "subAccountCount"
      from (
        select * from ${sensitiveWordRules} r where ${matching}
        order by r.created_at desc, r.id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}) r
      ${named} order by r.created_at desc, r.id desc`),
    handle.db.execute<{ total: number }>(
      sql`select count(*)::int as total from ${sensitiveWordRules} r where ${matching}`,
    ),
  ]);
  return { list: rows, total: totals[0]?.total ?? 0 };
}

export async function readOne(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SensitiveWordRule | null> {
  const { rows } = await handle.db.execute<SensitiveWordRule>(sql`
    select ${columns}, r.words, r.exceptions, coalesce(n.ids, '[]') as "subAccountIds"
    from ${sensitiveWordRules} r ${named}
    where r.workspace_id = ${workspaceId} and r.id = ${id}`);
  return rows[0] ?? null;
}

/** Returns the versions of workspaces' rules; workspaces that never had any are missing. */
export async function readVersions(
  handle: Handle,
  workspaceIds: readonly WorkspaceId[],
): Promise<ReadonlyMap<WorkspaceId, number>> {
  const { rows } = await handle.db.execute<{ id: WorkspaceId; version: number }>(sql`
    select ${sensitiveWordRuleVersions.workspaceId} as id, ${sensitiveWordRuleVersions.version}
    from ${sensitiveWordRuleVersions}
    where ${sensitiveWordRuleVersions.workspaceId} = any(${sql.param([...workspaceIds])}::uuid[])`);
  return new Map(rows.map(({ id, version }) => [id, Number(version)]));
}

/** Returns the enabled rules of a workspace, oldest first. */
export async function readEnabledRules(handle: Handle, workspaceId: WorkspaceId): Promise<StoredWordRule[]> {
  const { rows } = await handle.db.execute<StoredWordRule>(sql`
    select r.id, r.title, r.words, r.links, r.wallet_addresses as "walletAddresses", r.phone_numbers as "phoneNumbers",
      r.exceptions, r.sender, r.action,
      case r.range when 'some' then coalesce((
        select json_agg(a.sub_account_id) from ${sensitiveWordRuleSubAccounts} a
        where a.workspace_id = r.workspace_id and a.rule_id = r.id), '[]') end as "subAccountIds"
    from ${sensitiveWordRules} r where r.workspace_id = ${workspaceId} and r.enabled order by r.created_at, r.id`);
  return rows;
}

export async function subAccountExists(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<boolean> {
  const { rows } = await handle.db.execute(sql`
    select from ${subAccounts}
    where ${subAccounts.workspaceId} = ${workspaceId} and ${subAccounts.id} = ${id}
      and ${subAccounts.status} <> 'deleted'`);
  return rows.length > 0;
}
