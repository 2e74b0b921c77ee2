import type { ThreadPlace } from '@parley/chat-core';
import { useErrorToast, useToasts } from '@parley/ui';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChat } from './ChatServices.tsx';

/** The message that the reader has gone to; `messageId` null: the newest messages. Each jump has a number. */
export type Reached = { messageId: string | null; jump: number };

export type Jumps = {
  /** Shows the messages around a place, and puts the focus on the one there. */
  goTo(place: ThreadPlace): void;
  goToNewest(): void;
  /** Returns whether a jump is the last one and has its focus still to be put: a row may leave and come back later. */
  arrive(jump: number): boolean;
  /** Null: the reader has gone nowhere yet. */
  reached: Reached | null;
  /** The messages there are being loaded. */
  busy: boolean;
};

const JumpContext = createContext<Jumps | null>(null);

/** Returns the jumps of the conversation around. */
export function useJumps(): Jumps {
  const jumps = use(JumpContext);
  if (jumps === null) throw new Error('there is no conversation around');
  return jumps;
}

/** A place that the page's address names; each visit of it is another one. */
export type NamedPlace = { seq: number; visit: string };

type Properties = { conversationId: string; place: NamedPlace | null; children: ReactNode };

/** Takes the reader to places of one conversation, first to the one that the page's address names. */
export function JumpProvider({ conversationId, place, children }: Properties) {
  const { t } = useTranslation();
  const { threads } = useChat();
  const toasts = useToasts();
  const toast = useErrorToast();
  const [reached, setReached] = useState<Reached | null>(null);
  const [pending, setPending] = useState<number | null>(null);
  const last = useRef(0);
  const arrived = useRef(0);
  const jumps = useMemo(() => {
    const begin = () => {
      last.current += 1;
      return last.current;
    };
    return {
      goTo(to: ThreadPlace) {
        const jump = begin();
        setPending(jump);
        threads
          .goTo(conversationId, to)
          .then((messageId) => {
            if (last.current !== jump) return;
            if (messageId === null) void toasts.info(t('chat.nothingThere'));
            else setReached({ messageId, jump });
          })
          .catch((problem: unknown) => {
            if (last.current === jump) toast(problem);
          })
          .finally(() => setPending((now) => (now === jump ? null : now)));
      },
      goToNewest() {
        const jump = begin();
        setPending(null);
        threads.goToNewest(conversationId);
        setReached({ messageId: null, jump });
      },
      arrive(jump: number) {
        const isNew = jump === last.current && jump !== arrived.current;
        arrived.current = jump;
        return isNew;
      },
    };
  }, [threads, conversationId, toasts, toast, t]);
  const [seq, visit] = [place?.seq ?? null, place?.visit];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second visit of the same place goes there again
  useEffect(() => {
    if (seq !== null) jumps.goTo({ around: seq });
  }, [jumps, seq, visit]);
  useEffect(() => () => threads.leave(conversationId), [threads, conversationId]);
  const value = useMemo(() => ({ ...jumps, reached, busy: pending !== null }), [jumps, reached, pending]);
  return <JumpContext value={value}>{children}</JumpContext>;
}
