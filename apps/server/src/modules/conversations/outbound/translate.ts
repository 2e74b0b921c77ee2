import type { EffectiveTranslationSettings } from '@parley/contract/conversations';
import { type Tx, transaction } from '../../../base/db/database.ts';
import { storableText } from '../../../base/db/storable-text.ts';
import { AppError } from '../../../base/http/app-error.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { ConversationRow, MessageRow } from '../../../schema/conversations.ts';
import type { KnownTranslation } from '../../quick-replies/index.ts';
import { blockedTexts } from '../../sensitive-words/index.ts';
import {
  anonymousVisitor,
  bookCharges,
  freeOutcome,
  OutdatedTranslation,
  type PaidTranslationOutcome,
  type Problem,
  type TranslationRequest,
  translatePaid,
  type VisitorName,
} from '../paid-translation.ts';
import { readTurns } from '../reading/queries.ts';
import { assertAllowed, recordingRefusal, searchWritten, type WrittenTexts } from '../sensitive-words.ts';
import { storableStart } from '../storable.ts';
import { changeMessage, findConversation, findMessageAndConversation, type Patch } from '../store.ts';
import { directionFromTrigger } from './automatic.ts';
import { type Author, type Direction, directionOf } from './compose.ts';
import { findKnownWords } from './known-words.ts';
import { hashText, type OutboundDeps, settingsOf } from './service.ts';
import { findPreview, insertPreview, type PreviewKey } from './store.ts';

export type PreviewAnswer = {
  translation: string | null;
  source: string;
  target: string | null;
  characters: number;
};

/**
 * Translates before sending. Charged once: a repeated request for the same text and id returns the stored translation. A text is
 * searched for sensitive words before it is charged, its translation once it exists. Throws `message.sensitive`.
 */
export function preview(
  deps: OutboundDeps,
  author: Author,
  conversationId: string,
  { messageId, ...given }: { messageId: string; text: string },
  signal: AbortSignal,
): Promise<PreviewAnswer> {
  const draft = { messageId, text: storableText(given.text) };
  return recordingRefusal(deps, async () => {
    const conversation = await findConversation(deps.database, author.workspaceId, conversationId);
    if (conversation?.subAccountId !== author.subAccountId) throw new AppError('conversation.not-found');
    const search = (texts: WrittenTexts) =>
      assertAllowed(deps, deps.database, conversation, { id: messageId }, texts);
    await search({ original: draft.text });
    const shown = await translateDraft(deps, conversation, draft, signal);
    await search({ translation: shown.translation });
    return shown;
  });
}

/** Translates a storable text in a conversation that the agent may write in. */
export async function translateDraft(
  deps: OutboundDeps,
  conversation: ConversationRow,
  draft: { messageId: string; text: string },
  signal: AbortSignal,
): Promise<PreviewAnswer> {
  const { workspaceId } = conversation;
  const settings = await settingsOf(deps, deps.database, conversation);
  const direction = directionOf(settings, conversation);
  if (direction === 'unknown') throw translationRefusal('language-unsupported');
  if (direction === 'as-written') {
    return { translation: null, source: settings.receiveTargetLanguage, target: null, characters: 0 };
  }
  const key = {
    workspaceId,
    messageId: draft.messageId,
    textHash: hashText(draft.text),
    target: direction.target,
  };
  const stored = await findPreview(deps.database, key);
  if (stored) return { ...direction, translation: stored.translation, characters: stored.characters };
  const known = await findKnownWords(deps.database, conversation, { ...draft, ...direction });
  if (known) return previewKnown(deps, key, known);
  const request = requestOf(deps, conversation, direction, settings.translationMode, {
    ...draft,
    signal,
    before: conversation.lastSeq + 1,
  });
  await using translated = await translatePaid(deps, request);
  const { outcome } = translated;
  if (outcome.kind === 'failed') throw translationRefusal(outcome.problem);
  if (outcome.kind === 'none') return { ...direction, translation: null, characters: 0 };
  // Returns the stored translation, which will be sent, rather than the result of a concurrent engine call for the same text.
  const { translation, characters } = await transaction(deps.database, async (tx) => {
    await bookCharges(tx, deps, [translated]);
    const { text, characters } = outcome;
    return insertPreview(tx, { ...key, source: direction.source, translation: text, characters });
  });
  return { ...direction, translation, characters };
}

/** Returns the owner's translation of a quick reply, and stores it, so that exactly what the agent has seen is sent. */
async function previewKnown(
  { database }: OutboundDeps,
  key: PreviewKey,
  { source, translation }: KnownTranslation,
): Promise<PreviewAnswer> {
  const answer = { source, target: key.target, translation, characters: 0 };
  if (translation === null) return answer;
  const kept = await transaction(database, (tx) =>
    insertPreview(tx, { ...key, source, translation, characters: 0 }),
  );
  return { ...answer, translation: kept.translation };
}

