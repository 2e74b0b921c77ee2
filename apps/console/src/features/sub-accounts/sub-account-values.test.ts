import { subAccountForm } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { formFrom, optionalPassword } from './sub-account-values.ts';

describe('the sub-account form', () => {
  it('leaves an empty password to the server', () => {
    const form = formFrom({ remark: 'Ann', password: '', allotment: 'limited', characters: 5000 });
    expect(form).toEqual({ remark: 'Ann', unlimited: false, characters: 5000 });
    expect(subAccountForm.safeParse(form).success).toBe(true);
  });

  it('gives an unlimited sub-account nothing of its own', () => {
    const form = formFrom({ remark: 'Ann', password: 'aB3efg', allotment: 'unlimited', characters: 5000 });
    expect(form).toEqual({ remark: 'Ann', unlimited: true, characters: 0, password: 'aB3efg' });
  });

  it('takes a cleared number as none', () => {
    expect(formFrom({ remark: 'a', password: '', allotment: 'limited', characters: null }).characters).toBe(
      0,
    );
  });

  it('judges a password only when there is one', () => {
    expect(optionalPassword.safeParse('').success).toBe(true);
    expect(optionalPassword.safeParse('weak').success).toBe(false);
  });
});
