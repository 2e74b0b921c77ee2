/** Provides an agent's actions on messages to all messages of a conversation. */
import type { Message } from '@parley/contract/conversations';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useChat } from './ChatServices.tsx';
import { type EditDrafts, EditMessage } from './EditMessage.tsx';
import type { Abilities } from './possible-acts.ts';
import { TakeBackMessage } from './TakeBackMessage.tsx';

type MessageActs = {
  abilities: Abilities;
  answer(message: Message): void;
  edit(message: Message): void;
  takeBack(message: Message): void;
};

const ActsContext = createContext<MessageActs | null>(null);

export function useMessageActs(): MessageActs {
  const acts = useContext(ActsContext);
  if (acts === null) throw new Error('useMessageActs stands outside MessageActsProvider');
  return acts;
}

type Properties = { conversationId: string; abilities: Abilities; onAnswer: () => void; children: ReactNode };

/** `onAnswer` is called when the agent continues in the composer. */
export function MessageActsProvider({ conversationId, abilities, onAnswer, children }: Properties) {
  const { answers } = useChat();
  const [drafts] = useState<EditDrafts>(() => new Map());
  const [opened, setOpened] = useState<{ what: 'edit' | 'takeBack'; message: Message } | null>(null);
  const acts = useMemo(
    () => ({
      abilities,
      answer(message: Message) {
        answers.set(conversationId, { id: message.id, seq: message.seq });
        onAnswer();
      },
      edit: (message: Message) => setOpened({ what: 'edit', message }),
      takeBack: (message: Message) => setOpened({ what: 'takeBack', message }),
    }),
    [abilities, answers, conversationId, onAnswer],
  );
  const close = () => setOpened(null);
  return (
    <ActsContext value={acts}>
      {children}
      {opened?.what === 'edit' ? (
        <EditMessage message={opened.message} drafts={drafts} onClose={close} />
      ) : null}
      {opened?.what === 'takeBack' ? <TakeBackMessage message={opened.message} onClose={close} /> : null}
    </ActsContext>
  );
}
