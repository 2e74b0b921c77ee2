import { expect, it } from 'vitest';
import { keyword } from './reply-rules.ts';

it.each([
  ['中', 200, true],
  ['中', 201, false],
  ['ﷺ', 11, true],
  ['ﷺ', 12, false],
  ['ß', 101, false],
])('limits the length of a keyword’s folded form: %s × %d', (text, times, isTaken) => {
  expect(keyword.safeParse(text.repeat(times)).success).toBe(isTaken);
});
