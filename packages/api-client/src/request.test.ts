import { describe, expect, it } from 'vitest';
import { retryAfterSeconds } from './answer.ts';
import { fillPath, queryPairs } from './request.ts';

describe('a query', () => {
  it.each<[unknown, [string, string][]]>([
    [undefined, []],
    [
      { a: 1, b: true, c: 'x' },
      [
        ['a', '1'],
        ['b', 'true'],
        ['c', 'x'],
      ],
    ],
    [
      { page: { no: 2, filter: { name: 'y' } } },
      [
        ['page.no', '2'],
        ['page.filter.name', 'y'],
      ],
    ],
    [
      { ids: ['p', 'q'] },
      [
        ['ids', 'p'],
        ['ids', 'q'],
      ],
    ],
    [{ a: undefined, b: null, c: '' }, [['c', '']]],
  ])('%j', (query, pairs) => {
    expect(queryPairs(query)).toEqual(pairs);
  });

  it('refuses functions and symbols', () => {
    expect(() => queryPairs({ a: () => 1 })).toThrow(TypeError);
  });
});

describe('a path', () => {
  it('encodes each value into its own segment', () => {
    expect(fillPath('/a/:one/b/:two', { one: 'x/../y?z#', two: 7 })).toBe('/a/x%2F..%2Fy%3Fz%23/b/7');
  });

  it.each([undefined, {}, { id: '' }, { id: null }])('refuses to make a path from %j', (params) => {
    expect(() => fillPath('/a/:id', params)).toThrow('needs the parameter id');
  });
});

it.each([
  [null, null],
  ['', null],
  ['7', 7],
  ['-3', 0],
  ['Thu, 01 Jan 1970 00:00:10 GMT', 9],
  ['soon', null],
])('Retry-After %j is %j s', (header, seconds) => {
  expect(retryAfterSeconds(header, 1000)).toBe(seconds);
});
