/** Fetches the script for ratings when there is one to ask for or to send. */
import type { VisitorRating } from '@parley/contract/visitor';
import { answersPrefix } from '../chat/outbox.ts';
import type { WidgetStore } from '../lib/store.ts';
import type { RatingPart } from '../rating/main.ts';

/** After a failure, the next attempt follows a later change of the page, at least each minute. */
const pauseMs = 10_000;

/**
 * Returns a function that shows a rating request once its script is loaded.
 *
 * @param fetchPart rejects when the script can't be fetched; `attempt` makes the URL unique, as browsers may cache a
 * failure
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
