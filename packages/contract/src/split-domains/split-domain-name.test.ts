import { expect, it } from 'vitest';
import { splitDomainName } from './index.ts';

it('accepts a name under a top-level domain, in any case', () => {
  expect(splitDomainName.parse('Go.Shop.example')).toBe('go.shop.example');
});

it.each(['localhost', '192.0.2.1', 'a b.example', 'https://go.example', 'go.example:80'])(
  'refuses %s',
  (name) => {
    expect(splitDomainName.safeParse(name).success).toBe(false);
  },
);
