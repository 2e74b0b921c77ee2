import type { Message } from '@parley/contract/conversations';
import { useState } from 'react';
import { useStore } from '../../lib/use-store.ts';
import { useChat } from './ChatServices.tsx';

type Mode = 'translate' | 'original';

/** Watches for colleagues' answers that arrive after a text was begun: it isn't sent until the agent has decided. */
export function useAnsweredMeanwhile(conversationId: string, begun: boolean) {
  const { outbox, seeAll, seenSeq, threads } = useChat();
  const { newest } = useStore(threads.view(conversationId));
  const entries = useStore(outbox.entries);
  const [held, setHeld] = useState<Mode | null>(null);
  const seen = seenSeq(conversationId);
  const isColleagues = ({ direction, automatic, seq, id }: Message) =>
    direction === 'out' &&
    !automatic &&
    seen !== undefined &&
    seq > seen &&
    entries.every((one) => one.id !== id);
  const answer = begun ? (newest.findLast(isColleagues) ?? null) : null;
  return {
    /** The latest answer that the agent hadn't seen when the text was begun. */
    answer,
    /** The mode in which the text was to be sent when it was held back; null when it wasn't. */
    held: answer === null ? null : held,
    /** Returns whether the text may be sent; otherwise holds it back. */
    allows(mode: Mode): boolean {
      setHeld(answer === null ? null : mode);
      return answer === null;
    },
    /** Lets the agent send it regardless. */
    release() {
      seeAll(conversationId);
      setHeld(null);
    },
  };
}

export type AnsweredMeanwhile = ReturnType<typeof useAnsweredMeanwhile>;
