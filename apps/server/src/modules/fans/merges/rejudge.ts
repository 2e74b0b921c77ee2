/** Decides how the verdicts of one person count, once it is known which fans the person is. The rule alone. */
import type { FanType, FanVerdict, VerdictRule } from '../../../schema/fans.ts';

export type JudgedVerdict = {
  id: string;
  /** The fan that it was given to. */
  ownFanId: string;
  socialAccountId: string;
  subAccountId: string;
  /** 'workspace' or a sub-account's id: where earlier verdicts make this one a repeat. */
  scope: string;
  /** As it was given. */
  verdict: FanVerdict;
  rule: VerdictRule;
  /** The earlier verdict that made it a repeat; null: none, or it was deleted since. */
  matchedVerdictId: string | null;
  /** A repeat whose earlier verdict was deleted stays one. */
  matchDeleted: boolean;
  /** The person stood in a dedupe library that applied, whatever made it a repeat. */
  listed: boolean;
  countsAs: FanType;
  /** Milliseconds since the epoch. */
  decidedAt: number;
};

export type Recount = { id: string; from: FanType; to: FanType };

/**
 * Returns the verdicts of one person that count otherwise than they do now. The earliest on a social account counts, the
 * others there are merged into it. A new fan who was seen earlier in the scope is a repeat; one who was not any more, because
 * the earlier verdict is another person's, is new. What was known before counting began, or stands in a library, stays.
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
  // Verdicts of one moment: the one that was matched was first, whatever their clocks said.
  if (it.matchedVerdictId !== null && all.some(({ id }) => id === it.matchedVerdictId)) return 'repeat';
  const seen = earlier.some(
    (other) =>
      (it.scope === 'workspace' || it.scope === other.subAccountId) &&
      other.matchedVerdictId !== it.id &&
      // It was its fan's first in the scope: the others were later, whatever the clocks of their servers said.
      !(it.rule === 'first' && other.ownFanId === it.ownFanId),
  );
  return seen || it.listed || it.matchDeleted ? 'repeat' : 'new';
}
