/** The rules of the figures that are shown of ratings. */
import type { RatingFigures } from '@parley/contract/ratings';

export type Five<T> = [T, T, T, T, T];

/** Returns the figures of so many ratings of each score. */
export function figuresOf(asked: number | null, scores: Five<number>): RatingFigures {
  const rated = scores.reduce((sum, count) => sum + count, 0);
  const points = scores.reduce((sum, count, at) => sum + count * (at + 1), 0);
  return { asked, rated, average: rated === 0 ? null : points / rated, scores };
}
