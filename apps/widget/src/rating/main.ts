/**
 * The widget's script for ratings, fetched when the visitor is asked for one or an answer waits to be sent. It may be
 * newer than the second script that runs it, so its interface may only be extended.
 */
import type { VisitorRating, visitorDismissRating, visitorRate } from '@parley/contract/visitor';
import type { Call } from '../chat/api.ts';
import type { WidgetVisit } from '../chat/persistence.ts';
import type { WidgetStore } from '../lib/store.ts';
import type { Words } from '../lib/words.ts';
import { createRatingAnswers, type SendAnswer } from './answers.ts';
import { createCard } from './card.ts';
import styles from './rating.css?inline';
import { ratingWords } from './words.ts';

export type RatingPart = {
  /** The style sheet of this script's elements. */
  styles: string;
  /** Shows the server's request, if any, and sends waiting answers. */
  show(rating: VisitorRating | null): void;
};

function createSend(call: Call): SendAnswer {
  return (token, { ratingId, score, comment }) => {
    const path = `/api/visitor/ratings/${ratingId}`;
    if (score === null) return call<typeof visitorDismissRating>('POST', `${path}/dismiss`, token);
    return call<typeof visitorRate>('POST', path, token, { score, comment });
  };
}

/**
 * Starts the script for ratings.
 *
 * @param place the element that receives the card
 * @param tag the interface's language
 * @param changed called when the shown request has changed
 * @param leave called when the visitor's own action removes the card
 */
export function start(parts: {
  visit: WidgetVisit;
  call: Call;
  store: WidgetStore;
  place: HTMLElement;
  tag: string;
  words: Pick<Words, 'send' | 'sending'> & { cancel: string };
  changed(): void;
  leave(): void;
}): RatingPart {
  const answers = createRatingAnswers(parts.visit, createSend(parts.call), parts.store, parts.changed);
  const card = createCard({ ...parts.words, ...ratingWords(parts.tag) }, answers.give, parts.leave);
  parts.place.append(card.root);
  return {
    styles,
    show(rating) {
      card.show(answers.shown(rating));
      answers.flush();
    },
  };
}
