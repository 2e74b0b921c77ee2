import type { InterfaceLanguage } from '@parley/contract';
import { type Sentence, type SessionEnding, sessionExpiries } from '@parley/contract/identity';
import { ApiError } from './api-error.ts';

/** The reason why a session ended, with the server's sentence; null: it provided none. */
export type Ended = {
  /** A `SessionEnding`, or an unknown one from a later version of the server. */
  reason: string;
  sentence: Sentence | string | null;
};

const named = (reason: SessionEnding, sentence: Ended['sentence'] = null): Ended => ({ reason, sentence });

/** Used if it is only known that the session can't be renewed. */
export const timedOut: Ended = named('timed-out');

/** Returns the ending stated in the refusal of a call or a renewal. */
export function endedBy(problem: unknown): Ended {
  if (!(problem instanceof ApiError)) return timedOut;
  const { ending, sentence } = problem.details;
  if (typeof ending !== 'string') return timedOut;
  if (problem.error.startsWith('auth.session-')) return { reason: ending, sentence: problem.message };
  return { reason: ending, sentence: typeof sentence === 'string' ? sentence : null };
}

/** Returns the server's sentence in this language, if it provided one. */
export function sentenceOf({ sentence }: Ended, language: InterfaceLanguage): string | null {
  return typeof sentence === 'string' ? sentence : (sentence?.[language] ?? null);
}

const closedAccounts: ReadonlySet<string> = new Set<SessionEnding>([
  'disabled',
  'deleted',
  'owner-disabled',
  'tenant-disabled',
]);

/** Returns whether the account is closed, so that logging in again doesn't help for now. */
export const isClosed = ({ reason }: Ended): boolean => closedAccounts.has(reason);

/** Returns whether the session ended through time alone. */
export const isExpiry = ({ reason }: Ended): boolean => sessionExpiries.has(reason);
