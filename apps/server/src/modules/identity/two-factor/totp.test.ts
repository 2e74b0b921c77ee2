import { Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { acceptedStep, keyUri, makeSecret } from './totp.ts';

/** RFC 6238, appendix B; its codes have eight digits, of which Parley uses the last six. */
const secret = Secret.fromLatin1('12345678901234567890').base32;
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const;

describe('a time-based code', () => {
  it.each(vectors)('a time-based code is accepted at %i seconds, as in RFC 6238', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(acceptedStep(secret, code, { now: seconds * 1000, lastStep: 0 })).toBe(step);
  });

  it('a time-based code is accepted one step early or late, and not two', () => {
    const at = (seconds: number) =>
      acceptedStep(secret, '005924', { now: (1_234_567_890 + seconds) * 1000, lastStep: 0 });
    expect([at(-30), at(30)]).toEqual([41_152_263, 41_152_263]);
    expect([at(-60), at(60)]).toEqual([null, null]);
  });

  it('a time-based code is refused once its step or a later one was used', () => {
    const now = 1_234_567_890_000;
    expect(acceptedStep(secret, '005924', { now, lastStep: 41_152_262 })).toBe(41_152_263);
    expect(acceptedStep(secret, '005924', { now, lastStep: 41_152_263 })).toBeNull();
    expect(acceptedStep(secret, '005924', { now, lastStep: 41_152_264 })).toBeNull();
  });
});

it('a secret has 160 bits, differs each time, and is in the URI with issuer and account', () => {
  const [one, two] = [makeSecret(), makeSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(two);
  const uri = new URL(keyUri(one, { issuer: 'Fern & Co', label: 'ana@example.com' }));
  expect(uri.protocol).toBe('otpauth:');
  expect(uri.searchParams.get('secret')).toBe(one);
  expect(uri.searchParams.get('issuer')).toBe('Fern & Co');
});
