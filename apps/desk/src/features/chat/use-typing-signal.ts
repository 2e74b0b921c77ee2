import { createTypingSignal, systemClock } from '@parley/chat-core';
import { useCallback, useEffect, useMemo } from 'react';
import { readAgentName } from '../../lib/agent-name.ts';
import { useDesk } from '../../lib/desk-context.tsx';

/** Shows the customer that the agent is typing, where the platform supports it. */
export function useTypingSignal(conversationId: string, enabled: boolean): (writing: boolean) => void {
  const { client, storage } = useDesk();
  const signal = useMemo(
    () => createTypingSignal(client, systemClock, conversationId, () => readAgentName(storage)),
    [client, storage, conversationId],
  );
  useEffect(() => signal.stop, [signal]);
  return useCallback(
    (writing: boolean) => {
      if (!enabled) return;
      if (writing) signal.typing();
      else signal.stop();
    },
    [enabled, signal],
  );
}
