import { followConversations, systemClock } from '@parley/chat-core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';
import { useLiveConnect, useLiveEvent } from '../../lib/use-live.ts';
import { useThrottled } from '../../lib/use-throttled.ts';
import {
  knownConversation,
  knownConversationsOfFan,
  refreshAllConversations,
  refreshConversation,
  refreshCounts,
  refreshFanTags,
  showConversation,
} from './conversation-queries.ts';

const countsMs = 1_000;

/** Keeps all lists and headers in step with the server's state; use it once, in the page that shows them. */
export function useConversationUpdates(): void {
  const { client, live } = useDesk();
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followConversations(
        live,
        {
          known: (id) => knownConversation(queryClient, id),
          ofFan: (fanId) => knownConversationsOfFan(queryClient, fanId),
          show: (conversation) => showConversation(queryClient, conversation),
          refresh: (id) => void refreshConversation(client, queryClient, id),
          refreshAll: () => void refreshAllConversations(queryClient),
        },
        systemClock,
      ),
    [client, live, queryClient],
  );
  const countSoon = useThrottled(() => refreshCounts(queryClient), countsMs);
  useLiveEvent('changed', ({ seq, message }) => {
    if (message.seq === seq) countSoon();
  });
  useLiveEvent('conversation', countSoon);
  useLiveEvent('accountMoved', countSoon);
  useLiveEvent('historyImported', countSoon);
  useLiveConnect(countSoon);
  const tagsSoon = useThrottled(() => refreshFanTags(queryClient), countsMs);
  useLiveEvent('fanTags', tagsSoon);
  useLiveEvent('accountMoved', tagsSoon);
  useLiveConnect(tagsSoon);
}
