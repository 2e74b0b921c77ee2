import { describe, expect, it } from 'vitest';
import { anchorOf, unmovedRows, withHeld } from './steady-order.ts';

const rows = (letters: string) => [...letters].map((id) => ({ id }));
const shownAs = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('');
const indexIn = (letters: string) => (id: string) => {
  const at = letters.indexOf(id);
  return at < 0 ? undefined : at;
};

describe('unmovedRows', () => {
  it.each([
    ['a row from beyond comes above', 'abcde', 'xabcde', 'abcde'],
    ['a row in sight moves up', 'abcdefg', 'cabdefg', 'defg'],
    ['a row in sight is gone', 'abcdef', 'acdef', 'cdef'],
    ['the list is another one', 'abcde', 'xyz', ''],
  ])('leaves out what has moved when %s', (_, before, now, steady) => {
    expect(unmovedRows([...before], 0, indexIn(now)).join('')).toBe(steady);
  });
});

describe('withHeld', () => {
  it.each([
    ['got a message', 'abcdef', 'dabcef', 'abcdef'],
    ['got one after the row above it', 'abcdef', 'dcabef', 'cabdef'],
    ['got one after the row below it', 'abcdef', 'deabcf', 'eabcdf'],
    ['has had new rows come above', 'abcdef', 'xyabcdef', 'xyabcdef'],
    ['has lost the row above it and moved', 'abcdef', 'dabef', 'abdef'],
    ['was the first one', 'defabc', 'efabcd', 'defabc'],
    ['is gone', 'abcdef', 'abcef', 'abcef'],
    ['stands alone among others', 'abcdef', 'xdyz', 'xdyz'],
  ])('keeps d beside its neighbours when it %s', (_, shown, next, expected) => {
    expect(shownAs(withHeld(rows(shown), rows(next), ['d']))).toBe(expected);
  });

  it('shows the new state of a held row', () => {
    const next = [
      { id: 'b', unread: 1 },
      { id: 'a', unread: 0 },
    ];
    const shown = [
      { id: 'a', unread: 0 },
      { id: 'b', unread: 0 },
    ];
    expect(withHeld(shown, next, ['b'])).toEqual([
      { id: 'a', unread: 0 },
      { id: 'b', unread: 1 },
    ]);
  });

  it('holds the row under the pointer and the one with the focus', () => {
    expect(shownAs(withHeld(rows('abcdefgh'), rows('gdabcefh'), ['d', 'g']))).toBe('abcdefgh');
  });
});

describe('anchorOf', () => {
  it('prefers the row under the pointer, wherever it is visible', () => {
    expect(anchorOf([...'cdef'], 2, indexIn('abxcdef'), ['e'])).toBe('e');
  });

  it('passes over a preferred row that is out of sight or gone', () => {
    expect(anchorOf([...'cdef'], 2, indexIn('abxcdf'), ['a', 'e'])).toBe('c');
  });

  it('passes over the first row in sight when that has moved to the top', () => {
    expect(anchorOf([...'cdef'], 2, indexIn('cabdef'), [])).toBe('d');
  });

  it('finds none in a list of other rows', () => {
    expect(anchorOf([...'cdef'], 2, indexIn('xyz'), ['d'])).toBeNull();
  });
});
