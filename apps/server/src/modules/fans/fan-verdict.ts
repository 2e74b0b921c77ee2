/** Decides how a person counts on a social account. The rule alone; the database decides who was first. */
import type { FanVerdict } from '../../schema/fans.ts';

export type DedupeScope = 'sub-account' | 'workspace';

export type VerdictFacts = {
  /** It came out of the history that the account brought along, so the person was known before counting began. */
  history: boolean;
  /** An earlier verdict on the same person within the dedupe scope. */
  seenBefore: boolean;
};

export type Judgement = { verdict: FanVerdict; rule: string };

export function judge({ history, seenBefore }: VerdictFacts): Judgement {
  if (history) return { verdict: 'base', rule: 'known before counting began' };
  if (seenBefore) return { verdict: 'repeat', rule: 'seen before in the dedupe scope' };
  return { verdict: 'new', rule: 'first inbound private message in the dedupe scope' };
}

/** The key of a sighting: within one sub-account, or within the whole workspace. */
export function scopeKey(scope: DedupeScope, subAccountId: string): string {
  return scope === 'workspace' ? 'workspace' : subAccountId;
}
