import { describe, expect, it } from 'vitest';
import { credentialsFrom } from './credential-values.ts';

const field = (name: string) => ({ name, secret: false, required: false, placeholder: null });

describe('credentials from the form', () => {
  const telegram = { id: 'telegram' as const, fields: [field('token'), field('apiRoot')] };

  it('takes the platform’s own fields only', () => {
    expect(credentialsFrom(telegram, { token: ' 1:a ', password: 'of another platform' })).toEqual({
      token: '1:a',
    });
  });

  it('leaves out what was not filled in', () => {
    expect(credentialsFrom(telegram, { token: '1:a', apiRoot: '  ' })).toEqual({ token: '1:a' });
    expect(credentialsFrom(telegram, {})).toEqual({});
  });

  it('splits a list of websites', () => {
    const webchat = { id: 'webchat' as const, fields: [field('allowedOrigins')] };
    expect(credentialsFrom(webchat, { allowedOrigins: 'https://a.example,\n https://b.example ' })).toEqual({
      allowedOrigins: ['https://a.example', 'https://b.example'],
    });
  });
});
