import { expect, it } from 'vitest';
import { readKey } from './row-key.ts';

it.each([
  [' +86 138-0013-8000 ', { key: '8613800138000' }],
  ['@Maryam', { key: 'maryam' }],
  ['maryam@example.com', { key: 'maryam@example.com' }],
  ['   ', { fault: 'empty' }],
  ['x'.repeat(201), { fault: 'too-long' }],
  ['Jos\uFFFD', { fault: 'encoding' }],
  ['a\u0000b', { fault: 'unprintable' }],
  ['\uD800a', { fault: 'unprintable' }],
  ['@', { fault: 'unprintable' }],
])('reads the cell %j', (cell, read) => {
  expect(readKey(cell)).toEqual(read);
});

it('rejects a number that a spreadsheet has rounded', () => {
  expect(readKey('1234567890123456800', true)).toEqual({ fault: 'rounded' });
});
