import { visitorMark, visitorName } from '@parley/contract/catalogues/visitor-names';
import type { Conversation } from '@parley/contract/conversations';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { interfaceLanguageOf } from '../locale/interface-language.ts';
import { printableLine } from './printable.ts';

type Titled = Pick<Conversation, 'title' | 'named'> & Partial<Pick<Conversation, 'alias'>>;

/**
 * Returns a function that gives a conversation's display name: the agents’ alias for the customer, or its title, on one
 * line of at most `limit` code points. A customer known only by a long id is shown as a generic word and the end of the
 * id, which distinguishes customers and is searchable.
 */
export function useConversationTitle(): (conversation: Titled, limit?: number) => string {
  const language = interfaceLanguageOf(useTranslation().i18n.language);
  return useCallback(
    ({ alias = null, title, named }, limit = 80) => {
      if (alias !== null) return printableLine(alias, limit);
      if (named) return printableLine(title, limit);
      return visitorName(visitorMark(title), language);
    },
    [language],
  );
}
