import type { MessageRow } from '../../../schema/conversations.ts';
import type { PaidTranslationOutcome } from '../paid-translation.ts';
import type { TranslatedMessage } from './store.ts';

/** Pauses before failed engines are retried automatically, in ms. After that only an agent can retry. */
const retryAfterMs = [10_000, 60_000];

/**
 * Returns the pause in ms before a translation is retried, or null if it isn't.
 *
 * @param round how often the engines have failed this message before
 */
export function retryPause(outcome: PaidTranslationOutcome, round: number): number | null {
  if (outcome.kind !== 'failed' || outcome.problem !== 'engines-failed') return null;
  return retryAfterMs[round] ?? null;
}

/** Returns the changes to a customer's message once its translation has ended, successfully or not. */
export function translatedMessage(
  {
    workspaceId,
    conversationId,
    id,
    edits,
  }: Pick<MessageRow, 'workspaceId' | 'conversationId' | 'id' | 'edits'>,
  { source, target }: { source: string | null; target: string },
  outcome: PaidTranslationOutcome,
): TranslatedMessage {
  const untranslated = {
    workspaceId,
    conversationId,
    id,
    edits,
    originalLanguage: source,
    translation: null,
    translationLanguage: null,
    translationProblem: null,
    characters: 0,
  };
  if (outcome.kind === 'none') return { ...untranslated, translationState: 'none' };
  if (outcome.kind === 'failed') {
    return { ...untranslated, translationState: 'failed', translationProblem: outcome.problem };
  }
  return {
    ...untranslated,
    translationState: 'done',
    translation: outcome.text,
    translationLanguage: target,
    characters: outcome.characters,
  };
}
