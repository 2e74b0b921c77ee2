import { countryCode } from '@parley/contract/identity';
import { expect, it } from 'vitest';
import { countryName, countryOptions } from './countries.ts';

it('offers every country once by name, and only codes valid in the contract', () => {
  const options = countryOptions('en-US');
  const codes = options.map(({ value }) => value);
  expect(codes).toEqual(expect.arrayContaining(['CN', 'US', 'DE', 'BR', 'SG', 'HK']));
  expect(codes.filter((code) => ['UK', 'EU', 'UN', 'ZZ', 'DD', 'SU', 'XA'].includes(code))).toEqual([]);
  expect(new Set(options.map(({ label }) => label)).size).toBe(options.length);
  expect(codes.filter((code) => !countryCode.safeParse(code).success)).toEqual([]);
  expect(options.length).toBeGreaterThan(240);
});

it('names countries in the user’s language, in its sort order', () => {
  expect([countryName('DE', 'en-US'), countryName('DE', 'zh-CN')]).toEqual(['Germany', '德国']);
  const labels = countryOptions('zh-CN').map(({ label }) => label);
  expect(labels).toEqual([...labels].sort((one, other) => one.localeCompare(other, 'zh-CN')));
});
