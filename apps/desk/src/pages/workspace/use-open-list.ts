import { flattenPages } from '@parley/chat-core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { conversationListQuery } from '../../features/conversations/conversation-queries.ts';
import { useDesk } from '../../lib/desk-context.tsx';
import type { DeskLocation } from './use-desk-location.ts';

/** Returns the conversations selected by the address, and `step`, which opens the one before or after the open one. */
export function useOpenList(location: DeskLocation) {
  const { client } = useDesk();
  const query = useInfiniteQuery(conversationListQuery(client, location.filters));
  const conversations = useMemo(() => (query.data ? flattenPages(query.data) : []), [query.data]);
  const step = (by: 1 | -1) => {
    const at = conversations.findIndex((one) => one.id === location.conversationId);
    const next = conversations[at < 0 ? 0 : at + by];
    if (next) location.open(next.id);
  };
  return { query, conversations, step };
}

export type OpenList = ReturnType<typeof useOpenList>;
