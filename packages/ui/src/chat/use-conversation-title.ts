import type { Conversation } from '@parley/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { printableLine } from './printable.ts';

type Titled = Pick<Conversation, 'title' | 'named' | 'platform'> & Partial<Pick<Conversation, 'alias'>>;

/**
 * What a conversation is called on screen: by the agents’ own name for the customer, or by its title, on one line of at most `limit` code points. A website's
 * visitor without a name has nothing but a long id; the reader gets a word and the id's end, which tells visitors
 * apart and can be searched for. Other platforms' ids are addresses that people know each other by.
 */
export function useConversationTitle(): (conversation: Titled, limit?: number) => string {
  const { t } = useTranslation('ui');
  return useCallback(
    ({ alias = null, title, named, platform }, limit = 80) => {
      if (alias !== null) return printableLine(alias, limit);
      if (named || platform !== 'webchat') return printableLine(title, limit);
      return t('chat.visitor', { mark: title.slice(-4).toUpperCase() });
    },
    [t],
  );
}
