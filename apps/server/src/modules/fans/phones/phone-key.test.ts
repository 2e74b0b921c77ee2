import { expect, it } from 'vitest';
import { phoneKey } from './phone-key.ts';

it.each([
  ['+34 600 000 000', '34600000000'],
  ['0034 (600) 000-000', '34600000000'],
  ['34600000000', '34600000000'],
  ['＋３４ 600 000 000', '34600000000'],
])('reads %j as %s', (text, key) => {
  expect(phoneKey(text)).toBe(key);
});

it.each(['', '+', '600', '0600 000 000', 'ana', '+34 600 000 000 ext. 3', '+1234567890123456'])(
  'takes %j for no number that identifies a person',
  (text) => {
    expect(phoneKey(text)).toBeNull();
  },
);
