import { lastInbound, type ThreadView } from '@parley/chat-core';
import { type Conversation, markRead } from '@parley/contract/conversations';
import { useEffect, useRef, useState } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';
import { useLiveConnect } from '../../lib/use-live.ts';

const look = () => document.visibilityState === 'visible' && document.hasFocus();

/** Returns whether the page is visible and has the keyboard focus. */
function useAttention(): boolean {
  const [attention, setAttention] = useState(look);
  useEffect(() => {
    const update = () => setAttention(look());
    document.addEventListener('visibilitychange', update);
    window.addEventListener('focus', update);
    window.addEventListener('blur', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      window.removeEventListener('focus', update);
      window.removeEventListener('blur', update);
    };
  }, []);
  return attention;
}

type Options = {
  conversation: Conversation | undefined;
  view: ThreadView;
  /** The newest message is on the screen. */
  atEnd: boolean;
  onRead: (conversation: Conversation) => void;
};

/** Marks as read what the agent has seen: visible, at the end, in the focused window. */
export function useReadMarks({ conversation, view, atEnd, onRead }: Options): void {
  const { client } = useDesk();
  const attention = useAttention();
  const asked = useRef('');
  const [connections, setConnections] = useState(0);
  useLiveConnect(() => setConnections((before) => before + 1));
  const newest = lastInbound(view.newest);
  const known = view.thread.known ?? 0;
  const id = conversation?.id;
  const unseen = conversation !== undefined && view.phase === 'ready' && newest > conversation.readSeq;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection retries a failed request
  useEffect(() => {
    if (!unseen || !atEnd || !attention || id === undefined) return;
    const question = `${id} ${newest}`;
    if (asked.current === question) return;
    asked.current = question;
    client
      .call(markRead, { params: { conversationId: id }, body: { seq: known } })
      .then(onRead)
      .catch(() => {
        // The next visit to this conversation, or the next connection, retries.
        asked.current = '';
      });
  }, [client, id, newest, known, unseen, atEnd, attention, onRead, connections]);
}
