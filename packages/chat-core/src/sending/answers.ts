import type { Message } from '@parley/contract/conversations';
import { createStore, type ReadableStore, type Store } from '../store.ts';

/** The message that the agent is answering in each conversation; null: none. Not kept over a reload. */
export type Answers = {
  of(conversationId: string): ReadableStore<Message | null>;
  set(conversationId: string, message: Message | null): void;
};

export function createAnswers(): Answers {
  const known = new Map<string, Store<Message | null>>();
  const of = (conversationId: string) => {
    const answered = known.get(conversationId) ?? createStore<Message | null>(null);
    known.set(conversationId, answered);
    return answered;
  };
  return { of, set: (conversationId, message) => of(conversationId).set(message) };
}
