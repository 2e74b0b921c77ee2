import { expect, it } from 'vitest';
import { storedAddress } from './stored-address.ts';

it.each([
  ['203.0.113.77', 'whole', '203.0.113.77'],
  ['203.0.113.77', 'truncated', '203.0.113.0'],
  ['2001:db8:1:2:3:4:5:6', 'whole', '2001:db8:1:2:3:4:5:6'],
  ['2001:db8:1:2:3:4:5:6', 'truncated', '2001:db8:1::'],
  ['2001:db8::1', 'truncated', '2001:db8::'],
  ['::1', 'truncated', '::'],
  ['', 'truncated', ''],
] as const)('stores %s, %s, as %s', (address, how, stored) => {
  expect(storedAddress(address, how)).toBe(stored);
});
