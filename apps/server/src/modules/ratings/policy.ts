/** Decides when a visitor is asked for a rating, and how long an answer is accepted. */
import { ratingOpenMs } from '@parley/contract/ratings';

const dayMs = 86_400_000;

/** The situation after an agent has closed a conversation. */
export type ClosingSituation = {
  /** True unless it was reopened meanwhile. */
  isClosed: boolean;
  /** True when the customer has written since. */
  wroteSince: boolean;
  closedAt: number;
  /** The time of the last request in this conversation. */
  lastAskedAt: number | null;
  /** True when a person, not a rule, has written since that request (or at all). */
  answeredByPerson: boolean;
};

export function shouldAsk({
  isClosed,
  wroteSince,
  closedAt,
  lastAskedAt,
  answeredByPerson,
}: ClosingSituation): boolean {
  const rests = lastAskedAt !== null && closedAt - lastAskedAt < dayMs;
  return isClosed && !wroteSince && answeredByPerson && !rests;
}

export type StoredRating = { score: number; comment: string | null };

/** A rating request and its state. */
export type RatingSituation = {
  askedAt: number;
  dismissed: boolean;
  /** Null while unanswered. */
  given: StoredRating | null;
  /** True when it is the conversation's latest request. */
  isLatest: boolean;
  /** True while the conversation is closed. */
  isClosed: boolean;
  /** The time of the visitor's first message since the request. */
  wroteAt: number | null;
};

/**
 * Returns whether the visitor's page shows the request. An unanswered one is shown only while the conversation remains
 * closed.
 */
export function isShown({ given, dismissed, isClosed, ...request }: RatingSituation, now: number): boolean {
  const isOpen = request.isLatest && request.wroteAt === null && now < request.askedAt + ratingOpenMs;
  return isOpen && (given !== null || (isClosed && !dismissed));
}

/** A page that was offline sends a message and an earlier rating within seconds, in either order. */
export const overtakenGraceMs = 120_000;

/**
 * Returns whether a rating should be stored (`go`), was stored before (`done`), or is too late. A repeated rating gets
 * the same answer as the first time, because that answer may have been lost. A request that another tab has dismissed
 * can still be answered.
 */
export function judgeRating(
  { given, isLatest, askedAt, wroteAt }: RatingSituation,
  wanted: StoredRating,
  now: number,
): 'go' | 'done' | 'rating.over' {
  if (given?.score === wanted.score && given.comment === wanted.comment) return 'done';
  if (!isLatest || now >= askedAt + ratingOpenMs) return 'rating.over';
  if (wroteAt === null) return 'go';
  return given === null && now - wroteAt <= overtakenGraceMs ? 'go' : 'rating.over';
}
