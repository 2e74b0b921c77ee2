/** The card below the conversation in which the visitor rates it. */
import type { Words } from '../lib/words.ts';
import { element, setText, textButton } from '../view/dom.ts';
import type { RatingAnswer, ShownRating } from './answers.ts';
import type { RatingWords } from './words.ts';

/** From worst to best; their names are in the words. */
export const faces = ['😞', '🙁', '😐', '🙂', '😀'] as const;
/** Limit in UTF-16 units, and therefore at most as many characters; a test compares it with the contract. */
export const commentUnits = 1_000;

export type CardWords = RatingWords & Pick<Words, 'send' | 'sending'> & { cancel: string };

const nameOf = (words: RatingWords, score: number): string =>
  [words.score1, words.score2, words.score3, words.score4, words.score5][score - 1] ?? '';

type Form = { root: HTMLElement; score(): number | null; comment(): string };

/** Creates the radio group and, once a score is chosen, the fields for it. */
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

/** Creates the view that replaces the form once a rating is given. */
function createGiven(
  words: CardWords,
  { score, comment, state }: ShownRating,
  change: () => void,
): HTMLElement {
  const line = element('div', 'rating-given', {}, [
    element('span', 'rating-mark', { 'aria-hidden': 'true' }, [faces[(score ?? 0) - 1] ?? '']),
    element('span', '', {}, [nameOf(words, score ?? 0)]),
    state === 'sending' ? element('span', 'rating-state', {}, [words.sending]) : '',
    textButton(words.change, change),
  ]);
  const said = comment === null ? '' : element('div', 'rating-said', { dir: 'auto' }, [comment]);
  return element('div', '', {}, [line, said]);
}

type FormActs = {
  /** Submits an answer; a score of null dismisses the request. */
  give(answer: RatingAnswer): void;
  /** Keeps a given rating unchanged. */
  cancel(): void;
};

function createAsking(words: CardWords, rating: ShownRating, { give, cancel }: FormActs): HTMLElement {
  const { id: ratingId, score: before } = rating;
  const send = element('button', 'rating-send', { type: 'button' }, [words.send]);
  const aside =
    before === null
      ? textButton(words.later, () => give({ ratingId, score: null, comment: '' }))
      : textButton(words.cancel, cancel);
  const form = createForm(words, rating, before === null ? [send] : [aside, send]);
  send.addEventListener('click', () => {
    const score = form.score();
    if (score !== null) give({ ratingId, score, comment: form.comment() });
  });
  const below = before === null ? element('div', 'rating-aside', {}, [aside]) : '';
  return element('div', '', {}, [form.root, below]);
}

export type RatingCard = { root: HTMLElement; show(rating: ShownRating | null): void };

/** @param leave called when the visitor's own action removes the card, to move the focus elsewhere */
export function createCard(
  words: CardWords,
  give: (answer: RatingAnswer) => void,
  leave: () => void,
): RatingCard {
  const title = element('div', 'rating-title', { id: 'rating-title', role: 'status', tabindex: '-1' });
  const body = element('div', '');
  const label = { role: 'group', 'aria-labelledby': 'rating-title', hidden: '' };
  const root = element('div', 'rating', label, [title, body]);
  let drawn = '';
  let editing: string | null = null;
  let last: ShownRating | null = null;

  function edit(id: string | null): void {
    editing = id;
    show(last);
    if (id === null) title.focus({ preventScroll: true });
    else body.querySelector<HTMLElement>('input:checked')?.focus();
  }
  const acts: FormActs = {
    give(answer) {
      editing = null;
      give(answer);
      if (answer.score === null) leave();
      else title.focus({ preventScroll: true });
    },
    cancel: () => edit(null),
  };
  function draw(rating: ShownRating | null, isForm: boolean): void {
    if (rating === null || rating.state === 'over') {
      setText(title, rating === null ? '' : words.over);
      body.replaceChildren();
      return;
    }
    setText(title, isForm ? words.title : words.thanks);
    body.replaceChildren(
      isForm ? createAsking(words, rating, acts) : createGiven(words, rating, () => edit(rating.id)),
    );
  }
  function show(rating: ShownRating | null): void {
    last = rating;
    root.hidden = rating === null;
    const isForm = rating !== null && (rating.state === 'asked' || editing === rating.id);
    // Redrawn only for a different state, which keeps what is being chosen and written.
    const key = isForm ? `form ${rating.id} ${rating.state === 'asked'}` : JSON.stringify(rating);
    if (key === drawn) return;
    drawn = key;
    draw(rating, isForm);
  }
  return { root, show };
}
