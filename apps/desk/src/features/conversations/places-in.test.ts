import { expect, it } from 'vitest';
import { placesIn } from './places-in.ts';

it.each([
  ['Marta Martín', 'mart', ['Mart', 'Mart']],
  ['Élodie', 'élo', ['Élo']],
  ['a (b) c', ' (B) ', ['(b)']],
  ['客户李明', '李', ['李']],
  ['Marta', '  ', []],
  ['Marta', 'x', []],
])('finds in %j what %j names', (name, search, expected) => {
  expect(placesIn(name, search).map(([from, to]) => name.slice(from, to))).toEqual(expected);
});
