/** Decides how the verdicts of one person count, given the fans that were merged into the person. A pure function. */
import type { FanType, FanVerdict, VerdictRule } from '../../../schema/fans.ts';

export type JudgedVerdict = {
  id: string;
  /** The fan that it was given to. */
  ownFanId: string;
  socialAccountId: string;
  subAccountId: string;
  /** 'workspace' or a sub-account's id: where earlier verdicts make this one a repeat. */
  scope: string;
  /** The original verdict. */
  verdict: FanVerdict;
  rule: VerdictRule;
  /** The earlier verdict that made it a repeat; null if there was none, or if it was deleted since. */
  matchedVerdictId: string | null;
  /** True if the earlier verdict was deleted: a repeat then stays a repeat. */
  matchDeleted: boolean;
  /** True if an applicable dedupe library listed the person, whatever made it a repeat. */
  listed: boolean;
  countsAs: FanType;
  /** Milliseconds since the epoch. */
  decidedAt: number;
};

export type Recount = { id: string; from: FanType; to: FanType };

/**
 * Returns the verdicts of one person whose counting changes. The earliest on a social account counts; the others there are merged
 * into it. A new fan seen earlier in the scope becomes a repeat; one no longer seen earlier, because the earlier verdict belongs
 * to another person, becomes new. Base fans and library matches stay.
 */
export function rejudge(verdicts: readonly JudgedVerdict[]): Recount[] {
  const ordered = [...verdicts].sort((a, b) => a.decidedAt - b.decidedAt || (a.id < b.id ? -1 : 1));
  const accounts = new Set<string>();
  const earlier: JudgedVerdict[] = [];
  const changed: Recount[] = [];
  for (const it of ordered) {
    const to = accounts.has(it.socialAccountId) ? 'merged' : typeOf(it, earlier, ordered);
    if (to !== it.countsAs) changed.push({ id: it.id, from: it.countsAs, to });
    accounts.add(it.socialAccountId);
    earlier.push(it);
  }
  return changed;
}

function typeOf(
  it: JudgedVerdict,
  earlier: readonly JudgedVerdict[],
  all: readonly JudgedVerdict[],
): FanVerdict {
  if (it.rule === 'history') return it.verdict;
  // Among verdicts of the same moment the matched one was first, regardless of clocks.
  if (it.matchedVerdictId !== null && all.some(({ id }) => id === it.matchedVerdictId)) return 'repeat';
  const seen = earlier.some(
    (other) =>
      (it.scope === 'workspace' || it.scope === other.subAccountId) &&
      other.matchedVerdictId !== it.id &&
      // It was its fan's first in the scope, so the fan's others were later, regardless of server clocks.
      !(it.rule === 'first' && other.ownFanId === it.ownFanId),
  );
  return seen || it.listed || it.matchDeleted ? 'repeat' : 'new';
}
