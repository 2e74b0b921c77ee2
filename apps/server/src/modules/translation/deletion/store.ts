/** Deletes the translation settings of a deleted sub-account. */
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations } from '../../../schema/conversations.ts';
import { translationSettingsTable } from '../../../schema/translation.ts';

const atOnce = 2_000;

/**
 * Deletes the settings of the sub-account, of its social accounts and of its conversations. Those are found by rows of the
 * channels and conversations modules, so this must run before these are deleted. Returns true if more are left. Cached
 * translations are kept: they belong to the workspace and identify no person.
 */
export async function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  return deleteSettings(
    tx,
    workspaceId,
    sql`
      select 'conversation' as level, ${conversations.id} from ${conversations}
      where ${conversations.workspaceId} = ${workspaceId} and ${conversations.subAccountId} = ${subAccountId}
      union all
      select 'social-account', ${socialAccounts.id} from ${socialAccounts}
      where ${socialAccounts.workspaceId} = ${workspaceId} and ${socialAccounts.subAccountId} = ${subAccountId}
      union all
      select 'sub-account', ${subAccountId}::uuid`,
  );
}

/** Deletes the settings of a deleted social account and of its conversations. Returns true if more are left. */
export async function deleteAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<boolean> {
  return deleteSettings(
    tx,
    workspaceId,
    sql`
      select 'conversation' as level, ${conversations.id} from ${conversations}
      where ${conversations.workspaceId} = ${workspaceId} and ${conversations.socialAccountId} = ${socialAccountId}
      union all
      select 'social-account', ${socialAccountId}::uuid`,
  );
}

/**
 * Deletes up to `atOnce` settings of the subjects that a query returns as `level` and `id`. Returns true if there may be more.
 */
async function deleteSettings(tx: Tx, workspaceId: WorkspaceId, subjects: SQL): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${translationSettingsTable}
    where ${translationSettingsTable.workspaceId} = ${workspaceId}
      and (${translationSettingsTable.level}, ${translationSettingsTable.subjectId}) in (
        select s.level, s.subject_id
        from (${subjects}) its
        join ${translationSettingsTable} s on s.workspace_id = ${workspaceId} and s.level = its.level and s.subject_id = its.id
        limit ${atOnce})`);
  return rowCount === atOnce;
}
