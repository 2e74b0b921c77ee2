import type { QuickReplyTranslation } from '@parley/contract/quick-replies';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../base/db/database.ts';
import { acquireLock } from '../../base/db/named-lock.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { quickReplies, quickReplyTranslations } from '../../schema/quick-replies.ts';

export type QuickReplyForm = {
  name: string;
  title: string;
  content: string;
  language: string;
  translations: readonly QuickReplyTranslation[];
  materialId: string | null;
};
export type NewQuickReply = QuickReplyForm & {
  workspaceId: WorkspaceId;
  id: string;
  head: string;
  updatedAt: Date;
};

/** Locks the number and names of a workspace's quick replies until the transaction ends, and returns the number. */
export async function lockCount(tx: Tx, workspaceId: WorkspaceId): Promise<number> {
  await acquireLock(tx, `quick-replies ${workspaceId}`);
  return tx.db.$count(quickReplies, eq(quickReplies.workspaceId, workspaceId));
}

export async function isNameTaken(
  tx: Tx,
  workspaceId: WorkspaceId,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const { rows } = await tx.db.execute(sql`
    select 1 from ${quickReplies}
    where ${quickReplies.workspaceId} = ${workspaceId} and lower(${quickReplies.name}) = lower(${name})
      and ${quickReplies.id} <> ${id}`);
  return rows.length > 0;
}

export async function insert(tx: Tx, { translations, ...row }: NewQuickReply): Promise<void> {
  await tx.db.insert(quickReplies).values(row);
  await insertTranslations(tx, row, translations);
}

export async function update(
  tx: Tx,
  { translations, workspaceId, id, ...changed }: NewQuickReply,
): Promise<void> {
  await tx.db
    .update(quickReplies)
    .set({ ...changed, version: sql`${quickReplies.version} + 1` })
    .where(and(eq(quickReplies.workspaceId, workspaceId), eq(quickReplies.id, id)));
  await tx.db
    .delete(quickReplyTranslations)
    .where(
      and(eq(quickReplyTranslations.workspaceId, workspaceId), eq(quickReplyTranslations.quickReplyId, id)),
    );
  await insertTranslations(tx, { workspaceId, id }, translations);
}

async function insertTranslations(
  tx: Tx,
  { workspaceId, id }: { workspaceId: WorkspaceId; id: string },
  translations: readonly QuickReplyTranslation[],
): Promise<void> {
  if (translations.length === 0) return;
  await tx.db
    .insert(quickReplyTranslations)
    .values(translations.map((one) => ({ ...one, workspaceId, quickReplyId: id })));
}

/** Deletes quick replies and returns those that existed. */
export async function remove(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return tx.db
    .delete(quickReplies)
    .where(and(eq(quickReplies.workspaceId, workspaceId), inArray(quickReplies.id, [...ids])))
    .returning({ id: quickReplies.id, name: quickReplies.name });
}
