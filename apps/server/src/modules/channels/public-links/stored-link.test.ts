import { expect, it } from 'vitest';
import { storedLink } from './stored-link.ts';

it.each([
  ['an account link', 'https://t.me/shop', 'https://t.me/shop'],
  ['a link of another site', 'https://evil.example/shop', ''],
  ['a script', 'javascript:alert(1)', ''],
  ['a link that is too long', `https://t.me/${'a'.repeat(500)}`, ''],
  ['no text', 5, ''],
  ['no link', undefined, ''],
])('stores of %s only what visitors may be sent to', (_what, link, stored) => {
  expect(storedLink('telegram', link)).toBe(stored);
});
