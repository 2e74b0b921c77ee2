import { expect, it } from 'vitest';
import { saveCustomerProfile } from './endpoints.ts';

const form = {
  conversationId: '01980d5e-7c1a-7000-8000-000000000001',
  version: 0,
  shared: true,
  alias: '🙂'.repeat(50),
  phone: '',
  email: '',
  notes: '字'.repeat(2_000),
};

it('accepts texts up to their limits', () => {
  expect(saveCustomerProfile.body.safeParse(form)).toMatchObject({ success: true });
});

it.each([
  ['a longer name', { alias: '🙂'.repeat(51) }, 'alias'],
  ['longer notes', { notes: '字'.repeat(2_001) }, 'notes'],
  ['a number that is longer in plain digits', { phone: '⒇'.repeat(32) }, 'phone'],
  ['a name that reads otherwise than it is', { alias: 'a\u202Eb' }, 'alias'],
])('refuses %s', (_, over, field) => {
  const { error } = saveCustomerProfile.body.safeParse({ ...form, ...over });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
});
