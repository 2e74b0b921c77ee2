import { ratingCommentLength } from '@parley/contract/ratings';
import type { VisitorRating } from '@parley/contract/visitor';
import { describe, expect, test } from 'vitest';
import type { Result } from '../chat/api.ts';
import { createMemoryStorage } from '../fixtures/memory-storage.ts';
import { createStore } from '../lib/store.ts';
import { lines as firstLines } from '../lib/words.ts';
import { createRatingAnswers, type RatingAnswer } from './answers.ts';
import { commentUnits, faces } from './card.ts';
import { lines, names } from './words.ts';

test('every language of the first script has the words of the rating', () => {
  expect(Object.keys(lines).toSorted()).toEqual(Object.keys(firstLines).toSorted());
  for (const [language, line] of Object.entries(lines)) {
    expect(line.split('|'), language).toHaveLength(names.length);
    expect(line.split('|'), language).not.toContain('');
  }
  expect(faces).toHaveLength(5);
  expect(commentUnits).toBe(ratingCommentLength);
});

describe('answers', () => {
  const asked: VisitorRating = { id: 'r1', until: 9, score: null, comment: null, takesComment: true };
  const four: RatingAnswer = { ratingId: 'r1', score: 4, comment: 'Quick' };
  const aside: RatingAnswer = { ratingId: 'r1', score: null, comment: '' };
  const key = 'do:rate:r1';
  type Answered = Result<VisitorRating | null>;

  /** Requests are answered by `answer`, in order; `pause` ends the wait after a request without an answer. */
  function createWorld() {
    const storage = createMemoryStorage();
    const store = createStore('', () => storage);
    const sent: RatingAnswer[] = [];
    const waiting: ((result: Answered) => void)[] = [];
    let pause = (): void => {};
    const pauses = {
      after: () =>
        new Promise<void>((resolve) => {
          pause = resolve;
        }),
      wake() {},
    };
    const visit = { token: () => 'token', lost() {}, pauses };
    const open = () =>
      createRatingAnswers(
        visit,
        (_token, answer) => {
          sent.push(answer);
          return new Promise((resolve) => {
            waiting.push(resolve);
          });
        },
        store,
        () => undefined,
      );
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    };
    const answer = async (result: Answered): Promise<void> => {
      waiting.shift()?.(result);
      await turns();
    };
    const endPause = async (): Promise<void> => {
      pause();
      await turns();
    };
    return { store, sent, open, answer, endPause };
  }
  const refused = (error: string): Answered => ({ ok: false, why: 'refused', error, message: '' });
  const stored = { ...asked, score: 4, comment: 'Quick' };

  test('shows a rating before the server has it, and after its answer until the server reports it', async () => {
    const { open, answer, store } = createWorld();
    const answers = open();
    expect(answers.shown(asked)?.state).toBe('asked');
    answers.give(four);
    expect(answers.shown(asked)).toMatchObject({ score: 4, comment: 'Quick', state: 'sending' });
    await answer({ ok: true, data: stored });
    expect(answers.shown(asked)).toMatchObject({ score: 4, state: 'given' });
    expect(answers.shown(stored)).toMatchObject({ score: 4, state: 'given' });
    expect(answers.shown({ ...stored, score: 1 })).toMatchObject({ score: 1, state: 'given' });
    expect([store.keys(), answers.shown(null)]).toEqual([[], null]);
  });

  test('sends an earlier page’s waiting answer once, and the later of two answers', async () => {
    const { open, answer, endPause, sent, store } = createWorld();
    store.set(key, JSON.stringify(four));
    const answers = open();
    answers.shown(asked);
    answers.flush();
    await answer({ ok: false, why: 'offline' });
    answers.give({ ...four, score: 5 });
    await endPause();
    await answer({ ok: true, data: { ...stored, score: 5 } });
    expect(sent.map(({ score }) => score)).toEqual([4, 5]);
    expect(store.keys()).toEqual([]);
  });

  test('hides a dismissed request at once, whatever the server answers', async () => {
    for (const result of [{ ok: true, data: null } as const, refused('rating.not-found')]) {
      const { open, answer } = createWorld();
      const answers = open();
      answers.shown(asked);
      answers.give(aside);
      expect(answers.shown(asked)).toBeNull();
      await answer(result);
      expect(answers.shown(asked)).toBeNull();
      expect(answers.shown({ ...asked, id: 'r2' })?.state).toBe('asked');
    }
  });

  test('reports that a rating came too late, and doesn’t send it again', async () => {
    const { open, answer, sent, store } = createWorld();
    const answers = open();
    answers.shown(asked);
    answers.give(four);
    await answer(refused('rating.over'));
    expect(answers.shown(asked)?.state).toBe('over');
    answers.flush();
    expect([sent.length, store.keys()]).toEqual([1, []]);
  });

  test('ignores foreign entries in the store', () => {
    const { open, sent, store } = createWorld();
    const bad = ['', '{', '{"ratingId":"../x","score":4,"comment":""}', '{"ratingId":"r1","score":4}'];
    for (const text of [...bad, JSON.stringify({ ...four, ratingId: 'r3' }), JSON.stringify(four, null, 1)])
      store.set(`${key}${text.length || ''}`, text);
    store.set('do:rate:r4', JSON.stringify({ ratingId: 'r4', score: '4', comment: '' }));
    open().flush();
    expect(sent).toEqual([]);
  });
});
