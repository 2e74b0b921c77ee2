import type { InterfaceLanguage } from '@parley/contract';
import { type Sentence, type SessionEnding, sessionExpiries } from '@parley/contract/identity';
import { ApiError } from './api-error.ts';

/** Why a session is over, with the server's sentence; null: it gave none. */
export type Ended = {
  /** A `SessionEnding`, or one of a later version of the server. */
  reason: string;
  sentence: Sentence | string | null;
};

const named = (reason: SessionEnding, sentence: Ended['sentence'] = null): Ended => ({ reason, sentence });

/** Nothing is known but that the session can't be renewed. */
export const timedOut: Ended = named('timed-out');

/** Reads why a session is over from the refusal of a call or of a renewal. */
export function endedBy(problem: unknown): Ended {
  if (!(problem instanceof ApiError)) return timedOut;
  const { ending, sentence } = problem.details;
  if (typeof ending !== 'string') return timedOut;
  if (problem.error.startsWith('auth.session-')) return { reason: ending, sentence: problem.message };
  return { reason: ending, sentence: typeof sentence === 'string' ? sentence : null };
}

/** Returns the server's sentence in this language as far as it gave one. */
export function sentenceOf({ sentence }: Ended, language: InterfaceLanguage): string | null {
  return typeof sentence === 'string' ? sentence : (sentence?.[language] ?? null);
}

const closedAccounts: ReadonlySet<string> = new Set<SessionEnding>([
  'disabled',
  'deleted',
  'owner-disabled',
  'tenant-disabled',
]);

/** True when no login opens the account again for now. */
export const isClosed = ({ reason }: Ended): boolean => closedAccounts.has(reason);

/** True when time alone ended the session. */
export const isExpiry = ({ reason }: Ended): boolean => sessionExpiries.has(reason);
