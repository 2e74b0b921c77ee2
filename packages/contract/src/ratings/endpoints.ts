/** Visitors’ ratings of website conversations, as shown to agents and owners. */
import { z } from 'zod';
import { calendarDay } from '../characters/records.ts';
import { conversationParams } from '../conversations/shapes.ts';
import { endpoint } from '../endpoint.ts';
import { cursorPage, cursorQuery, exportLimit, id, spreadsheetMediaType, time } from '../values.ts';
import { ratingScore } from './shapes.ts';

/** Maximum number of ratings of one conversation in a desk. */
export const maxRatingsShown = 20;

const given = {
  id,
  score: ratingScore,
  /** The visitor's own words, untrusted; null: none, or not kept. */
  comment: z.string().nullable(),
  /** The language of the visitor's browser, a BCP 47 tag. */
  language: z.string().nullable(),
  /** The time of the closing that led to the request. */
  askedAt: time,
  ratedAt: time,
  /** The name that the person who closed the conversation has chosen; null: none. */
  closedBy: z.string().nullable(),
  /** The name of the person who wrote the last message before the closing; null: none was given. */
  agentName: z.string().nullable(),
};

const deskRating = z.object(given);
export type DeskRating = z.output<typeof deskRating>;

export const deskRatings = endpoint({
  method: 'GET',
  path: '/api/desk/conversations/:conversationId/ratings',
  audience: ['desk'],
  summary: `The latest ${maxRatingsShown} ratings of a conversation, the last one first.`,
  params: conversationParams,
  answer: z.object({ list: z.array(deskRating) }),
  errors: ['conversation.not-found'],
});

const rating = z.object({
  ...given,
  /** The translation of the comment, if the owner has requested it. */
  translation: z.string().nullable(),
  /** A BCP 47 tag. */
  translationLanguage: z.string().nullable(),
  conversationId: id,
  conversationTitle: z.string(),
  /** False: the title is the visitor’s id, not a name. */
  conversationNamed: z.boolean(),
  /** The sub-account that had the conversation when it was closed. */
  subAccountId: id,
  subAccountRemark: z.string(),
  socialAccountId: id,
  socialAccountName: z.string(),
});
export type Rating = z.output<typeof rating>;

const filters = {
  subAccountId: id.optional(),
  socialAccountId: id.optional(),
  score: z.coerce.number().pipe(ratingScore).optional(),
  comment: z.enum(['with']).optional(),
  /** The first and last day of closing, inclusive, in the workspace's calendar. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
};

export const ratingPage = endpoint({
  method: 'GET',
  path: '/api/user/rating/page',
  audience: ['console'],
  summary: 'Ratings, most recently closed conversation first.',
  query: z.strictObject({ ...cursorQuery, ...filters }),
  answer: cursorPage(rating),
  audit: 'chat-history.read',
});

export const translateRatingComment = endpoint({
  method: 'POST',
  path: '/api/user/rating/:ratingId/translate',
  audience: ['console'],
  summary:
    'Translates a comment into the language in which its conversation is read, at the charge of a message. Repeating it costs nothing.',
  params: z.strictObject({ ratingId: id }),
  answer: z.object({
    /** Null: the comment is already in that language. */
    translation: z.string().nullable(),
    /** A BCP 47 tag. */
    language: z.string(),
  }),
  errors: ['rating.not-found', 'translation.failed', 'characters.short'],
  audit: 'chat-history.translated',
});

const ratingFigures = z.object({
  /** The number of requests for a rating; null when filtered by score or comment, which only ratings have. */
  asked: z.int().nullable(),
  rated: z.int(),
  /** The mean of all scores; null without ratings. */
  average: z.number().nullable(),
  /** The number of ratings per score, 1 to 5. */
  scores: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]),
});
export type RatingFigures = z.output<typeof ratingFigures>;

export const getRatingFigures = endpoint({
  method: 'GET',
  path: '/api/user/rating/figures',
  audience: ['console'],
  summary: 'Totals of the ratings that match these filters.',
  query: z.strictObject(filters),
  answer: ratingFigures,
});

export const exportRatings = endpoint({
  method: 'GET',
  path: '/api/user/rating/exportExcel',
  audience: ['console'],
  summary: 'Ratings as a spreadsheet, with the same filters, in the caller’s language.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});
