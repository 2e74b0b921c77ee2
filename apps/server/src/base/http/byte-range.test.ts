import { expect, it } from 'vitest';
import { requestedRange } from './byte-range.ts';

const file = { size: 100, tag: '"one"' };
const read = (range: string | undefined, ifRange?: string) => requestedRange({ range, ifRange }, file);
const part = (first: number, last: number) => ({ kind: 'part', first, last });

it.each([
  ['bytes=0-', part(0, 99)],
  ['bytes=0-0', part(0, 0)],
  ['bytes=10-19', part(10, 19)],
  ['bytes=90-200', part(90, 99)],
  ['Bytes=99-', part(99, 99)],
  ['bytes=-10', part(90, 99)],
  ['bytes=-200', part(0, 99)],
])('requestedRange reads %s as a part', (range, expected) => {
  expect(read(range)).toEqual(expected);
});

it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])(
  'requestedRange reports %s as unsatisfiable',
  (range) => {
    expect(read(range)).toEqual({ kind: 'unsatisfiable' });
  },
);

it.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=5-4',
  'bytes=0-1,3-4',
  'lines=0-1',
  'bytes=a-b',
  'bytes=1',
])('requestedRange returns the whole file for %s', (range) => {
  expect(read(range)).toEqual({ kind: 'whole' });
});

it.each([
  ['the tag', '"one"', part(5, 99)],
  ['another tag', '"two"', { kind: 'whole' }],
  ['a weak tag', 'W/"one"', { kind: 'whole' }],
  ['a date', 'Wed, 21 Oct 2015 07:28:00 GMT', { kind: 'whole' }],
])('requestedRange applies the condition %s', (_, ifRange, expected) => {
  expect(read('bytes=5-', ifRange)).toEqual(expected);
});
