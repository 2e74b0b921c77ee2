import { ApiError } from '@parley/api-client';
import { chatShareForm } from '@parley/contract/chat-shares';
import { registrationForm } from '@parley/contract/identity';
import { subAccountForm } from '@parley/contract/sub-accounts';
import { describe, expect, it } from 'vitest';
import { issueSentence, schemaRule, showRefusedFields } from './form-rules.ts';

const t = (key: string, details: Record<string, unknown>) =>
  Object.keys(details).length > 0 ? `${key} ${JSON.stringify(details)}` : key;

async function judge(schema: Parameters<typeof schemaRule>[0], value: unknown): Promise<string> {
  try {
    await schemaRule(schema, t).validator({}, value);
    return 'taken';
  } catch (problem) {
    return problem instanceof Error ? problem.message : 'not an error';
  }
}

describe('rules from the contract', () => {
  const { email, password, code, tgContact } = registrationForm.shape;

  it.each([
    [email, undefined, 'validation.required'],
    [email, '', 'validation.required'],
    [email, 'nobody', 'validation.email'],
    [email, ' Somebody@Example.com ', 'taken'],
    [password, 'aB1', 'validation.password-weak'],
    [password, 'alllower1', 'validation.password-weak {"rule":"password-weak"}'],
    [password, 'aB3 efgh', 'validation.password-weak {"rule":"password-weak"}'],
    [password, 'aB3efghi', 'taken'],
    [code, '12a456', 'validation.format'],
    [code, '123456', 'taken'],
    [tgContact, 'x'.repeat(65), 'validation.too-long {"rule":"too-long","max":64}'],
    [tgContact, 'a\u202eb', 'validation.unprintable {"rule":"unprintable"}'],
    [chatShareForm.title, ' ', 'validation.empty'],
    [subAccountForm.shape.characters, 1_000_000_001, 'validation.too-big-number {"max":1000000000}'],
    [subAccountForm.shape.characters, 1e18, 'validation.too-big-number {"max":1000000000}'],
    [subAccountForm.shape.characters, 12.7, 'validation.whole-number'],
    [subAccountForm.shape.characters, '10万', 'validation.whole-number'],
    [subAccountForm.shape.characters, -1, 'validation.too-small-number {"min":0}'],
  ])('validates %# as the server does', async (schema, value, outcome) => {
    expect(await judge(schema, value)).toBe(outcome);
  });

  it.each([
    ['string', 'too-long'],
    ['array', 'too-many'],
    ['int', 'too-big-number'],
  ])('states the limit in the unit of the invalid part of the value: %s', (origin, key) => {
    const issue = { code: 'too_big', origin, maximum: 3, message: '' };
    expect(issueSentence(['abcd'], issue)).toEqual({ key, details: { max: 3 } });
  });

  it('has a message for an unknown kind of error', () => {
    expect(issueSentence('x', { code: 'unrecognized_keys', message: '' })).toEqual({
      key: 'invalid',
      details: {},
    });
  });
});

describe('fields that the server refuses', () => {
  type Form = Parameters<typeof showRefusedFields>[0];
  const refused = (fields: Record<string, string>) => Object.assign(new Error('refused'), { fields });

  /** The parts of a form that are used: its values, and the errors set on it. */
  function formWith(values: object) {
    const shown: unknown[] = [];
    const focused: unknown[] = [];
    const form: Form = {
      getFieldsValue: () => values,
      setFields: (fields) => void shown.push(...fields),
      scrollToField: (name, options) => void focused.push(options?.focus === true && name),
    };
    return { form, shown, focused };
  }

  it.each([
    ['email', ['email']],
    ['credentials.token', ['credentials', 'token']],
    ['credentials.origins.0', ['credentials', 'origins']],
  ])('shows the message for %s at its control', (field, name) => {
    const { form, shown } = formWith({ email: '', credentials: {} });
    expect(showRefusedFields(form, refused({ [field]: 'No.' }))).toBe(true);
    expect(shown).toEqual([{ name, errors: ['No.'] }]);
  });

  it.each([
    ['identity.wrong-code', 'code'],
    ['identity.common-password', 'password'],
    ['identity.same-password', 'password'],
    ['identity.operator-password-short', 'password'],
    ['identity.wrong-email', 'oldEmail'],
    ['identity.owner-unknown', 'ownerEmail'],
  ] as const)('shows %s at the field %s in every form that has it', (error, field) => {
    const problem = new ApiError({ code: 400, error, message: 'No.' });
    const { form, shown, focused } = formWith({ [field]: 'x' });
    expect(showRefusedFields(form, problem)).toBe(true);
    expect(shown).toEqual([{ name: [field], errors: ['No.'] }]);
    expect(focused).toEqual([[field]]);
    expect(showRefusedFields(formWith({ other: 'x' }).form, problem)).toBe(false);
  });

  it('shows an error without fields at the field it concerns, if the form has it', () => {
    const short = new ApiError({ code: 402, error: 'characters.short', message: 'Too few.' });
    const causes = { 'characters.short': 'amount' } as const;
    const { form, shown } = formWith({ amount: 7 });
    expect(showRefusedFields(form, short, { 'ports.short': 'amount' })).toBe(false);
    expect(showRefusedFields(form, short, causes)).toBe(true);
    expect(shown).toEqual([{ name: ['amount'], errors: ['Too few.'] }]);
    expect(showRefusedFields(formWith({ ports: 1 }).form, short, causes)).toBe(false);
  });

  it('focuses the first refused field in the order of the form', () => {
    const { form, focused } = formWith({ name: '', email: '', credentials: {} });
    showRefusedFields(form, refused({ 'credentials.token': 'No.', email: 'No.' }));
    expect(focused).toEqual([['email']]);
  });

  it('returns false when the form has none of the fields, or for other errors', () => {
    const { form, shown } = formWith({ email: '' });
    expect(showRefusedFields(form, refused({ requestId: 'No.' }))).toBe(false);
    expect(showRefusedFields(form, new Error('offline'))).toBe(false);
    expect(shown).toEqual([]);
  });
});
