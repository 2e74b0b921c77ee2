import { describe, expect, it } from 'vitest';
import { credentialsFrom } from './credential-values.ts';

const field = (name: string) => ({
  name,
  secret: false,
  required: false,
  multiline: false,
  toggle: false,
  placeholder: null,
});

describe('credentials from the form', () => {
  const telegram = { fields: [field('token'), field('apiRoot')] };

  it('sends the platform’s own fields only', () => {
    expect(credentialsFrom(telegram, { token: ' 1:a ', password: 'of another platform' })).toEqual({
      token: '1:a',
    });
  });

  it('leaves out empty fields', () => {
    expect(credentialsFrom(telegram, { token: '1:a', apiRoot: '  ' })).toEqual({ token: '1:a' });
    expect(credentialsFrom(telegram, {})).toEqual({});
  });

  it('keeps the lines of a long field', () => {
    const origins = 'https://a.example\nhttps://b.example';
    expect(credentialsFrom({ fields: [field('origins')] }, { origins: `${origins}\n` })).toEqual({ origins });
  });
});
