import { maxHandedOver } from '@parley/contract/hand-overs';
import { expect, it } from 'vitest';
import { refusalOf } from './policy.ts';

const conversation = { subAccountId: 'ana', platform: 'telegram' } as const;
const ben = { id: 'ben', status: 'normal', platforms: null } as const;

it.each<[string, Parameters<typeof refusalOf>[0], number | null, ReturnType<typeof refusalOf>]>([
  ['any that works', ben, 0, null],
  ['one for the last time', ben, maxHandedOver - 1, null],
  ['one that is permitted the platform', { ...ben, platforms: ['xmpp', 'telegram'] }, 0, null],
  ['whom it is with', { ...ben, id: 'ana' }, 0, 'hand-over.already-there'],
  ['one that is disabled', { ...ben, status: 'disabled' }, 0, 'hand-over.disabled'],
  ['one of other platforms', { ...ben, platforms: ['xmpp'] }, 0, 'sub-account.platform-not-permitted'],
  ['one that has as many as it can', ben, maxHandedOver, 'hand-over.full'],
  ['its own, which is disabled', { ...ben, status: 'disabled' }, null, null],
  ['its own, which lost the platform', { ...ben, platforms: [] }, null, null],
])('judges a hand-over to %s: %#', (_, target, handedTo, refusal) => {
  expect(refusalOf(target, conversation, handedTo)).toBe(refusal);
});
