import { registrationForm, subAccountForm } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { issueSentence, schemaRule } from './form-rules.ts';

const t = (key: string, details: Record<string, unknown>) =>
  Object.keys(details).length > 0 ? `${key} ${JSON.stringify(details)}` : key;

async function judge(schema: Parameters<typeof schemaRule>[0], value: unknown): Promise<string> {
  const rule = schemaRule(schema, t);
  if (typeof rule === 'function' || rule.validator === undefined) throw new Error('no validator');
  try {
    await rule.validator({}, value, () => undefined);
    return 'taken';
  } catch (problem) {
    return problem instanceof Error ? problem.message : 'not an error';
  }
}

describe('rules out of the contract', () => {
  const { email, password, code, tgContact } = registrationForm.shape;

  it.each([
    [email, undefined, 'validation.required'],
    [email, '', 'validation.required'],
    [email, 'nobody', 'validation.email'],
    [email, ' Somebody@Example.com ', 'taken'],
    [password, 'aB1', 'validation.password-weak'],
    [password, 'alllower1', 'validation.password-weak {"rule":"password-weak"}'],
    [password, 'aB3 efg', 'validation.password-weak {"rule":"password-weak"}'],
    [password, 'aB3efg', 'taken'],
    [code, '12a456', 'validation.format'],
    [code, '123456', 'taken'],
    [tgContact, 'x'.repeat(65), 'validation.too-long {"rule":"too-long","max":64}'],
    [tgContact, 'a\u202eb', 'validation.unprintable {"rule":"unprintable"}'],
    [subAccountForm.shape.characters, 1_000_000_001, 'validation.too-big-number {"max":1000000000}'],
    [subAccountForm.shape.characters, -1, 'validation.too-small-number {"min":0}'],
  ])('judges %# as the server does', async (schema, value, outcome) => {
    expect(await judge(schema, value)).toBe(outcome);
  });

  it('has a sentence for what it does not know', () => {
    expect(issueSentence('x', { code: 'unrecognized_keys', message: '' })).toEqual({
      key: 'invalid',
      details: {},
    });
  });
});
