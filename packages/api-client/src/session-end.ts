import type { InterfaceLanguage } from '@parley/contract';
import { type Sentence, type SessionEnding, sessionExpiries } from '@parley/contract/identity';
import { ApiError } from './api-error.ts';

/** The reason why a session ended, with the server's sentence; null: it provided none. */
export type SessionEndReason = {
  /** A `SessionEnding`, or an unknown one from a later version of the server. */
  reason: string;
  sentence: Sentence | string | null;
};

const named = (reason: SessionEnding, sentence: SessionEndReason['sentence'] = null): SessionEndReason => ({
  reason,
  sentence,
});

/** Used if it is only known that the session can't be renewed. */
export const timedOutReason: SessionEndReason = named('timed-out');

/** Returns the ending stated in the refusal of a call or a renewal. */
export function endReasonOf(problem: unknown): SessionEndReason {
  if (!(problem instanceof ApiError)) return timedOutReason;
  const { ending, sentence } = problem.details;
  if (typeof ending !== 'string') return timedOutReason;
  if (problem.error.startsWith('auth.session-')) return { reason: ending, sentence: problem.message };
  return { reason: ending, sentence: typeof sentence === 'string' ? sentence : null };
}

/** Returns the server's sentence in this language, if it provided one. */
export function endSentenceOf({ sentence }: SessionEndReason, language: InterfaceLanguage): string | null {
  return typeof sentence === 'string' ? sentence : (sentence?.[language] ?? null);
}

const closedAccounts: ReadonlySet<string> = new Set<SessionEnding>([
  'disabled',
  'deleted',
  'owner-disabled',
  'tenant-disabled',
]);

/** Returns whether the account is closed, so that logging in again doesn't help for now. */
export const isAccountClosed = ({ reason }: SessionEndReason): boolean => closedAccounts.has(reason);

/** Returns whether the session ended through time alone. */
export const isExpired = ({ reason }: SessionEndReason): boolean => sessionExpiries.has(reason);
