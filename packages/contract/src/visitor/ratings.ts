/** Ratings that the widget requests after an agent has closed the conversation. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ratingComment, ratingScore } from '../ratings/shapes.ts';
import { id, time } from '../values.ts';

/** A request for a rating that the visitor can answer, with the answer so far. */
export const visitorRating = z.object({
  id,
  /** The deadline for an answer. */
  until: time,
  /** Null: not answered yet. */
  score: ratingScore.nullable(),
  comment: z.string().nullable(),
  /** False: no chat history is kept, so no comment either. */
  takesComment: z.boolean(),
});
export type VisitorRating = z.output<typeof visitorRating>;

const params = z.strictObject({ ratingId: id });
const limits = {
  rateLimit: { max: 30, windowSeconds: 60, per: 'session' },
  furtherLimits: [
    { max: 60, windowSeconds: 60, per: 'address' },
    { max: 600, windowSeconds: 60, per: 'site' },
  ],
} as const;

export const visitorRate = endpoint({
  method: 'POST',
  path: '/api/visitor/ratings/:ratingId',
  audience: ['visitor'],
  summary:
    'Rates the conversation, or changes the rating, within seven days of the request and until the visitor writes again. Idempotent.',
  params,
  body: z.strictObject({
    score: ratingScore,
    /** Absent or empty: none. */
    comment: ratingComment.optional(),
  }),
  answer: visitorRating,
  errors: ['rating.not-found', 'rating.over'],
  ...limits,
  audit: { none: 'Visitors are not users; the rating is the record.' },
});

export const visitorDismissRating = endpoint({
  method: 'POST',
  path: '/api/visitor/ratings/:ratingId/dismiss',
  audience: ['visitor'],
  summary: 'Dismisses a request for a rating, in all tabs. Has no effect on one that was answered.',
  params,
  answer: z.null(),
  errors: ['rating.not-found'],
  ...limits,
  audit: { none: 'Visitors are not users; nothing of the workspace’s changes.' },
});
