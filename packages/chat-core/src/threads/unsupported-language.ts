import type { Message } from '@parley/contract/conversations';

type Judged = Pick<Message, 'direction' | 'originalLanguage' | 'translationState' | 'translationProblem'>;

export type UnsupportedLanguage = { direction: Message['direction']; language: string | null };

/**
 * Returns the language of the latest message that the translation line can't translate, checking the customer's latest
 * first, then the agent's; null when the latest of each was translated or needed no translation.
 */
export function unsupportedLanguage(oldestFirst: readonly Judged[]): UnsupportedLanguage | null {
  for (const direction of ['in', 'out'] as const) {
    const last = oldestFirst.findLast(
      (message) => message.direction === direction && message.translationState !== 'pending',
    );
    if (last?.translationState === 'failed' && last.translationProblem === 'language-unsupported')
      return { direction, language: last.originalLanguage };
  }
  return null;
}
