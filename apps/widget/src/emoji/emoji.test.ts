import { describe, expect, test } from 'vitest';
import { lines as firstLines } from '../lib/words.ts';
import { columns, groups, lines, placeAfter } from './emoji.ts';

test('every language of the first script names each group', () => {
  expect(Object.keys(lines).toSorted()).toEqual(Object.keys(firstLines).toSorted());
  for (const [language, line] of Object.entries(lines)) {
    expect(line.split('|'), language).toHaveLength(groups.length);
    expect(line.split('|'), language).not.toContain('');
  }
});

test('each emoji occurs once, and each group fills its rows', () => {
  const all = groups.flat();
  expect(new Set(all).size).toBe(all.length);
  for (const group of groups) expect(group.length % columns).toBe(0);
  for (const emoji of all) expect([...new Intl.Segmenter().segment(emoji)]).toHaveLength(1);
});

describe('keys', () => {
  test.each([
    ['ArrowRight', 0, false, 1],
    ['ArrowRight', 1, true, 0],
    ['ArrowLeft', 0, false, 0],
    ['ArrowDown', 3, false, 11],
    ['ArrowUp', 3, false, 3],
    ['ArrowDown', 30, false, 30],
    ['ArrowRight', 31, false, 31],
    ['Home', 20, false, 0],
    ['End', 20, false, 31],
    ['a', 0, false, null],
  ])('%s leads from place %i (right to left: %s) to %s', (key, at, rtl, to) => {
    expect(placeAfter(key, at, 32, rtl)).toBe(to);
  });
});
