/** The card under the conversation in which the visitor rates it. */
import type { Words } from '../lib/words.ts';
import { element, setText, textButton } from '../view/dom.ts';
import type { RatingAnswer, ShownRating } from './answers.ts';
import type { RatingWords } from './words.ts';

/** From the worst to the best; their names are in the words. */
export const faces = ['😞', '🙁', '😐', '🙂', '😀'] as const;
/** UTF-16 units, so at most as many characters; a test holds it against the contract. */
export const commentUnits = 1_000;

export type CardWords = RatingWords & Pick<Words, 'send' | 'sending'> & { cancel: string };

const nameOf = (words: RatingWords, score: number): string =>
  [words.score1, words.score2, words.score3, words.score4, words.score5][score - 1] ?? '';

type Form = { root: HTMLElement; score(): number | null; comment(): string };

/** Creates the radio group and, once a score is chosen, what belongs to it. */
function createForm(words: CardWords, rating: ShownRating, buttons: readonly HTMLElement[]): Form {
  const below = element('div', 'rating-more', { hidden: '' });
  const chosen = element('span', 'rating-chosen', { 'aria-hidden': 'true' });
  const inputs = faces.map((_, at) =>
    element('input', '', {
      type: 'radio',
      name: 'rating',
      'aria-label': `${at + 1}: ${nameOf(words, at + 1)}`,
    }),
  );
  const steps = inputs.map((input, at) => {
    const face = element('span', 'rating-face', { 'aria-hidden': 'true' }, [faces[at] ?? '']);
    return element('label', 'rating-step', { title: nameOf(words, at + 1) }, [input, face]);
  });
  const score = (): number | null => inputs.findIndex((input) => input.checked) + 1 || null;
  function choose(): void {
    below.hidden = score() === null;
    setText(chosen, nameOf(words, score() ?? 0));
  }
  const comment = element('textarea', 'rating-comment', {
    rows: '2',
    maxlength: String(commentUnits),
    'aria-label': words.comment,
    placeholder: words.comment,
    dir: 'auto',
  });
  comment.value = rating.comment ?? '';
  comment.hidden = !rating.takesComment;
  below.append(comment, element('div', 'rating-buttons', {}, buttons));
  const before = inputs[(rating.score ?? 0) - 1];
  if (before) before.checked = true;
  const group = element(
    'div',
    'rating-steps',
    { role: 'radiogroup', 'aria-labelledby': 'rating-title' },
    steps,
  );
  const ends = element('div', 'rating-ends', {}, [
    element('span', '', { 'aria-hidden': 'true' }, [words.score1]),
    chosen,
    element('span', '', { 'aria-hidden': 'true' }, [words.score5]),
  ]);
  group.addEventListener('change', choose);
  choose();
  return {
    root: element('div', '', {}, [group, ends, below]),
    score,
    comment: () => (rating.takesComment ? comment.value.trim() : ''),
  };
}

export type RatingCard = { root: HTMLElement; show(rating: ShownRating | null): void };

/** @param leave called when the card goes by the visitor's own act: the focus needs another place */
export function createCard(
  words: CardWords,
  give: (answer: RatingAnswer) => void,
  leave: () => void,
): RatingCard {
  const title = element('div', 'rating-title', { id: 'rating-title', role: 'status', tabindex: '-1' });
  const body = element('div', '');
  const root = element('div', 'rating', { role: 'group', 'aria-labelledby': 'rating-title', hidden: '' }, [
    title,
    body,
  ]);
  let drawn = '';
  let editing: string | null = null;
  let last: ShownRating | null = null;

  function drawForm(rating: ShownRating): void {
    setText(title, words.title);
    const isChange = rating.score !== null;
    const send = element('button', 'rating-send', { type: 'button' }, [words.send]);
    const aside = textButton(isChange ? words.cancel : words.later, () => {
      if (isChange) return edit(null);
      give({ ratingId: rating.id, score: null, comment: '' });
      leave();
    });
    const form = createForm(words, rating, isChange ? [aside, send] : [send]);
    send.addEventListener('click', () => {
      const score = form.score();
      if (score === null) return;
      editing = null;
      give({ ratingId: rating.id, score, comment: form.comment() });
      title.focus({ preventScroll: true });
    });
    body.replaceChildren(form.root, ...(isChange ? [] : [element('div', 'rating-aside', {}, [aside])]));
  }
  function drawGiven({ score, comment, state }: ShownRating): void {
    setText(title, words.thanks);
    const face = element('span', 'rating-mark', { 'aria-hidden': 'true' }, [faces[(score ?? 0) - 1] ?? '']);
    const line = element('div', 'rating-given', {}, [
      face,
      element('span', '', {}, [nameOf(words, score ?? 0)]),
      state === 'sending' ? element('span', 'rating-state', {}, [words.sending]) : '',
      textButton(words.change, () => edit(last?.id ?? null)),
    ]);
    const said = comment === null ? [] : [element('div', 'rating-said', { dir: 'auto' }, [comment])];
    body.replaceChildren(line, ...said);
  }
  function edit(id: string | null): void {
    editing = id;
    show(last);
    if (id === null) title.focus({ preventScroll: true });
    else body.querySelector<HTMLElement>('input:checked')?.focus();
  }
  function show(rating: ShownRating | null): void {
    last = rating;
    root.hidden = rating === null;
    const isForm = rating !== null && (rating.state === 'asked' || editing === rating.id);
    // Drawn again only for another state: what is being chosen and written stays.
    const key = isForm ? `form ${rating.id} ${rating.state === 'asked'}` : JSON.stringify(rating);
    if (key === drawn) return;
    drawn = key;
    if (rating === null) {
      body.replaceChildren();
      setText(title, '');
    } else if (isForm) drawForm(rating);
    else if (rating.state === 'over') {
      setText(title, words.over);
      body.replaceChildren();
    } else drawGiven(rating);
  }
  return { root, show };
}
