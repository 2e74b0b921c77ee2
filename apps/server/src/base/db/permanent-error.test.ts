import { expect, it } from 'vitest';
import { permanentErrorClass } from './permanent-error.ts';

const failed = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('x'), { code }) });

it.each([
  ['22021', '22'],
  ['23514', '23'],
  ['54000', '54'],
])('SQLSTATE %s recurs with the same values', (code, shown) => {
  expect(permanentErrorClass(failed(code))).toBe(shown);
});

it.each([
  '08006',
  '57P01',
  '57014',
  '53100',
  '53300',
  '58030',
  '40001',
  '40P01',
  '55P03',
  '25006',
  '42501',
  '42P01',
  '42703',
  'EPIPE',
])('%s may be transient', (code) => {
  expect(permanentErrorClass(failed(code))).toBeNull();
});

it('an error of our own code on the values repeats itself; any other error may pass', () => {
  expect(permanentErrorClass(new TypeError('text.slice is not a function'))).toBe('code');
  expect(permanentErrorClass(new Error('Connection terminated unexpectedly'))).toBeNull();
});
