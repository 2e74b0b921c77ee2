/**
 * The visitor's answers to rating requests that the server has not acknowledged. They are entries in the store shared
 * by all tabs, under the prefix of changes: a page with a waiting answer fetches its further scripts even while the
 * chat is closed.
 */
import type { VisitorRating } from '@parley/contract/visitor';
import type { Result } from '../chat/api.ts';
import { answersPrefix } from '../chat/outbox.ts';
import { coalesced, retryUntilAnswered, type WidgetVisit } from '../chat/persistence.ts';
import type { WidgetStore } from '../lib/store.ts';

/** A `score` of null dismisses the request. */
export type RatingAnswer = { ratingId: string; score: number | null; comment: string };
export type SendAnswer = (token: string, answer: RatingAnswer) => Promise<Result<VisitorRating | null>>;

/** A request as a page shows it. `sending` means that the server doesn't have the answer yet, `over` that it came too late. */
export type ShownRating = VisitorRating & { state: 'asked' | 'sending' | 'given' | 'over' };

export type RatingAnswers = {
  give(answer: RatingAnswer): void;
  flush(): void;
  /** Returns the request to show for the server's one; null for nothing. */
  shown(rating: VisitorRating | null): ShownRating | null;
};

const keyOf = (ratingId: string): string => answersPrefix + ratingId;

/** Parses an entry; null unless this script could have written it under this key, by which it can be found again. */
function parsed(key: string, text: string | null): RatingAnswer | null {
  try {
    // Other scripts of the page can write here, too: validate what this script relies on; the server validates the rest.
    const { ratingId, score, comment } = JSON.parse(text ?? '') as Record<string, unknown>;
    const isScore = score === null || (typeof score === 'number' && Number.isInteger(score));
    const valid = typeof ratingId === 'string' && /^[\w-]+$/.test(ratingId) && isScore;
    if (!valid || typeof comment !== 'string' || keyOf(ratingId) !== key) return null;
    const answer = { ratingId, score, comment };
    return JSON.stringify(answer) === text ? answer : null;
  } catch {
    return null;
  }
}

function applied(rating: VisitorRating, { score, comment }: RatingAnswer): ShownRating | null {
  return score === null ? null : { ...rating, score, comment: comment || null, state: 'sending' };
}

export function createRatingAnswers(
  visit: WidgetVisit,
  send: SendAnswer,
  store: WidgetStore,
  changed: () => void,
): RatingAnswers {
  /** Results of answers, valid until the server's reported state of the request changes: that report arrives a little later. */
  const known = new Map<string, { before: string; after: ShownRating | null }>();
  let last: VisitorRating | null = null;
  const entry = (key: string): RatingAnswer | null => parsed(key, store.get(key));

  function learn(answer: RatingAnswer, result: Result<VisitorRating | null>): void {
    if (last?.id !== answer.ratingId) return;
    const settled = result.ok ? result.data && { ...result.data, state: 'given' as const } : null;
    const after = result.ok || answer.score === null ? settled : { ...last, state: 'over' as const };
    known.set(last.id, { before: JSON.stringify(last), after });
  }
  const flush = coalesced(async () => {
    const next = (): RatingAnswer | undefined =>
      store
        .keys()
        .filter((key) => key.startsWith(answersPrefix))
        .map(entry)
        .find((answer) => answer !== null);
    for (let answer = next(); answer !== undefined; answer = next()) {
      let sent = answer;
      const key = keyOf(answer.ratingId);
      const result = await retryUntilAnswered(visit, (token) => {
        // A later answer may have replaced it; if another tab has sent it, sending it again changes nothing.
        sent = entry(key) ?? sent;
        return send(token, sent);
      });
      if (result === null) return;
      if (store.get(key) === JSON.stringify(sent)) store.remove(key);
      learn(sent, result);
      changed();
    }
  });
  return {
    flush,
    give({ ratingId, score, comment }) {
      // Same field order as in `parsed`, because entries are compared as strings.
      store.set(keyOf(ratingId), JSON.stringify({ ratingId, score, comment }));
      changed();
      flush();
    },
    shown(rating) {
      last = rating;
      if (rating === null) return null;
      const waiting = entry(keyOf(rating.id));
      if (waiting !== null) return applied(rating, waiting);
      const word = known.get(rating.id);
      if (word?.before === JSON.stringify(rating)) return word.after;
      known.delete(rating.id);
      return { ...rating, state: rating.score === null ? 'asked' : 'given' };
    },
  };
}
