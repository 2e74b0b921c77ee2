import { sendTyping } from '@parley/contract';
import { useCallback, useEffect, useRef } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';

/** 'Writing' is repeated while it goes on, and ends by itself. */
const repeatMs = 5000;
const idleMs = 6000;

/** Tells the customer that the agent is writing, where the platform can show it. */
export function useTypingSignal(conversationId: string, enabled: boolean): (writing: boolean) => void {
  const { client } = useDesk();
  const state = useRef<{ toldAt: number; idle: ReturnType<typeof setTimeout> | null }>({
    toldAt: 0,
    idle: null,
  });

  const tell = useCallback(
    (on: boolean) => {
      // Worthless a moment later: a failure is not worth a word.
      client.call(sendTyping, { params: { conversationId }, body: { on } }).catch(() => undefined);
    },
    [client, conversationId],
  );
  const stop = useCallback(() => {
    const present = state.current;
    if (present.idle !== null) clearTimeout(present.idle);
    present.idle = null;
    if (present.toldAt === 0) return;
    present.toldAt = 0;
    tell(false);
  }, [tell]);
  useEffect(() => stop, [stop]);

  return useCallback(
    (writing: boolean) => {
      if (!enabled) return;
      if (!writing) return stop();
      const present = state.current;
      if (present.idle !== null) clearTimeout(present.idle);
      present.idle = setTimeout(stop, idleMs);
      if (Date.now() - present.toldAt < repeatMs) return;
      present.toldAt = Date.now();
      tell(true);
    },
    [enabled, stop, tell],
  );
}
