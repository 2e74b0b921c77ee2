/** Translates a customer's text other than a message, such as a comment, at the owner's request. */
import { createHash } from 'node:crypto';
import { type Tx, transaction } from '../../../base/db/database.ts';
import { assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { ConversationRow } from '../../../schema/conversations.ts';
import { record } from '../../audit/index.ts';
import { translationRefusal } from '../outbound/translate.ts';
import { bookCharges, type PaidTranslationDeps, translatePaid } from '../paid-translation.ts';
import { readTurns } from '../reading/queries.ts';
import { findConversation } from '../store.ts';

export type TranslatedComment = { translation: string | null; language: string };

export type CommentToTranslate = {
  workspaceId: WorkspaceId;
  conversationId: string;
  /** The id under which it is charged; each of its texts once. */
  id: string;
  text: string;
  signal: AbortSignal;
  /** Stores the translation in the transaction that charges it; an exception rolls back both. */
  keep(tx: Tx, translated: { translation: string; language: string }): Promise<void>;
};

/**
 * Translates with the settings of the conversation, as for its messages. Returns null as the translation if none is needed.
 * Throws `conversation.not-found`, `translation.failed` and `characters.short`.
 */
export async function translateComment(
  deps: PaidTranslationDeps,
  { workspaceId, conversationId, id, text, signal, keep }: CommentToTranslate,
  origin: RequestOrigin,
): Promise<TranslatedComment> {
  const { database, translation } = deps;
  const conversation = assertFound(
    await findConversation(database, workspaceId, conversationId),
    'conversation.not-found',
  );
  const settings = await translation.resolveSettings(database, { ...conversation, conversationId });
  const { receiveSourceLanguage: set, receiveTargetLanguage: target, translationMode: lineId } = settings;
  const source = set === 'auto' ? languageOf(deps, conversation, text) : set;
  if (source === null) throw translationRefusal('language-unsupported');
  const hash = createHash('sha256').update(text).digest('base64url');
  await using translated = await translatePaid(deps, {
    workspaceId,
    messageId: id,
    source,
    target,
    lineId,
    text,
    signal,
    subAccountId: conversation.subAccountId,
    platform: conversation.platform,
    context: () => readTurns(database, workspaceId, conversationId, conversation.lastSeq + 1),
    chargeKey: `comment ${id} ${target} ${hash}`,
    // Budgets apply only to what visitors cause.
    visitor: null,
  });
  const { outcome } = translated;
  if (outcome.kind === 'failed') throw translationRefusal(outcome.problem);
  if (outcome.kind === 'none') return { translation: null, language: target };
  const done = { translation: outcome.text, language: target };
  await transaction(database, async (tx) => {
    await keep(tx, done);
    await bookCharges(tx, deps, [translated]);
    await record(tx, origin, {
      action: 'chat-history.translated',
      object: { kind: 'conversation', id: conversationId },
      details: { count: 1 },
    });
  });
  return done;
}

/** Identifies the language as for a message, without storing evidence. */
function languageOf(
  { translation }: PaidTranslationDeps,
  { customerLanguage, customerLanguagePinned, languagePrior }: ConversationRow,
  text: string,
): string | null {
  if (customerLanguagePinned) return customerLanguage;
  return translation.observe(languagePrior, text).language ?? customerLanguage;
}
