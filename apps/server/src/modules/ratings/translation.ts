/** Translates comments for the owner, who may not read the visitor's language. */
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { type TranslatedComment, type TranslationDeps, translateComment } from '../conversations/index.ts';
import { findComment } from './queries.ts';
import { storeTranslation } from './store.ts';

/**
 * Translates a rating's comment. Throws `rating.not-found`, also when the comment was erased, and what
 * `translateComment` throws.
 */
export async function translateRating(
  deps: TranslationDeps,
  workspaceId: WorkspaceId,
  ratingId: string,
  { origin, signal }: { origin: RequestOrigin; signal: AbortSignal },
): Promise<TranslatedComment> {
  const { conversationId, comment: text } = assertFound(
    await findComment(deps.database, workspaceId, ratingId),
    'rating.not-found',
  );
  return translateComment(
    deps,
    {
      workspaceId,
      conversationId,
      id: ratingId,
      text,
      signal,
      async keep(tx, translated) {
        // The visitor may have changed it, or it was erased meanwhile.
        if (!(await storeTranslation(tx, { workspaceId, id: ratingId, text }, translated)))
          throw new AppError('rating.not-found');
      },
    },
    origin,
  );
}
