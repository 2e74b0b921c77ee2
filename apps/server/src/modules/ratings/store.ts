import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { chatRetention } from '../../schema/conversations/retention.ts';
import { type RatingRow, ratingDays, ratings } from '../../schema/ratings.ts';
import type { StoredRating } from './policy.ts';

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

/** Inserts a request. Returns false when this closing has one already. */
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
  { score, comment, language, at }: StoredRating & { language: string | null; at: Date },
): Promise<void> {
  // Translating the same comment again costs nothing.
  const untranslated = { commentTranslation: null, commentTranslationLanguage: null };
  const given = { score, comment, language, ratedAt: at, ...untranslated };
  await tx.db.update(ratings).set(given).where(byId(workspaceId, id));
}

/** Stores a translation. Returns false when the comment has been changed. */
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

/** Stores a dismissal. Returns false when it was dismissed or answered before. */
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

const maxAtOnce = 2_000;

/**
 * Erases a batch of comments that are older than their workspace's chat-history retention. Returns their ratings; empty
 * when none are left.
 */
export async function eraseAgedComments(
  tx: Tx,
  now: Date,
): Promise<{ workspaceId: WorkspaceId; id: string }[]> {
  const { rows } = await tx.db.execute<{ workspaceId: WorkspaceId; id: string }>(sql`
    update ${ratings} r set comment = null, comment_translation = null, comment_translation_language = null
    from (
      select a.workspace_id, a.id from ${chatRetention} k
      cross join lateral (
        select ${ratings.workspaceId}, ${ratings.id} from ${ratings}
        where ${ratings.workspaceId} = k.workspace_id and ${ratings.comment} is not null
          and ${ratings.ratedAt} < ${now}::timestamptz - k.days * interval '1 day'
        order by ${ratings.ratedAt} limit ${maxAtOnce}
      ) a limit ${maxAtOnce}
    ) aged
    where r.workspace_id = aged.workspace_id and r.id = aged.id
    returning r.workspace_id as "workspaceId", r.id`);
  return rows;
}

/**
 * Deletes rows that name a deleted sub-account, even of conversations that were moved. Returns true when it must be
 * called again.
 */
export function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  return deleteSome(tx, workspaceId, 'subAccountId', subAccountId);
}

/**
 * Does the same for a deleted social account in batches; deleting its conversations would cascade to all of their rows
 * at once.
 */
export function deleteAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<boolean> {
  return deleteSome(tx, workspaceId, 'socialAccountId', socialAccountId);
}

async function deleteSome(
  tx: Tx,
  workspaceId: WorkspaceId,
  column: 'subAccountId' | 'socialAccountId',
  id: string,
): Promise<boolean> {
  const named = (table: typeof ratings | typeof ratingDays) =>
    sql`${table.workspaceId} = ${workspaceId} and ${table[column]} = ${id}`;
  const { rowCount } = await tx.db.execute(sql`
    delete from ${ratings} where ${ratings.workspaceId} = ${workspaceId} and ${ratings.id} in (
      select ${ratings.id} from ${ratings} where ${named(ratings)} limit ${maxAtOnce})`);
  if (rowCount === maxAtOnce) return true;
  // All of these sums are zero now.
  await tx.db.execute(sql`delete from ${ratingDays} where ${named(ratingDays)}`);
  return false;
}
