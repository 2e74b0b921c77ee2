import { saveCustomerProfile } from '@parley/contract/customer-profiles';
import { expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';

const form = {
  conversationId: newId(),
  version: 0,
  shared: true,
  alias: 'Marta',
  phone: '+34 600 000 000',
  email: 'marta@example.com',
  notes: 'Size 38.\nPays late.',
};

it('accepts notes up to their limits, counted in characters', () => {
  const longest = { ...form, alias: '🙂'.repeat(50), notes: '字'.repeat(2_000), phone: '', email: '' };
  for (const body of [form, longest]) expect(saveCustomerProfile.body.parse(body)).toEqual(body);
});

it.each([
  ['+34 600 000 000', '+34 600 000 000'],
  ['(020) 7946-0018', '(020) 7946-0018'],
  ['030/12.34.56', '030/12.34.56'],
  [' 112 ', '112'],
  ['＋86　138００１３８０００', '+86 13800138000'],
  [`+${'1'.repeat(31)}`, `+${'1'.repeat(31)}`],
])('accepts the phone number "%s" as "%s"', (phone, stored) => {
  expect(saveCustomerProfile.body.parse({ ...form, phone })).toMatchObject({ phone: stored });
});

it.each([
  ['a longer name', { alias: '🙂'.repeat(51) }, 'alias'],
  ['longer notes', { notes: '字'.repeat(2_001) }, 'notes'],
  ['a name that reverses the text behind it', { alias: 'a\u202Eb' }, 'alias'],
  ['a name of two lines', { alias: 'a\nb' }, 'alias'],
  ['a phone number with a word', { phone: '600 000 000 (wife)' }, 'phone'],
  ['a phone number of two digits', { phone: '+3-4' }, 'phone'],
  ['a longer phone number', { phone: '1'.repeat(33) }, 'phone'],
  ['a version before the first', { version: -1 }, 'version'],
])('refuses %s', (_, over, field) => {
  const { error } = saveCustomerProfile.body.safeParse({ ...form, ...over });
  expect(new Set(error?.issues.map(({ path }) => path.join('.')))).toEqual(new Set([field]));
});
