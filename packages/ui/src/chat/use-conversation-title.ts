import type { Conversation } from '@parley/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { printableLine } from './printable.ts';

type Titled = Pick<Conversation, 'title' | 'named' | 'platform'>;

/**
 * What a conversation is called on screen: its title on one line of at most `limit` code points. A website's
 * visitor without a name has nothing but a long id; the reader gets a word and the id's end, which tells visitors
 * apart and can be searched for. Other platforms' ids are addresses that people know each other by.
 */
export function useConversationTitle(): (conversation: Titled, limit?: number) => string {
  const { t } = useTranslation('ui');
  return useCallback(
    ({ title, named, platform }, limit = 80) =>
      named || platform !== 'webchat'
        ? printableLine(title, limit)
        : t('chat.visitor', { mark: title.slice(-4).toUpperCase() }),
    [t],
  );
}
