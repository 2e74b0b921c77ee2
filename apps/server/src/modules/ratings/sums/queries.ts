/** Reads the figures of ratings from daily sums, so that the cost doesn't grow with the number of ratings. */
import type { RatingFigures } from '@parley/contract/ratings';
import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { ratingDays } from '../../../schema/ratings.ts';
import { figuresOf, type PerScore } from '../figures.ts';
import type { RatingQueryFilters } from '../queries.ts';

const days = ratingDays;
const allScores = [days.score1, days.score2, days.score3, days.score4, days.score5] as const;
const commented = [
  days.commented1,
  days.commented2,
  days.commented3,
  days.commented4,
  days.commented5,
] as const;

const total = (column: PgColumn): SQL<number> => sql<number>`coalesce(sum(${column}), 0)::float8`;

export async function readFigures(
  handle: Handle,
  workspaceId: WorkspaceId,
  { subAccountId, socialAccountId, from, to, score, comment }: RatingQueryFilters,
): Promise<RatingFigures> {
  const [one, two, three, four, five] = comment === undefined ? allScores : commented;
  const [sums] = await handle.db
    .select({
      asked: total(days.asked),
      one: total(one),
      two: total(two),
      three: total(three),
      four: total(four),
      five: total(five),
    })
    .from(days)
    .where(
      and(
        eq(days.workspaceId, workspaceId),
        subAccountId === undefined ? undefined : eq(days.subAccountId, subAccountId),
        socialAccountId === undefined ? undefined : eq(days.socialAccountId, socialAccountId),
        from === undefined ? undefined : gte(days.day, from),
        to === undefined ? undefined : lte(days.day, to),
      ),
    );
  const counted: PerScore<number> = sums
    ? [sums.one, sums.two, sums.three, sums.four, sums.five]
    : [0, 0, 0, 0, 0];
  const asked = score === undefined && comment === undefined ? (sums?.asked ?? 0) : null;
  return figuresOf(asked, onlyScore(counted, score));
}

function onlyScore(counted: PerScore<number>, score: number | undefined): PerScore<number> {
  if (score === undefined) return counted;
  const [one, two, three, four, five] = counted;
  const only = (at: number, count: number) => (at === score ? count : 0);
  return [only(1, one), only(2, two), only(3, three), only(4, four), only(5, five)];
}
