import { expect, it } from 'vitest';
import { isSigned } from './signatures.ts';

const body = Buffer.from('what do ya want for nothing?');
// RFC 4231, test case 2; RFC 2202, test case 2 of HMAC-SHA-1.
const sha256 = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
const sha1 = Buffer.from('effcdf6ae5eb2fa2d27416d5f184df9c259a7c79', 'hex').toString('base64');

it('accepts the published signatures in both encodings', () => {
  expect(isSigned(body, sha256, 'Jefe', { algorithm: 'sha256', encoding: 'hex' })).toBe(true);
  expect(isSigned(body, sha1, 'Jefe', { algorithm: 'sha1', encoding: 'base64' })).toBe(true);
});

it.each([
  ['another body', Buffer.from('what do ya want for nothing!'), sha256, 'Jefe'],
  ['another secret', body, sha256, 'jefe'],
  ['a missing signature', body, undefined, 'Jefe'],
  ['an empty signature', body, '', 'Jefe'],
  ['a shorter signature', body, sha256.slice(0, -1), 'Jefe'],
  ['an empty secret', body, 'b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad', ''],
])('refuses %s', (_, bytes, given, secret) => {
  expect(isSigned(bytes, given, secret, { algorithm: 'sha256', encoding: 'hex' })).toBe(false);
});