export function translationRefusal(problem: Problem): AppError {
  return new AppError(problem === 'characters-short' ? 'characters.short' : 'translation.failed', {
    details: { problem },
  });
}

function requestOf(
  deps: OutboundDeps,
  conversation: ConversationRow,
  direction: Direction,
  lineId: string,
  {
    before,
    visitor = null,
    ...draft
  }: { messageId: string; text: string; signal: AbortSignal; before: number; visitor?: VisitorName | null },
): TranslationRequest {
  const { workspaceId, subAccountId, platform, id } = conversation;
  return {
    workspaceId,
    subAccountId,
    platform,
    lineId,
    ...direction,
    ...draft,
    visitor,
    context: () => readTurns(deps.database, workspaceId, id, before),
    chargeKey: `outbound ${draft.messageId} ${direction.target} ${hashText(draft.text)}`,
  };
}

/** The job for a message sent without a preview: translates and queues it, or marks it as failed with the reason. */
export async function translateOutbound(
  deps: OutboundDeps,
  workspaceId: WorkspaceId,
  messageId: string,
  signal: AbortSignal,
): Promise<void> {
  const [found, settingsAt] = await Promise.all([
    findMessageAndConversation(deps.database, workspaceId, messageId),
    deps.translation.settingsOfMessages(deps.database, [{ workspaceId, messageId }]),
  ]);
  if (found?.message.delivery !== 'translating') return;
  const { message, conversation } = found;
  const settings = settingsAt({ ...conversation, conversationId: conversation.id });
  const direction = await directionFor(deps, conversation, settings, message);
  // Agents' texts are charged to the owner alone; translations caused by a visitor also count toward the visitor's budgets.
  const visitor = message.triggeredBy === null ? null : anonymousVisitor(conversation);
  const draft = { messageId, text: message.original, signal, before: message.seq, visitor };
  await using translated =
    typeof direction === 'string'
      ? freeOutcome(outcomeWithout(direction))
      : await translatePaid(deps, requestOf(deps, conversation, direction, settings.translationMode, draft));
  const written = patchOf(translated.outcome, typeof direction === 'object' ? direction.target : null);
  const store = async (tx: Tx) => {
    // Automatic replies are the owner's own words.
    const findings =
      message.triggeredBy === null
        ? await searchWritten(deps, tx, conversation, message, { translation: written.translation ?? null })
        : [];
    const blocked = blockedTexts(findings);
    const patch = blocked.length === 0 ? written : { ...written, ...blockedPatch(blocked) };
    // Pipelined, in the order in which all translation writes acquire their locks.
    const booked = bookCharges(tx, deps, [translated]);
    const stored = changeMessage(tx, workspaceId, messageId, patch, { delivery: ['translating'] });
    // Read after the change has acquired the lock, as the conversation may have been handed over during the translation.
    const placed = findConversation(tx, workspaceId, conversation.id);
    const [changed, , place] = await Promise.all([stored, booked, placed]);
    if (!changed) throw new OutdatedTranslation(`the message ${messageId} was translated by another run`);
    await deps.sensitiveWords.record(tx, findings);
    deps.changes.announce(tx, place ?? conversation, changed);
  };
  try {
    await transaction(deps.database, store, { locks: conversation.id });
  } catch (error) {
    // Not retried: another run of this job has translated the message, after a takeover, or it has been deleted.
    if (!(error instanceof OutdatedTranslation)) throw error;
  }
}

/** Keeps the translation, which is paid for, so that the agent can see the reason. */
function blockedPatch(texts: readonly string[]): Patch {
  return {
    delivery: 'failed',
    deliveryProblem: storableStart(`message-sensitive: ${texts.join(', ')}`, 1_000),
  };
}

function outcomeWithout(direction: 'as-written' | 'unknown'): PaidTranslationOutcome {
  if (direction === 'as-written') return { kind: 'none' };
  return { kind: 'failed', problem: 'language-unsupported' };
}

/** Returns the direction. If the language is unknown, an agent who is present decides, and an automatic reply identifies it. */
async function directionFor(
  deps: OutboundDeps,
  conversation: ConversationRow,
  settings: EffectiveTranslationSettings,
  message: MessageRow,
): Promise<Direction | 'as-written' | 'unknown'> {
  const direction = directionOf(settings, conversation);
  if (direction !== 'unknown' || message.triggeredBy === null) return direction;
  return directionFromTrigger(deps, conversation, settings, message);
}

function patchOf(outcome: PaidTranslationOutcome, target: string | null): Patch {
  if (outcome.kind === 'none')
    return { delivery: 'queued', translationState: 'none', translationProblem: null };
  if (outcome.kind === 'failed') {
    return { delivery: 'failed', translationState: 'failed', translationProblem: outcome.problem };
  }
  return {
    delivery: 'queued',
    translation: outcome.text,
    translationLanguage: target,
    translationState: 'done',
    translationProblem: null,
    characters: outcome.characters,
  };
}
