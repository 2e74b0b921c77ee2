import { createStore, type ReadableStore, type Store } from '../store.ts';
import type { ReplyTo } from './outbox.ts';

/** The message that the agent is replying to in each conversation; null when there is none. Lost on reload. */
export type Answers = {
  of(conversationId: string): ReadableStore<ReplyTo | null>;
  set(conversationId: string, replyTo: ReplyTo | null): void;
};

export function createAnswers(): Answers {
  const known = new Map<string, Store<ReplyTo | null>>();
  const of = (conversationId: string) => {
    const answered = known.get(conversationId) ?? createStore<ReplyTo | null>(null);
    known.set(conversationId, answered);
    return answered;
  };
  return { of, set: (conversationId, replyTo) => of(conversationId).set(replyTo) };
}
