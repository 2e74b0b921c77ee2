/** Translates message templates for agents; customers get a template unchanged. */
import { transaction } from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import { bookCharges, translatePaid } from '../paid-translation.ts';
import { readTurns } from '../reading/queries.ts';
import { findConversation } from '../store.ts';
import type { Author } from './compose.ts';
import { hashText, type OutboundDeps, settingsOf } from './service.ts';
import { findPreview, insertPreview } from './store.ts';
import { type FilledTemplate, findFilled } from './template-message.ts';
import { translationRefusal } from './translate.ts';

export type TemplateTranslation = { translation: string | null; target: string; characters: number };

/** Charged once: for the same id and values, repeated requests and the message itself reuse the stored translation. */
export async function translateTemplate(
  deps: OutboundDeps,
  author: Author,
  conversationId: string,
  {
    messageId,
    templateId,
    values,
  }: { messageId: string; templateId: string; values: FilledTemplate['values'] },
  signal: AbortSignal,
): Promise<TemplateTranslation> {
  const { database } = deps;
  const conversation = await findConversation(database, author.workspaceId, conversationId);
  if (conversation?.subAccountId !== author.subAccountId) throw new AppError('conversation.not-found');
  const { workspaceId, subAccountId, platform, lastSeq } = conversation;
  const { row, text } = await findFilled(database, conversation, { id: templateId, values });
  const settings = await settingsOf(deps, database, conversation);
  const target = settings.receiveTargetLanguage;
  const key = { workspaceId, messageId, textHash: hashText(text), target };
  const stored = await findPreview(database, key);
  if (stored) return { translation: stored.translation, target, characters: stored.characters };
  const source = row.language.replaceAll('_', '-');
  await using translated = await translatePaid(deps, {
    workspaceId,
    subAccountId,
    platform,
    lineId: settings.translationMode,
    source,
    target,
    messageId,
    text,
    signal,
    visitor: null,
    context: () => readTurns(database, workspaceId, conversationId, lastSeq + 1),
    chargeKey: `template ${messageId} ${target} ${hashText(text)}`,
  });
  const { outcome } = translated;
  if (outcome.kind === 'failed') throw translationRefusal(outcome.problem);
  if (outcome.kind === 'none') return { translation: null, target, characters: 0 };
  const preview = await transaction(database, async (tx) => {
    await bookCharges(tx, deps, [translated]);
    const { text: translation, characters } = outcome;
    return insertPreview(tx, { ...key, source, translation, characters });
  });
  return { translation: preview.translation, target, characters: preview.characters };
}
