import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('writes lines that a spreadsheet reads as they were meant', () => {
  expect(
    csvOf([
      ['Name', 'Port'],
      ['a "b", c', 8080],
      [null, -1],
      ['two\nlines', 0],
    ]),
  ).toBe('\uFEFFName,Port\r\n"a ""b"", c",8080\r\n,-1\r\n"two\nlines",0\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('runs no formula: %j', (text) => {
  expect(csvOf([[text]])).toMatch(/^\uFEFF"?'/);
});
