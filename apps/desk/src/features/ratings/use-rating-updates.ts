// i18n-keys: rating.score.*
import { useToasts } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLiveEvent } from '../../lib/use-live.ts';
import { refreshRatings } from './ratings-query.ts';

/** Keeps displayed ratings current, and notifies the agent of a new one for the open conversation; use it once. */
export function useRatingUpdates(openConversationId: string | null): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  useLiveEvent('rated', ({ conversationId, score, changed }) => {
    refreshRatings(queryClient, conversationId);
    if (conversationId !== openConversationId) return;
    const name = t(`rating.score.${score}`);
    toasts.info({
      key: `rated ${conversationId}`,
      duration: 8,
      content: t(changed ? 'rating.changed' : 'rating.received', { score, name }),
    });
  });
}
