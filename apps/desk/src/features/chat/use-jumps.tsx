import type { ThreadPlace } from '@parley/chat-core';
import { useErrorToast, useToasts } from '@parley/ui';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChat } from './ChatServices.tsx';

/** The message that the reader has jumped to, or the newest messages if `messageId` is null. Jumps are numbered. */
export type JumpTarget = { messageId: string | null; jump: number };

export type Jumps = {
  /** Shows the messages around a place, and focuses the one there. */
  goTo(place: ThreadPlace): void;
  goToNewest(): void;
  /** Returns whether a jump is the latest and hasn't received its focus yet: its row may be removed and drawn again later. */
  arrive(jump: number): boolean;
  /** Null before the reader's first jump. */
  reached: JumpTarget | null;
  /** True while the messages there are being loaded. */
  busy: boolean;
};

const JumpContext = createContext<Jumps | null>(null);

/** Returns the jumps of the surrounding conversation. */
export function useJumps(): Jumps {
  const jumps = use(JumpContext);
  if (jumps === null) throw new Error('there is no conversation around');
  return jumps;
}

/** A place named by the page's URL; `visit` differs for each visit. */
export type NamedPlace = { seq: number; visit: string };

type Properties = { conversationId: string; place: NamedPlace | null; children: ReactNode };

/** Provides jumps within one conversation, starting with the place named by the page's URL. */
export function JumpProvider({ conversationId, place, children }: Properties) {
  const { t } = useTranslation();
  const { threads } = useChat();
  const toasts = useToasts();
  const toast = useErrorToast();
  const [reached, setReached] = useState<JumpTarget | null>(null);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second visit to the same place jumps there again
  useEffect(() => {
    if (seq !== null) jumps.goTo({ around: seq });
  }, [jumps, seq, visit]);
  useEffect(() => () => threads.leave(conversationId), [threads, conversationId]);
  const value = useMemo(() => ({ ...jumps, reached, busy: pending !== null }), [jumps, reached, pending]);
  return <JumpContext value={value}>{children}</JumpContext>;
}
