import { expect, it } from 'vitest';
import { checkContact, contactForm, getContact } from './endpoints.ts';

const form = {
  kind: 'telegram',
  name: 'Support',
  account: '@Parley_Help',
  path: 'https://t.me/parley_help',
  shown: true,
  position: 1,
};

it.each([
  ['an account and its address', {}],
  ['an address alone', { account: '' }],
  ['a mail address', { kind: 'email', account: 'help@example.com', path: 'mailto:help@example.com' }],
])('accepts a contact with %s', (_, over) => {
  expect(contactForm.safeParse({ ...form, ...over }).success).toBe(true);
});

it.each([
  ['no way to reach it', { account: ' ', path: '' }, 'account'],
  ['no name', { name: ' ' }, 'name'],
  ['a path that runs something', { path: 'javascript:alert(1)' }, 'path'],
  ['a path that carries a page', { path: 'data:text/html,x' }, 'path'],
  ['a path of this machine', { path: 'file:///etc/passwd' }, 'path'],
  ['a path that is no address', { path: 't.me/x' }, 'path'],
  ['an unknown kind', { kind: 'pigeon' }, 'kind'],
  ['an account that reads otherwise than it is', { account: 'a\u202eb' }, 'account'],
  ['a place before the first', { position: -1 }, 'position'],
])('refuses a contact with %s', (_, over, field) => {
  const { error } = contactForm.safeParse({ ...form, ...over });
  expect(new Set(error?.issues.map(({ path }) => path.join('.')))).toEqual(new Set([field]));
});

it.each(['0', '-1', '1.5', '2147483648', 'x', ''])('accepts no number of a contact like "%s"', (id) => {
  expect(getContact.query.safeParse({ id }).success).toBe(false);
});

it.each(['', '   ', 'x'.repeat(101)])('requires an account to check: "%s"', (account) => {
  expect(checkContact.query.safeParse({ account }).success).toBe(false);
  expect(checkContact.query.safeParse({ account: 'x'.repeat(100) }).success).toBe(true);
});
