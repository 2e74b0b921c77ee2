/** Decides how a person counts on a social account. The rule alone; the database decides who was first. */
import type { FanVerdict, VerdictRule } from '../../schema/fans.ts';

export type DedupeScope = 'sub-account' | 'workspace';

export type VerdictFacts = {
  /** It came out of the history that the account brought along, so the person was known before counting began. */
  history: boolean;
  /** An earlier verdict on the same person within the dedupe scope. */
  seenBefore: boolean;
  /** The person is in a dedupe library of the sub-account. */
  listed: boolean;
};

export type Judgement = { verdict: FanVerdict; rule: VerdictRule };

export function judge({ history, seenBefore, listed }: VerdictFacts): Judgement {
  if (history) return { verdict: 'base', rule: 'history' };
  if (seenBefore) return { verdict: 'repeat', rule: 'seen' };
  if (listed) return { verdict: 'repeat', rule: 'listed' };
  return { verdict: 'new', rule: 'first' };
}

/** The key of a sighting: within one sub-account, or within the whole workspace. */
export function scopeKey(scope: DedupeScope, subAccountId: string): string {
  return scope === 'workspace' ? 'workspace' : subAccountId;
}
