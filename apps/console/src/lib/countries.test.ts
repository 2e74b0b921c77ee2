import { countryCode } from '@parley/contract/identity';
import { expect, it } from 'vitest';
import { countryName, countryOptions } from './countries.ts';

it('offers every country once, by its name, and only what the contract takes', () => {
  const options = countryOptions('en-US');
  const codes = options.map(({ value }) => value);
  expect(codes).toEqual(expect.arrayContaining(['CN', 'US', 'DE', 'BR', 'SG', 'HK']));
  expect(codes.filter((code) => ['UK', 'EU', 'UN', 'ZZ', 'DD', 'SU', 'XA'].includes(code))).toEqual([]);
  expect(new Set(options.map(({ label }) => label)).size).toBe(options.length);
  expect(codes.filter((code) => !countryCode.safeParse(code).success)).toEqual([]);
  expect(options.length).toBeGreaterThan(240);
});

it('names them in the reader’s language, sorted by it', () => {
  expect([countryName('DE', 'en-US'), countryName('DE', 'zh-CN')]).toEqual(['Germany', '德国']);
  const labels = countryOptions('zh-CN').map(({ label }) => label);
  expect(labels).toEqual([...labels].sort((one, other) => one.localeCompare(other, 'zh-CN')));
});
