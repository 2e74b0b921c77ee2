import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import {
  type ReplyRuleRow,
  replyRuleSubAccounts,
  replyRules,
  replyRuleVersions,
} from '../../../schema/automation.ts';

export type StoredRuleKind = ReplyRuleRow['kind'];
export type NewRule = typeof replyRules.$inferInsert;
/** The values set by a form, for both kinds. */
export type RuleValues = Omit<NewRule, 'workspaceId' | 'id' | 'kind' | 'version' | 'createdAt' | 'updatedAt'>;

/** Begins a change: increments the version, and locks the workspace's rules until the transaction ends. */
export async function beginChange(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await tx.db.execute(sql`
    insert into ${replyRuleVersions} as v (workspace_id, version) values (${workspaceId}, 1)
    on conflict (workspace_id) do update set version = v.version + 1`);
}

/** Counts the rules of a kind, and the keywords of all of them except one. */
export async function countRules(
  tx: Tx,
  workspaceId: WorkspaceId,
  kind: StoredRuleKind,
  but: string | null,
): Promise<{ rules: number; keywords: number }> {
  const { rows } = await tx.db.execute<{ rules: number; keywords: number }>(sql`
    select count(*)::int as rules,
      coalesce(sum(cardinality(${replyRules.keywords})) filter (where ${replyRules.id} is distinct from ${but}::uuid),
        0)::int as keywords
    from ${replyRules} where ${replyRules.workspaceId} = ${workspaceId} and ${replyRules.kind} = ${kind}`);
  return rows[0] ?? { rules: 0, keywords: 0 };
}

/** Counts the sub-accounts named by all rules except one, each as often as it is named. */
export async function countNamed(tx: Tx, workspaceId: WorkspaceId, but: string | null): Promise<number> {
  const { rows } = await tx.db.execute<{ named: number }>(sql`
    select count(*) as named from ${replyRuleSubAccounts}
    where ${replyRuleSubAccounts.workspaceId} = ${workspaceId}
      and ${replyRuleSubAccounts.ruleId} is distinct from ${but}::uuid`);
  return rows[0]?.named ?? 0;
}

/** Returns a stored rule; null when there is none of this kind. */
export async function findRule(
  tx: Tx,
  workspaceId: WorkspaceId,
  kind: StoredRuleKind,
  id: string,
): Promise<ReplyRuleRow | null> {
  const [row] = await tx.db
    .select()
    .from(replyRules)
    .where(and(eq(replyRules.workspaceId, workspaceId), eq(replyRules.id, id), eq(replyRules.kind, kind)));
  return row ?? null;
}

export async function insertRule(tx: Tx, row: NewRule): Promise<void> {
  await tx.db.insert(replyRules).values(row);
}

export async function updateRule(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  values: RuleValues & { updatedAt: Date },
): Promise<void> {
  await tx.db
    .update(replyRules)
    .set({ ...values, version: sql`${replyRules.version} + 1` })
    .where(and(eq(replyRules.workspaceId, workspaceId), eq(replyRules.id, id)));
}

type Named = { id: string; title: string };

/** Returns how many of these rules exist, and those that had the other value. */
export async function setEnabled(
  tx: Tx,
  workspaceId: WorkspaceId,
  kind: StoredRuleKind,
  { ids, enabled, at }: { ids: readonly string[]; enabled: boolean; at: Date },
): Promise<{ found: number; changed: Named[] }> {
  const these = and(
    eq(replyRules.workspaceId, workspaceId),
    eq(replyRules.kind, kind),
    inArray(replyRules.id, [...ids]),
  );
  const found = await tx.db.$count(replyRules, these);
  const changed = await tx.db
    .update(replyRules)
    .set({ enabled, updatedAt: at, version: sql`${replyRules.version} + 1` })
    .where(and(these, eq(replyRules.enabled, !enabled)))
    .returning({ id: replyRules.id, title: replyRules.title });
  return { found, changed };
}

/** Deletes rules and returns those that existed. */
export async function removeRules(
  tx: Tx,
  workspaceId: WorkspaceId,
  kind: StoredRuleKind,
  ids: readonly string[],
): Promise<Named[]> {
  return tx.db
    .delete(replyRules)
    .where(
      and(
        eq(replyRules.workspaceId, workspaceId),
        eq(replyRules.kind, kind),
        inArray(replyRules.id, [...ids]),
      ),
    )
    .returning({ id: replyRules.id, title: replyRules.title });
}

export async function setSubAccounts(
  tx: Tx,
  workspaceId: WorkspaceId,
  ruleId: string,
  subAccountIds: readonly string[],
): Promise<void> {
  await tx.db
    .delete(replyRuleSubAccounts)
    .where(and(eq(replyRuleSubAccounts.workspaceId, workspaceId), eq(replyRuleSubAccounts.ruleId, ruleId)));
  if (subAccountIds.length === 0) return;
  await tx.db
    .insert(replyRuleSubAccounts)
    .values(subAccountIds.map((subAccountId) => ({ workspaceId, ruleId, subAccountId })));
}

/** Most rows per call, so that no transaction takes long. */
const maxAtOnce = 5_000;

/** Removes a sub-account from all rules. Returns true when there is more, so that it is called again. */
export async function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${replyRuleSubAccounts}
    where (${replyRuleSubAccounts.workspaceId}, ${replyRuleSubAccounts.ruleId},
      ${replyRuleSubAccounts.subAccountId}) in (
      select ${replyRuleSubAccounts.workspaceId}, ${replyRuleSubAccounts.ruleId}, ${replyRuleSubAccounts.subAccountId}
      from ${replyRuleSubAccounts}
      where ${replyRuleSubAccounts.workspaceId} = ${workspaceId}
        and ${replyRuleSubAccounts.subAccountId} = ${subAccountId} limit ${maxAtOnce})`);
  if (rowCount) await beginChange(tx, workspaceId);
  return (rowCount ?? 0) === maxAtOnce;
}
