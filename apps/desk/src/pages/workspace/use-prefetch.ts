import { useCallback, useEffect, useRef } from 'react';
import { useChat } from '../../features/chat/ChatServices.tsx';
import type { Intent } from '../../features/conversations/use-intent.ts';
import { chatCode } from './chat-code.ts';

/** A pointer that merely crosses the list stays on each row for less than this time. */
const dwellMs = 80;

/** Returns a function that prefetches a conversation likely to be opened: its code, and its newest messages. */
export function usePrefetch(): (id: string, intent: Intent) => void {
  const { threads } = useChat();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (id, intent) => {
      chatCode.prefetch();
      clearTimeout(timer.current);
      if (intent === 'opens') threads.prefetch(id);
      else timer.current = setTimeout(() => threads.prefetch(id), dwellMs);
    },
    [threads],
  );
}
