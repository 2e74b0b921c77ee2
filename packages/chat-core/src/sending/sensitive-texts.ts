/** Texts by which the owner's rules have refused a message that is back in the draft, for each conversation. */
import { isApiError } from '@parley/api-client';
import { createStore, type ReadableStore, type Store } from '../store.ts';

export type SensitiveTexts = {
  of(conversationId: string): ReadableStore<readonly string[]>;
  set(conversationId: string, found: readonly string[]): void;
};

/** A message that was refused, to be rephrased. */
export type RefusedText = { conversationId: string; text: string; replyTo?: { id: string; seq: number } };

export function createSensitiveTexts(): SensitiveTexts {
  const known = new Map<string, Store<readonly string[]>>();
  const of = (conversationId: string) => {
    const found = known.get(conversationId) ?? createStore<readonly string[]>([]);
    known.set(conversationId, found);
    return found;
  };
  return { of, set: (conversationId, found) => of(conversationId).set(found) };
}

/** Returns the texts by which a message was refused; null: it was not, or for another reason. */
export function sensitiveTextsOf(problem: unknown): string[] | null {
  if (!isApiError(problem, 'message.sensitive')) return null;
  return String(problem.details.found ?? '')
    .split('\n')
    .filter((text) => text !== '');
}
