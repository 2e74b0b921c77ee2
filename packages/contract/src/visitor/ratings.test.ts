import { expect, it } from 'vitest';
import { visitorRate } from './ratings.ts';

const accepts = (body: object) => visitorRate.body.safeParse(body).success;

it('accepts one to five stars, and a comment of a thousand characters', () => {
  for (const score of [1, 2, 3, 4, 5]) expect(accepts({ score })).toBe(true);
  expect(accepts({ score: 5, comment: '🙂'.repeat(1_000) })).toBe(true);
});

it('refuses other numbers of stars, and a longer comment', () => {
  for (const score of [0, 6, 2.5, null]) expect(accepts({ score })).toBe(false);
  expect(accepts({ score: 5, comment: '🙂'.repeat(1_001) })).toBe(false);
});
