import { expect, it } from 'vitest';
import { isPermitted, type Roles } from './privileges.ts';

const codes = 'PRIVILEGE:A0001:A0001,PRIVILEGE:B0002:B0002';

it.each<[Roles, string, boolean]>([
  [['*'], '', true],
  [['PRIVILEGE:X', '*'], '', true],
  [['PRIVILEGE:B0002:B0002'], codes, true],
  [['PRIVILEGE:B0002:B0002'], '["PRIVILEGE:B0002:B0002"]', true],
  // Only the first role counts.
  [['PRIVILEGE:C0003:C0003', 'PRIVILEGE:B0002:B0002'], codes, false],
  [['PRIVILEGE:B0002:B0002'], '', false],
  [['PRIVILEGE:B0002:B000'], codes, false],
  [['B0002'], codes, false],
])('%j with %j: %j', (roles, privileges, permitted) => {
  expect(isPermitted(roles, privileges)).toBe(permitted);
});
