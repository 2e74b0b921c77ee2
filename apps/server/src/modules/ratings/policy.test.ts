import { ratingOpenMs } from '@parley/contract/ratings';
import { describe, expect, it } from 'vitest';
import {
  type Closing,
  isShown,
  judgeRating,
  overtakenGraceMs,
  type RatingSituation,
  shouldAsk,
} from './policy.ts';

const hour = 3_600_000;
const closedAt = 1_000 * hour;

const closing: Closing = {
  isClosed: true,
  wroteSince: false,
  closedAt,
  lastAskedAt: null,
  answeredByPerson: true,
};

it.each<[string, Partial<Closing>, boolean]>([
  ['the first time', {}, true],
  ['a day after the last request', { lastAskedAt: closedAt - 24 * hour }, true],
  ['less than a day after it', { lastAskedAt: closedAt - 24 * hour + 1 }, false],
  ['where no person has answered', { answeredByPerson: false }, false],
  ['after the customer has written again', { wroteSince: true }, false],
  ['after the agent has opened it again', { isClosed: false }, false],
])('decides on asking %s', (_, given, asked) => {
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

describe('a request', () => {
  it.each<[string, Partial<RatingSituation>, number, boolean]>([
    ['until its last moment', {}, end - 1, true],
    ['no more after seven days', {}, end, false],
    ['no more once it was put aside', { dismissed: true }, closedAt, false],
    ['no more once the visitor has written', { wroteAt: closedAt + 1 }, closedAt + 2, false],
    ['no more while the conversation is open again', { isClosed: false }, closedAt, false],
    ['no more once there is a later one', { isLatest: false }, closedAt, false],
    ['with its answer, in an open conversation too', { given, isClosed: false }, end - 1, true],
    ['with its answer, though another tab has put it aside', { given, dismissed: true }, closedAt, true],
    ['without an end to its answer', { given }, end, false],
    ['with its answer until the visitor writes', { given, wroteAt: closedAt + 1 }, closedAt + 2, false],
  ])('is shown %s', (_, situation, now, shown) => {
    expect(isShown({ ...open, ...situation }, now)).toBe(shown);
  });
});

describe('a rating', () => {
  const wroteAt = closedAt + hour;
  it.each<[string, Partial<RatingSituation>, number, ReturnType<typeof judgeRating>]>([
    ['in time', {}, end - 1, 'go'],
    ['of a request that was put aside', { dismissed: true }, closedAt, 'go'],
    ['after seven days', {}, end, 'rating.over'],
    ['of a request before the last one', { isLatest: false }, closedAt, 'rating.over'],
    ['in the place of another', { given: { score: 1, comment: null } }, closedAt, 'go'],
    ['with another comment', { given: { score: 4, comment: null } }, closedAt, 'go'],
    ['for the second time, however late', { given, isLatest: false, wroteAt }, end, 'done'],
    ['that its writer’s message has overtaken on the way', { wroteAt }, wroteAt + overtakenGraceMs, 'go'],
    ['long after the message', { wroteAt }, wroteAt + overtakenGraceMs + 1, 'rating.over'],
    ['changed after the message', { wroteAt, given: { score: 1, comment: null } }, wroteAt, 'rating.over'],
  ])('%s is judged', (_, situation, now, judged) => {
    expect(judgeRating({ ...open, ...situation }, given, now)).toBe(judged);
  });
});
