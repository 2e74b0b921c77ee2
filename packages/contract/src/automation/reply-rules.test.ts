import { expect, it } from 'vitest';
import { keyword } from './reply-rules.ts';

it.each([
  ['中', 200, true],
  ['中', 201, false],
  ['ﷺ', 11, true],
  ['ﷺ', 12, false],
  ['ß', 101, false],
])(
  'takes a keyword that is no longer than the limit when it is compared: %s × %d',
  (text, times, isTaken) => {
    expect(keyword.safeParse(text.repeat(times)).success).toBe(isTaken);
  },
);
