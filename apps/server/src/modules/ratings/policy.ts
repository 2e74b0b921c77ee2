/** The rules of when a visitor is asked for a rating, and until when the answer counts. */
import { ratingOpenMs } from '@parley/contract/ratings';

const dayMs = 86_400_000;

/** The situation when a conversation was closed by an agent. */
export type Closing = {
  /** It has not been opened again meanwhile. */
  isClosed: boolean;
  /** The customer has written since. */
  wroteSince: boolean;
  closedAt: number;
  /** The time of the last request in this conversation. */
  lastAskedAt: number | null;
  /** A person, not a rule, has written since that request, or at all. */
  answeredByPerson: boolean;
};

export function shouldAsk({
  isClosed,
  wroteSince,
  closedAt,
  lastAskedAt,
  answeredByPerson,
}: Closing): boolean {
  const rests = lastAskedAt !== null && closedAt - lastAskedAt < dayMs;
  return isClosed && !wroteSince && answeredByPerson && !rests;
}

export type RatingGiven = { score: number; comment: string | null };

/** A request for a rating and what has become of it. */
export type RatingSituation = {
  askedAt: number;
  dismissed: boolean;
  /** Null: not answered. */
  given: RatingGiven | null;
  /** No later request was made in its conversation. */
  isLatest: boolean;
  /** The conversation is closed now. */
  isClosed: boolean;
  /** The time at which the visitor wrote for the first time since. */
  wroteAt: number | null;
};

/** Returns whether the visitor's page shows the request: an unanswered one lasts as long as the closing that it is for. */
export function isShown({ given, dismissed, isClosed, ...request }: RatingSituation, now: number): boolean {
  const isOpen = request.isLatest && request.wroteAt === null && now < request.askedAt + ratingOpenMs;
  return isOpen && (given !== null || (isClosed && !dismissed));
}

/** A page that had no connection sends a message and the rating before it within seconds, in either order. */
export const overtakenGraceMs = 120_000;

/**
 * Returns whether a rating is to be stored (`go`), was stored before (`done`), or comes too late. What was stored before
 * is answered as the first time: its answer may have been lost on the way. A request that another tab has put aside can
 * still be answered.
 */
export function judgeRating(
  { given, isLatest, askedAt, wroteAt }: RatingSituation,
  wanted: RatingGiven,
  now: number,
): 'go' | 'done' | 'rating.over' {
  if (given?.score === wanted.score && given.comment === wanted.comment) return 'done';
  if (!isLatest || now >= askedAt + ratingOpenMs) return 'rating.over';
  if (wroteAt === null) return 'go';
  return given === null && now - wroteAt <= overtakenGraceMs ? 'go' : 'rating.over';
}
