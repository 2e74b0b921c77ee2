import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { forgotPasswordForm, profileForm, updatePasswordForm } from './account.ts';
import { certificationForm, decideCertification } from './certification.ts';
import { register } from './endpoints.ts';
import { logInSecondStep } from './two-factor.ts';

/** Returns the fields that a form refuses. */
function refusedBy(form: ZodType, value: unknown): PropertyKey[] {
  const { error } = form.safeParse(value);
  return [...new Set((error?.issues ?? []).map(({ path }) => path[0] ?? ''))];
}

describe('a new password', () => {
  const passwords = [
    ['Weak123', 'Weak123', 'password'],
    ['Lamp-42', 'Lamp-42', 'password'],
    ['nodigitsAtAll', 'nodigitsAtAll', 'password'],
    ['has Space1', 'has Space1', 'password'],
    ['Another34', 'Another35', 'confirm'],
  ] as const;

  it.each(passwords)('refuses "%s", confirmed by "%s", by the field', (password, confirm, field) => {
    const code = '123456';
    const email = 'ana@example.com';
    expect(refusedBy(forgotPasswordForm, { email, code, password, confirm })).toEqual([field]);
    expect(refusedBy(updatePasswordForm, { oldPassword: 'x', password, confirm })).toEqual([field]);
    const registration = { email, code, password, confirm, tgContact: '@ana', agreement: true };
    expect(refusedBy(register.body, registration)).toEqual([field]);
  });

  it('passes with eight characters, of which one is a digit', () => {
    const form = { oldPassword: 'x', password: 'Another3', confirm: 'Another3' };
    expect(refusedBy(updatePasswordForm, form)).toEqual([]);
  });
});

describe('an e-mail address', () => {
  it('loses spaces around it and its case', () => {
    const passwords = { password: 'Another34', confirm: 'Another34' };
    const form = forgotPasswordForm.parse({ email: ' ANA@Example.com ', code: '123456', ...passwords });
    expect(form.email).toBe('ana@example.com');
  });
});

describe('a registration', () => {
  it('requires accepting the agreement', () => {
    const passwords = { password: 'Another34', confirm: 'Another34' };
    const form = { email: 'ana@example.com', code: '123456', ...passwords, tgContact: '@ana' };
    expect(refusedBy(register.body, { ...form, agreement: false })).toEqual(['agreement']);
    expect(refusedBy(register.body, { ...form, agreement: true })).toEqual([]);
  });
});

describe('a second factor', () => {
  const codeIn = (code: string) => logInSecondStep.body.parse({ challenge: 'x', code }).code;

  it('loses its spaces and case', () => {
    expect(codeIn(' 123 456 ')).toBe('123456');
    expect(codeIn(' K3P9M-X7AB2 ')).toBe('k3p9m-x7ab2');
  });
});

describe('a profile', () => {
  const form = {
    version: 0,
    nickname: 'Ana 🌸',
    country: 'ES',
    area: 'Galicia',
    address: 'Rúa Nova 1, 2º',
    introduction: 'Shoes.\nAnd bags.',
    phone: '+34 600 000-000',
    tgContact: '@ana',
  };

  it.each([
    ['nickname', ''],
    ['nickname', 'x'.repeat(51)],
    ['nickname', 'a\u202eb'],
    ['country', 'es'],
    ['country', 'ZZ'],
    ['country', 'QQ'],
    ['area', 'x'.repeat(101)],
    ['address', 'a\nb'],
    ['introduction', '🙂'.repeat(201)],
    ['introduction', 'a\u0007b'],
    ['phone', 'call me'],
    ['phone', '12'],
    ['tgContact', ''],
    ['version', -1],
    ['avatarFileId', 'no id'],
  ])('refuses a %s of %j', (field, value) => {
    expect(refusedBy(profileForm, form)).toEqual([]);
    expect(refusedBy(profileForm, { ...form, [field]: value })).toEqual([field]);
  });

  it('counts the characters of an introduction as people see them', () => {
    const introduction = `${'🙂'.repeat(199)}x`;
    expect(profileForm.parse({ ...form, introduction }).introduction).toBe(introduction);
  });
});

describe('a certification', () => {
  const form = {
    kind: 'enterprise',
    enterpriseName: 'Zapatos & Söhne 鞋业',
    registrationNumber: 'B-15000000',
    contactName: 'Ana',
    documentFileIds: [randomUUID()],
  };

  it.each([
    ['enterpriseName', ''],
    ['enterpriseName', 'x'.repeat(101)],
    ['registrationNumber', 'x'.repeat(51)],
    ['contactName', 'a\u0007b'],
    ['kind', 'person'],
    ['documentFileIds', []],
    ['documentFileIds', Array.from({ length: 6 }, () => randomUUID())],
  ])('refuses a %s of %j', (field, value) => {
    expect(refusedBy(certificationForm, form)).toEqual([]);
    expect(refusedBy(certificationForm, { ...form, [field]: value })).toEqual([field]);
  });
});

describe('a decision', () => {
  it('requires a reason for a rejection only', () => {
    const decision = { workspaceId: randomUUID(), version: 1 };
    expect(refusedBy(decideCertification.body, { ...decision, decision: 'reject' })).toEqual(['reason']);
    expect(refusedBy(decideCertification.body, { ...decision, decision: 'pass' })).toEqual([]);
  });
});
