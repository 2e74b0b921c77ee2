import { expect, it } from 'vitest';
import { guessColumns, guessDelimiter } from './guess-columns.ts';

it.each([
  ['comma', ['name,phone', 'Ana,1', 'Ben,2']],
  ['semicolon', ['name;phone', '"Ana; B";1', 'Ben;2,5']],
  ['tab', ['name\tphone', 'Ana, B\t1']],
  ['pipe', ['a|b', 'c|d']],
  ['none', ['13800138000', '13800138001', 'Ana, of the shop', 'Ben']],
  ['none', []],
] as const)('guesses the delimiter %s', (delimiter, lines) => {
  expect(guessDelimiter(lines)).toBe(delimiter);
});

it.each([
  [
    true,
    1,
    [
      ['Name', 'Phone'],
      ['Ana', '1'],
    ],
  ],
  [
    true,
    0,
    [
      ['手机号', '姓名'],
      ['13800138000', '安'],
    ],
  ],
  [
    true,
    2,
    [
      ['Note', 'Name', 'User name'],
      ['x', 'Ana', '@ana'],
    ],
  ],
  [
    false,
    1,
    [
      ['Ana', '13800138000'],
      ['Ben', '13800138001'],
    ],
  ],
  [false, 0, [['ana'], ['ben']]],
  [false, 0, []],
] as const)('guesses titles (%s) and the column %i', (header, keyColumn, rows) => {
  expect(guessColumns(rows)).toEqual({ header, keyColumn });
});
