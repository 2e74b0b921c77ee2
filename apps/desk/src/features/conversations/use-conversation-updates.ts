import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';
import { useLiveConnect, useLiveEvent } from '../../lib/use-live.ts';
import { afterChange } from './conversation-pages.ts';
import {
  knownConversation,
  knownOfFan,
  refreshAllConversations,
  refreshConversation,
  showConversation,
} from './conversation-queries.ts';

const gatherMs = 400;

/** Keeps every list and header equal to what the socket tells; call it once, in the page that shows them. */
export function useConversationUpdates(): void {
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  /** A burst of events in one conversation asks once. */
  const refreshSoon = (id: string) => {
    if (waiting.current.has(id)) return;
    const timer = setTimeout(() => {
      waiting.current.delete(id);
      void refreshConversation(client, queryClient, id);
    }, gatherMs);
    waiting.current.set(id, timer);
  };
  useEffect(() => {
    const timers = waiting.current;
    return () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    };
  }, []);

  useLiveEvent('changed', (change) => {
    const known = knownConversation(queryClient, change.conversationId);
    const after = known ? afterChange(known, change) : null;
    if (after === null) refreshSoon(change.conversationId);
    else if (after !== known) showConversation(queryClient, after);
  });
  useLiveEvent('conversation', ({ conversationId, readSeq, unread }) => {
    const known = knownConversation(queryClient, conversationId);
    if (known && readSeq >= known.readSeq) showConversation(queryClient, { ...known, readSeq, unread });
    refreshSoon(conversationId);
  });
  useLiveEvent('erased', ({ conversationIds }) => {
    for (const id of conversationIds) if (knownConversation(queryClient, id)) refreshSoon(id);
  });
  useLiveEvent('customerProfile', ({ fanId }) => {
    for (const id of knownOfFan(queryClient, fanId)) refreshSoon(id);
  });
  useLiveConnect(() => void refreshAllConversations(queryClient));
}
