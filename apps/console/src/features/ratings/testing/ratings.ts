/** The ratings of a workspace, in memory. */
import * as api from '@parley/contract/ratings';
import { getItem, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export const someRating = (given: Partial<api.Rating> = {}): api.Rating => ({
  id: sampleId(91, 1),
  score: 5,
  comment: 'Muy <b>amables</b>',
  translation: null,
  translationLanguage: null,
  language: 'es',
  askedAt: sampleTime,
  ratedAt: sampleTime + 60_000,
  closedBy: 'Ben',
  agentName: 'Ana',
  conversationId: sampleId(73, 1),
  conversationTitle: 'Marta',
  conversationNamed: true,
  subAccountId: sampleId(74, 1),
  subAccountRemark: 'Spain',
  socialAccountId: sampleId(75, 1),
  socialAccountName: 'Shop',
  ...given,
});

/**
 * `asked`: the number of visitors asked, including those who rated. `translation`: of each comment; null: it needs
 * none.
 */
export type RatingWorld = { ratings: api.Rating[]; asked: number; translation?: string | null };

type Filters = { score?: number | undefined; comment?: 'with' | undefined };

export function ratingRoutes(world: RatingWorld): Route[] {
  const matching = ({ score, comment }: Filters) =>
    world.ratings.filter(
      (one) => (score ?? one.score) === one.score && (comment === undefined || one.comment !== null),
    );
  return [
    route(api.ratingPage, ({ query }) => ({ list: matching(query), nextCursor: null })),
    route(api.translateRatingComment, ({ params }) => {
      const rating = getItem(world.ratings, ({ id }) => id === params.ratingId, 'rating.not-found');
      const translation = world.translation ?? null;
      if (translation !== null) Object.assign(rating, { translation, translationLanguage: 'en' });
      return { translation, language: 'en' };
    }),
    route(api.getRatingFigures, ({ query }): api.RatingFigures => {
      const found = matching(query);
      const count = (score: number) => found.filter((one) => one.score === score).length;
      const sum = found.reduce((points, { score }) => points + score, 0);
      return {
        asked: query.score === undefined && query.comment === undefined ? world.asked : null,
        rated: found.length,
        average: found.length === 0 ? null : sum / found.length,
        scores: [count(1), count(2), count(3), count(4), count(5)],
      };
    }),
  ];
}
