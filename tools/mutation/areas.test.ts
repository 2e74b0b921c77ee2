import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { areas, findArea } from './areas.ts';

const root = path.resolve(import.meta.dirname, '../..');

it('every path of an area matches a file', () => {
  const paths = Object.values(areas).flatMap(({ rules, tests }) => [...rules, ...tests]);
  expect(paths.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
});

it('no test is among the rules', () => {
  const rules = Object.values(areas).flatMap((area) => area.rules);
  expect(rules.filter((rule) => rule.includes('*') || rule.endsWith('.test.ts'))).toEqual([]);
});

it('findArea returns all files of an area, or the one named after it', () => {
  expect(findArea('ledger')).toEqual({ ...areas.ledger, area: 'ledger' });
  expect(findArea('ledger/lease-source')).toEqual({
    area: 'ledger',
    rules: ['apps/server/src/modules/characters/lease-source.ts'],
    tests: areas.ledger?.tests,
  });
});

it('findArea refuses an unknown area or file, and names the known ones', () => {
  expect(() => findArea('purse')).toThrow('There is no area "purse": take fan-verdict, leases');
  expect(() => findArea('ledger/purse')).toThrow(/^"ledger\/purse" is none of .*lease-source/);
});
