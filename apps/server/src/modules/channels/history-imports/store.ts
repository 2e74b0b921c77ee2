import type { HistoryImportState, HistoryRange } from '@parley/contract/channels';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type HistoryImportRow, historyImports } from '../../../schema/channels/history-imports.ts';
import { type SocialAccountRow, socialAccounts } from '../../../schema/channels.ts';

const open: HistoryImportState[] = ['waiting', 'running', 'paused'];

export type ImportName = { workspaceId: WorkspaceId; id: string };

const named = ({ workspaceId, id }: ImportName) =>
  and(eq(historyImports.workspaceId, workspaceId), eq(historyImports.id, id));

export type NewHistoryImport = ImportName & {
  socialAccountId: string;
  range: HistoryRange;
  since: Date | null;
  startedAt: Date;
};

/** Inserts an import. Returns false when another import of this account hasn't ended. */
export async function insertImport(tx: Tx, row: NewHistoryImport): Promise<boolean> {
  const added = await tx.db
    .insert(historyImports)
    .values({ ...row, state: 'waiting' })
    .onConflictDoNothing()
    .returning({ id: historyImports.id });
  return added.length > 0;
}

export async function findImport(handle: Handle, name: ImportName): Promise<HistoryImportRow | null> {
  const [row] = await handle.db.select().from(historyImports).where(named(name));
  return row ?? null;
}

/** Returns the latest import of each of these accounts. */
export async function latestImports(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountIds: readonly string[],
): Promise<Map<string, HistoryImportRow>> {
  if (socialAccountIds.length === 0) return new Map();
  const rows = await handle.db
    .selectDistinctOn([historyImports.socialAccountId])
    .from(historyImports)
    .where(
      and(
        eq(historyImports.workspaceId, workspaceId),
        inArray(historyImports.socialAccountId, [...socialAccountIds]),
      ),
    )
    .orderBy(historyImports.socialAccountId, desc(historyImports.startedAt), desc(historyImports.id));
  return new Map(rows.map((row) => [row.socialAccountId, row]));
}

/** Returns the latest import of an account with its row locked. */
export async function lockLatestImport(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<HistoryImportRow | null> {
  const [row] = await tx.db
    .select()
    .from(historyImports)
    .where(
      and(eq(historyImports.workspaceId, workspaceId), eq(historyImports.socialAccountId, socialAccountId)),
    )
    .orderBy(desc(historyImports.startedAt), desc(historyImports.id))
    .limit(1)
    .for('no key update');
  return row ?? null;
}

/**
 * Returns an open import at this page with its row locked; null when it was ended, or another process has continued it.
 */
export async function lockImportAt(
  tx: Tx,
  name: ImportName,
  pages: number,
): Promise<HistoryImportRow | null> {
  const [row] = await tx.db
    .select()
    .from(historyImports)
    .where(and(named(name), eq(historyImports.pages, pages), inArray(historyImports.state, open)))
    .for('no key update');
  return row ?? null;
}

export async function changeImport(
  tx: Tx,
  name: ImportName,
  change: Partial<Omit<HistoryImportRow, 'workspaceId' | 'id'>>,
): Promise<void> {
  await tx.db.update(historyImports).set(change).where(named(name));
}

/** Returns the account, locked against moves and deletion until the transaction ends; null when it is deleted. */
export async function lockAccountForImport(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SocialAccountRow | null> {
  const [row] = await tx.db
    .select()
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.workspaceId, workspaceId),
        eq(socialAccounts.id, id),
        isNull(socialAccounts.deletedAt),
      ),
    )
    .for('share');
  return row ?? null;
}

/** Deletes the imports of deleted social accounts. */
export async function deleteImports(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountIds: readonly string[],
): Promise<void> {
  await tx.db.execute(sql`
    delete from ${historyImports} where ${historyImports.workspaceId} = ${workspaceId}
      and ${historyImports.socialAccountId} = any(${sql.param([...socialAccountIds])}::uuid[])`);
}
