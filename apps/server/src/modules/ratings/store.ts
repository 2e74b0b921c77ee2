import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { chatRetention } from '../../schema/conversations/retention.ts';
import { type RatingRow, ratingDays, ratings } from '../../schema/ratings.ts';
import type { RatingGiven } from './policy.ts';

export type NewRating = Pick<
  RatingRow,
  | 'workspaceId'
  | 'id'
  | 'conversationId'
  | 'socialAccountId'
  | 'subAccountId'
  | 'closedBy'
  | 'agentName'
  | 'askedAt'
  | 'askedSeq'
>;

/** Adds a request. False: this closing has one already. */
export async function insertRequest(tx: Tx, request: NewRating): Promise<boolean> {
  const { rowCount } = await tx.db.insert(ratings).values(request).onConflictDoNothing();
  return rowCount === 1;
}

const byId = (workspaceId: WorkspaceId, id: string) =>
  and(eq(ratings.workspaceId, workspaceId), eq(ratings.id, id));

export async function storeRating(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  { score, comment, language, at }: RatingGiven & { language: string | null; at: Date },
): Promise<void> {
  // A translation of the same comment costs nothing once more.
  const untranslated = { commentTranslation: null, commentTranslationLanguage: null };
  const given = { score, comment, language, ratedAt: at, ...untranslated };
  await tx.db.update(ratings).set(given).where(byId(workspaceId, id));
}

/** False: the comment is another by now. */
export async function storeTranslation(
  tx: Tx,
  { workspaceId, id, text }: { workspaceId: WorkspaceId; id: string; text: string },
  { translation, language }: { translation: string; language: string },
): Promise<boolean> {
  const { rowCount } = await tx.db
    .update(ratings)
    .set({ commentTranslation: translation, commentTranslationLanguage: language })
    .where(and(byId(workspaceId, id), eq(ratings.comment, text)));
  return rowCount === 1;
}

/** False: it was dismissed before, or is answered. */
export async function storeDismissal(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.db
    .update(ratings)
    .set({ dismissedAt: at })
    .where(and(byId(workspaceId, id), isNull(ratings.dismissedAt), isNull(ratings.score)));
  return rowCount === 1;
}

const mostAtOnce = 2_000;

/** Erases comments that are older than their workspace keeps chat history. Returns whose they were; none: there are no more. */
export async function eraseAgedComments(
  tx: Tx,
  now: Date,
): Promise<{ workspaceId: WorkspaceId; id: string }[]> {
  const { rows } = await tx.db.execute<{ workspaceId: WorkspaceId; id: string }>(sql`
    update ${ratings} r set comment = null, comment_translation = null, comment_translation_language = null
    from (
      select a.workspace_id, a.id from ${chatRetention} k
      cross join lateral (
        select workspace_id, id from ${ratings}
        where workspace_id = k.workspace_id and comment is not null
          and rated_at < ${now}::timestamptz - k.days * interval '1 day'
        order by rated_at limit ${mostAtOnce}
      ) a limit ${mostAtOnce}
    ) aged
    where r.workspace_id = aged.workspace_id and r.id = aged.id
    returning r.workspace_id as "workspaceId", r.id`);
  return rows;
}

/** Deletes what names a deleted sub-account, whosever the conversation is by now. True: call again. */
export function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  return deleteSome(tx, workspaceId, 'sub_account_id', subAccountId);
}

/** The same for a deleted social account; its conversations would take theirs with them all at once. */
export function deleteAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<boolean> {
  return deleteSome(tx, workspaceId, 'social_account_id', socialAccountId);
}

async function deleteSome(
  tx: Tx,
  workspaceId: WorkspaceId,
  column: 'sub_account_id' | 'social_account_id',
  id: string,
): Promise<boolean> {
  const named = sql`workspace_id = ${workspaceId} and ${sql.identifier(column)} = ${id}`;
  const { rowCount } = await tx.db.execute(sql`
    delete from ${ratings} where workspace_id = ${workspaceId} and id in (
      select id from ${ratings} where ${named} limit ${mostAtOnce})`);
  if (rowCount === mostAtOnce) return true;
  // The sums are zero by now.
  await tx.db.execute(sql`delete from ${ratingDays} where ${named}`);
  return false;
}
