import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import {
  sensitiveWordRuleSubAccounts,
  sensitiveWordRules,
  sensitiveWordRuleVersions,
} from '../../../schema/sensitive-words.ts';

type NewRule = typeof sensitiveWordRules.$inferInsert;
export type RuleRow = typeof sensitiveWordRules.$inferSelect;
/** The values set by a form. */
export type WordRuleValues = Omit<NewRule, 'workspaceId' | 'id' | 'version' | 'createdAt' | 'updatedAt'>;

/** Begins a change: increments the version, and locks the workspace's rules until the transaction ends. */
export async function beginChange(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await tx.db.execute(sql`
    insert into ${sensitiveWordRuleVersions} as v (workspace_id, version) values (${workspaceId}, 1)
    on conflict (workspace_id) do update set version = v.version + 1`);
}

/** Counts the rules of a workspace, and the words of all of them except one. */
export async function countRules(
  tx: Tx,
  workspaceId: WorkspaceId,
  but: string | null,
): Promise<{ rules: number; words: number }> {
  const { rows } = await tx.db.execute<{ rules: number; words: number }>(sql`
    select count(*)::int as rules,
      coalesce(sum(cardinality(${sensitiveWordRules.words}))
        filter (where ${sensitiveWordRules.id} is distinct from ${but}::uuid), 0)::int as words
    from ${sensitiveWordRules} where ${sensitiveWordRules.workspaceId} = ${workspaceId}`);
  return rows[0] ?? { rules: 0, words: 0 };
}

export async function findRule(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<RuleRow | null> {
  const [row] = await tx.db
    .select()
    .from(sensitiveWordRules)
    .where(isRule(workspaceId, [id]));
  return row ?? null;
}

export async function insertRule(tx: Tx, row: NewRule): Promise<void> {
  await tx.db.insert(sensitiveWordRules).values(row);
}

export async function updateRule(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  values: WordRuleValues & { updatedAt: Date },
): Promise<void> {
  await tx.db
    .update(sensitiveWordRules)
    .set({ ...values, version: sql`${sensitiveWordRules.version} + 1` })
    .where(isRule(workspaceId, [id]));
}

type Named = { id: string; title: string };
const named = { id: sensitiveWordRules.id, title: sensitiveWordRules.title };

/** Returns how many of these rules exist, and those that had the other value. */
export async function setEnabled(
  tx: Tx,
  workspaceId: WorkspaceId,
  { ids, enabled, at }: { ids: readonly string[]; enabled: boolean; at: Date },
): Promise<{ found: number; changed: Named[] }> {
  const these = isRule(workspaceId, ids);
  const found = await tx.db.$count(sensitiveWordRules, these);
  const changed = await tx.db
    .update(sensitiveWordRules)
    .set({ enabled, updatedAt: at, version: sql`${sensitiveWordRules.version} + 1` })
    .where(and(these, eq(sensitiveWordRules.enabled, !enabled)))
    .returning(named);
  return { found, changed };
}

/** Deletes rules and returns those that existed. */
export async function removeRules(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<Named[]> {
  return tx.db.delete(sensitiveWordRules).where(isRule(workspaceId, ids)).returning(named);
}

const isRule = (workspaceId: WorkspaceId, ids: readonly string[]) =>
  and(eq(sensitiveWordRules.workspaceId, workspaceId), inArray(sensitiveWordRules.id, [...ids]));

export async function setSubAccounts(
  tx: Tx,
  workspaceId: WorkspaceId,
  ruleId: string,
  subAccountIds: readonly string[],
): Promise<void> {
  await tx.db
    .delete(sensitiveWordRuleSubAccounts)
    .where(
      and(
        eq(sensitiveWordRuleSubAccounts.workspaceId, workspaceId),
        eq(sensitiveWordRuleSubAccounts.ruleId, ruleId),
      ),
    );
  if (subAccountIds.length === 0) return;
  await tx.db
    .insert(sensitiveWordRuleSubAccounts)
    .values(subAccountIds.map((subAccountId) => ({ workspaceId, ruleId, subAccountId })));
}

/** Most rows per call, so that no transaction takes long. */
const maxAtOnce = 5_000;

/** Removes a sub-account from all rules. Returns true when there is more, so that it is called again. */
export async function forgetSubAccount(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${sensitiveWordRuleSubAccounts}
    where (${sensitiveWordRuleSubAccounts.workspaceId}, ${sensitiveWordRuleSubAccounts.ruleId},
      ${sensitiveWordRuleSubAccounts.subAccountId}) in (
      select ${sensitiveWordRuleSubAccounts.workspaceId}, ${sensitiveWordRuleSubAccounts.ruleId},
        ${sensitiveWordRuleSubAccounts.subAccountId}
      from ${sensitiveWordRuleSubAccounts}
      where ${sensitiveWordRuleSubAccounts.workspaceId} = ${workspaceId}
        and ${sensitiveWordRuleSubAccounts.subAccountId} = ${subAccountId} limit ${maxAtOnce})`);
  if (rowCount) await beginChange(tx, workspaceId);
  return (rowCount ?? 0) === maxAtOnce;
}
