import { expect, it } from 'vitest';
import { customerName } from './customer-name.ts';

const person = { kind: 'private', named: true, title: 'Marta' } as const;

it('uses the platform’s name for a customer', () => {
  expect(customerName(person)).toBe('Marta');
});

it.each([
  ['an unnamed visitor', { ...person, named: false, title: '0195a3c2' }],
  ['an address', { ...person, title: 'ana@chat.example' }],
  ['a phone number', { ...person, title: '+34 600 (12) 34-56' }],
  ['a group', { ...person, kind: 'group' as const }],
])('%s has no name', (_, conversation) => {
  expect(customerName(conversation)).toBeNull();
});
