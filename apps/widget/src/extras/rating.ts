/** Fetches the script for ratings when there is something to ask or to send. */
import type { VisitorRating } from '@parley/contract/visitor';
import { answersPrefix } from '../chat/outbox.ts';
import type { WidgetStore } from '../lib/store.ts';
import type { RatingPart } from '../rating/main.ts';

/** After a failure the next try comes with a later change of the page, at least each minute. */
const pauseMs = 10_000;

/**
 * Returns a function that shows a request for a rating, once its script is there.
 *
 * @param fetchPart rejects when the script can't be had. `attempt`: a browser may remember the failure of an earlier one.
 */
export function createRating(
  store: WidgetStore,
  now: () => number,
  fetchPart: (attempt: number) => Promise<RatingPart>,
): (rating: VisitorRating | null) => void {
  let part: RatingPart | undefined;
  let last: VisitorRating | null = null;
  let attempts = 0;
  let notBefore = 0;
  async function load(): Promise<void> {
    notBefore = Number.POSITIVE_INFINITY;
    attempts += 1;
    try {
      part = await fetchPart(attempts);
      part.show(last);
    } catch {
      notBefore = now() + pauseMs;
    }
  }
  return (rating) => {
    last = rating;
    if (part) part.show(rating);
    else if (now() >= notBefore && (rating || store.keys().some((key) => key.startsWith(answersPrefix))))
      void load();
  };
}
