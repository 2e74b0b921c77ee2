import { newPassword } from '@parley/contract/identity';
import { subAccountForm } from '@parley/contract/sub-accounts';
import { describe, expect, it } from 'vitest';
import { verifyPassword } from '../../base/crypto/passwords.ts';
import { choosePassword } from './service.ts';

describe('choosePassword', () => {
  it('generates a different password each time, which complies with the rules', async () => {
    const made = await Promise.all(Array.from({ length: 3 }, () => choosePassword(undefined)));
    expect(new Set(made.map(({ plain }) => plain)).size).toBe(3);
    for (const { plain, hash } of made) {
      expect(newPassword.safeParse(plain).success).toBe(true);
      expect(hash).not.toContain(plain);
      expect(await verifyPassword(hash, plain)).toBe(true);
    }
  });

  it('accepts an owner’s own password, unless it is common', async () => {
    const { plain, hash } = await choosePassword('Chosen12');
    expect(plain).toBe('Chosen12');
    expect(await verifyPassword(hash, plain)).toBe(true);
    await expect(choosePassword('Password1')).rejects.toMatchObject({ error: 'identity.common-password' });
  });
});

describe('the form of a sub-account', () => {
  const plain = { remark: 'Ana', unlimited: false, characters: 0 };

  it('fills in the default settings', () => {
    expect(subAccountForm.parse(plain)).toEqual({
      ...plain,
      status: 'normal',
      platforms: null,
      autoAllocation: null,
      portMode: 'dynamic',
      portLimit: 10,
      multiDevice: true,
      profileSharing: true,
      autoReply: false,
      sessionArchive: true,
      saveChatHistory: true,
      dedupeScope: 'workspace',
    });
  });

  it.each([
    ['no platform', { platforms: [] }, 'platforms'],
    ['an unknown platform', { platforms: ['carrier-pigeon'] }, 'platforms.0'],
    ['a port limit below nothing', { portLimit: -1 }, 'portLimit'],
    ['an allocation of nothing', { autoAllocation: { below: 1, amount: 0 } }, 'autoAllocation.amount'],
    ['a status that nobody can ask for', { status: 'deleted' }, 'status'],
  ])('refuses %s by that field', (_, wrong, field) => {
    const { error } = subAccountForm.safeParse({ ...plain, ...wrong });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });
});
