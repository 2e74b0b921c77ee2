import { socialAccountId } from '../channels/examples.ts';
import { conversationId } from '../conversations/examples.ts';
import { type ExamplesOf, exampleCursor, exampleId, exampleTime } from '../example.ts';
import { subAccountId } from '../sub-accounts/examples.ts';
import type * as endpoints from './index.ts';

/** A request for a rating that the example visitor can answer. */
export const ratingId = exampleId('rating');

const given = {
  id: ratingId,
  score: 5,
  comment: 'Muy amables',
  language: 'es',
  askedAt: exampleTime(-10),
  ratedAt: exampleTime(),
  closedBy: 'Ana',
  agentName: 'Ana',
};
const filters = {
  subAccountId,
  socialAccountId,
  score: 5,
  comment: 'with' as const,
  from: '2026-03-01',
  to: '2026-03-02',
};

export const examples: ExamplesOf<typeof endpoints> = {
  deskRatings: { params: { conversationId }, answer: { list: [given] } },
  ratingPage: {
    query: { cursor: exampleCursor, pageNo: 1, pageSize: 20, ...filters },
    answer: {
      list: [
        {
          ...given,
          translation: 'Very kind',
          translationLanguage: 'en',
          conversationId,
          conversationTitle: 'Marta',
          conversationNamed: true,
          subAccountId,
          subAccountRemark: 'Ana',
          socialAccountId,
          socialAccountName: 'Shop',
        },
      ],
      nextCursor: exampleCursor,
    },
  },
  translateRatingComment: {
    params: { ratingId },
    answer: { translation: 'Very kind', language: 'en' },
  },
  getRatingFigures: {
    query: filters,
    answer: { asked: null, rated: 1, average: 5, scores: [0, 0, 0, 0, 1] },
  },
  exportRatings: { query: filters },
};
