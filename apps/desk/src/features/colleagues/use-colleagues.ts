import { newId } from '@parley/api-client';
import { type Colleague, type Colleagues, followColleagues, systemClock } from '@parley/chat-core';
import { useCallback, useEffect, useState } from 'react';
import { readAgentName } from '../../lib/agent-name.ts';
import { useDesk } from '../../lib/desk-context.tsx';

const nobody: readonly Colleague[] = [];

/** Tells colleagues that this page has the conversation open, while it is visible, and returns who else does. */
export function useColleagues(conversationId: string) {
  const { client, live, storage } = useDesk();
  const [followed, setFollowed] = useState<Colleagues | null>(null);
  const [list, setList] = useState(nobody);
  useEffect(() => {
    const name = () => readAgentName(storage);
    const options = { client, live, clock: systemClock, page: newId(), name };
    const colleagues = followColleagues(options, conversationId);
    const show = () => colleagues.show(document.visibilityState === 'visible');
    const leave = () => colleagues.show(false);
    const stop = colleagues.list.subscribe(() => setList(colleagues.list.get()));
    show();
    setFollowed(colleagues);
    document.addEventListener('visibilitychange', show);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', show);
    return () => {
      document.removeEventListener('visibilitychange', show);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', show);
      stop();
      colleagues.close();
      setList(nobody);
    };
  }, [client, live, storage, conversationId]);
  const onWriting = useCallback((on: boolean) => followed?.writing(on), [followed]);
  return { list, onWriting };
}
