/** Computes the figures shown for ratings. */
import type { RatingFigures } from '@parley/contract/ratings';

export type PerScore<T> = [T, T, T, T, T];

/** Returns the figures for the given number of ratings per score. */
export function figuresOf(asked: number | null, scores: PerScore<number>): RatingFigures {
  const rated = scores.reduce((sum, count) => sum + count, 0);
  const points = scores.reduce((sum, count, at) => sum + count * (at + 1), 0);
  return { asked, rated, average: rated === 0 ? null : points / rated, scores };
}
