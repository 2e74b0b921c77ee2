/** By conversation: the texts for which the owner's rules refused a message that is back in the draft. */
import { isApiError } from '@parley/api-client';
import { createStore, type ReadableStore, type Store } from '../store.ts';

export type SensitiveTexts = {
  of(conversationId: string): ReadableStore<readonly string[]>;
  set(conversationId: string, found: readonly string[]): void;
};

/** A refused message, to be rephrased. */
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

/** Returns the texts for which a message was refused; null when it failed for another reason. */
export function sensitiveTextsOf(problem: unknown): string[] | null {
  if (!isApiError(problem, 'message.sensitive')) return null;
  return String(problem.details.found ?? '')
    .split('\n')
    .filter((text) => text !== '');
}
