import { describe, expect, test } from 'vitest';
import { medianOf, ms, spreadOf, table } from './figures.ts';

describe('spreadOf', () => {
  test('takes the nearest rank, whatever the order', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(spreadOf(hundred)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
  });

  test('returns a single value for all percentiles, and NaN without values', () => {
    expect(spreadOf([7])).toEqual({ count: 1, p50: 7, p95: 7, p99: 7, max: 7 });
    expect(spreadOf([]).p99).toBeNaN();
  });
});

test('medianOf returns one of the measurements', () => {
  expect([medianOf([9, 1, 5, 7]), medianOf([3, 2, 1])]).toEqual([5, 2]);
});

test('short times keep a decimal, an absent one is a dash', () => {
  expect([ms(1.26), ms(38.4), ms(1234.5), ms(Number.NaN)]).toEqual(['1.3', '38', '1,235', '–']);
});

test('a table has its rule under the titles', () => {
  expect(table(['load', 'p50'], [['200/s', '3']])).toBe('| load | p50 |\n| --- | ---: |\n| 200/s | 3 |');
});
