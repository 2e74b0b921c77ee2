import { ratingOpenMs } from '@parley/contract/ratings';
import { describe, expect, it } from 'vitest';
import {
  type ClosingSituation,
  isShown,
  judgeRating,
  overtakenGraceMs,
  type RatingSituation,
  shouldAsk,
} from './policy.ts';

const hour = 3_600_000;
const closedAt = 1_000 * hour;

const closing: ClosingSituation = {
  isClosed: true,
  wroteSince: false,
  closedAt,
  lastAskedAt: null,
  answeredByPerson: true,
};

it.each<[string, Partial<ClosingSituation>, boolean]>([
  ['the first time', {}, true],
  ['a day after the last request', { lastAskedAt: closedAt - 24 * hour }, true],
  ['less than a day after it', { lastAskedAt: closedAt - 24 * hour + 1 }, false],
  ['where no person has answered', { answeredByPerson: false }, false],
  ['after the customer has written again', { wroteSince: true }, false],
  ['after the agent has opened it again', { isClosed: false }, false],
])('decides whether to ask %s', (_, given, asked) => {
  expect(shouldAsk({ ...closing, ...given })).toBe(asked);
});

const open: RatingSituation = {
  askedAt: closedAt,
  dismissed: false,
  given: null,
  isLatest: true,
  isClosed: true,
  wroteAt: null,
};
const given = { score: 4, comment: 'Quick' };
const end = closedAt + ratingOpenMs;

describe('the visitor’s page', () => {
  it.each<[string, Partial<RatingSituation>, number, boolean]>([
    ['a request until its last moment', {}, end - 1, true],
    ['none after seven days', {}, end, false],
    ['none once it was put aside', { dismissed: true }, closedAt, false],
    ['none once the visitor has written', { wroteAt: closedAt + 1 }, closedAt + 2, false],
    ['none while the conversation is open again', { isClosed: false }, closedAt, false],
    ['none once there is a later one', { isLatest: false }, closedAt, false],
    ['an answer in an open conversation too', { given, isClosed: false }, end - 1, true],
    ['an answer though another tab has put the request aside', { given, dismissed: true }, closedAt, true],
    ['no answer after seven days', { given }, end, false],
    ['no answer once the visitor has written', { given, wroteAt: closedAt + 1 }, closedAt + 2, false],
  ])('shows %s', (_, situation, now, shown) => {
    expect(isShown({ ...open, ...situation }, now)).toBe(shown);
  });
});

describe('the server', () => {
  const wroteAt = closedAt + hour;
  it.each<[string, Partial<RatingSituation>, number, ReturnType<typeof judgeRating>]>([
    ['that is in time', {}, end - 1, 'go'],
    ['whose request was put aside', { dismissed: true }, closedAt, 'go'],
    ['that comes after seven days', {}, end, 'rating.over'],
    ['whose request isn’t the last one', { isLatest: false }, closedAt, 'rating.over'],
    ['that replaces another', { given: { score: 1, comment: null } }, closedAt, 'go'],
    ['that has another comment', { given: { score: 4, comment: null } }, closedAt, 'go'],
    ['that comes a second time, however late', { given, isLatest: false, wroteAt }, end, 'done'],
    ['that its writer’s message has overtaken on the way', { wroteAt }, wroteAt + overtakenGraceMs, 'go'],
    ['that comes long after the message', { wroteAt }, wroteAt + overtakenGraceMs + 1, 'rating.over'],
    [
      'that is changed after the message',
      { wroteAt, given: { score: 1, comment: null } },
      wroteAt,
      'rating.over',
    ],
  ])('judges a rating %s', (_, situation, now, judged) => {
    expect(judgeRating({ ...open, ...situation }, given, now)).toBe(judged);
  });
});
