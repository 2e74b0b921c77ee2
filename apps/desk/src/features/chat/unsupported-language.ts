import type { Message } from '@parley/contract';

type Judged = Pick<Message, 'direction' | 'originalLanguage' | 'translationState' | 'translationProblem'>;

/**
 * The language that the customer writes and the translation line doesn't do; null while their latest message was
 * translated, or needed no translation.
 */
export function unsupportedLanguage(oldestFirst: readonly Judged[]): { language: string | null } | null {
  const last = oldestFirst.findLast(
    ({ direction, translationState }) => direction === 'in' && translationState !== 'pending',
  );
  return last?.translationState === 'failed' && last.translationProblem === 'language-unsupported'
    ? { language: last.originalLanguage }
    : null;
}
