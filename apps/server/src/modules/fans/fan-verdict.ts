/** Decides how a person counts on a social account. A pure function; the database decides who was first. */
import type { FanVerdict, VerdictRule } from '../../schema/fans.ts';

export type DedupeScope = 'sub-account' | 'workspace';

export type VerdictFacts = {
  /** True if the message comes from the account's imported history, so the person was known before counting began. */
  history: boolean;
  /** True if there is an earlier verdict on the same person within the dedupe scope. */
  seenBefore: boolean;
  /** True if a dedupe library of the sub-account lists the person. */
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
