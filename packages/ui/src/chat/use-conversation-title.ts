import type { Conversation } from '@parley/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { printableLine } from './printable.ts';

type Titled = Pick<Conversation, 'title' | 'named'> & Partial<Pick<Conversation, 'alias'>>;

/**
 * What a conversation is called on screen: by the agents’ own name for the customer, or by its title, on one line of at most `limit` code points. A customer
 * without a name and with nothing but a long id gets a word and the id's end, which tells customers apart and can be
 * searched for.
 */
export function useConversationTitle(): (conversation: Titled, limit?: number) => string {
  const { t } = useTranslation('ui');
  return useCallback(
    ({ alias = null, title, named }, limit = 80) => {
      if (alias !== null) return printableLine(alias, limit);
      if (named) return printableLine(title, limit);
      return t('chat.visitor', { mark: title.slice(-4).toUpperCase() });
    },
    [t],
  );
}
