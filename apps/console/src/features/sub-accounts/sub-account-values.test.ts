import { subAccountChanges, subAccountForm } from '@parley/contract/sub-accounts';
import { describe, expect, it } from 'vitest';
import { sampleId } from '../../lib/testing/samples.ts';
import { blankValues, changesFrom, formFrom, optionalPassword, valuesOf } from './sub-account-values.ts';
import { someSubAccount } from './testing/sub-accounts.ts';

const ann = { ...blankValues, remark: 'Ann' };

describe('the form of a new sub-account', () => {
  it('starts with the contract’s defaults', () => {
    const least = { remark: 'Ann', unlimited: false, characters: 0 };
    expect(formFrom(ann)).toEqual(subAccountForm.parse(least));
  });

  it('leaves an empty password to the server', () => {
    expect(formFrom(ann)).not.toHaveProperty('password');
    expect(formFrom({ ...ann, password: 'aB3efg' }).password).toBe('aB3efg');
  });

  it('gives an unlimited sub-account no separate characters, initial or automatic', () => {
    const form = formFrom({ ...ann, allotment: 'unlimited', characters: 5000, autoAllocate: true });
    expect(form).toMatchObject({ unlimited: true, characters: 0, autoAllocation: null });
  });

  it('sends a cleared number as none', () => {
    expect(formFrom({ ...ann, characters: null }).characters).toBe(0);
    const auto = { below: null, amount: 7 };
    expect(formFrom({ ...ann, autoAllocate: true, autoAllocation: auto }).autoAllocation).toBeNull();
  });

  it('sends selected platforms only when not all are permitted', () => {
    const some = { ...ann, platforms: ['xmpp' as const] };
    expect(formFrom(some).platforms).toBeNull();
    expect(formFrom({ ...some, platformScope: 'some' }).platforms).toEqual(['xmpp']);
  });

  it('validates a password only when there is one', () => {
    expect(optionalPassword.safeParse('').success).toBe(true);
    expect(optionalPassword.safeParse('weak').success).toBe(false);
  });
});

it('converts stored settings to form values and back without loss', () => {
  for (const stored of [
    someSubAccount(),
    someSubAccount({
      platforms: ['webchat'],
      autoAllocation: { below: 9, amount: 99 },
      portMode: 'fixed',
      portLimit: 3,
      multiDevice: false,
      profileSharing: false,
      autoReply: true,
      sessionArchive: false,
      saveChatHistory: false,
      dedupeScope: 'sub-account',
      version: 4,
    }),
    someSubAccount({ unlimited: true }),
  ]) {
    const changes = changesFrom(valuesOf(stored), stored);
    const { subAccountId, ...decided } = changes;
    expect(subAccountId).toBe(sampleId(4, 1));
    expect(stored).toMatchObject(decided);
    expect(subAccountChanges.safeParse(changes).success).toBe(true);
  }
});
