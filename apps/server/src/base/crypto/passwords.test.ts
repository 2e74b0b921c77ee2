import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';
import { hashToken, randomToken, readableCode, sixDigits } from './tokens.ts';

describe('a password', () => {
  it('a password is kept as argon2id with its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword('Secret12'), hashPassword('Secret12')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one, 'Secret12')).toBe(true);
    expect(await verifyPassword(one, 'secret12')).toBe(false);
  });

  it('rejects a password for an unknown account, after the same work', async () => {
    expect(await verifyPassword(null, '')).toBe(false);
    const stored = await hashPassword('Secret12');
    // Takes the fastest of several, alternating, until both were undisturbed, to exclude the machine's other work.
    const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    const ratio = () => Math.max(fastest.known, fastest.unknown) / Math.min(fastest.known, fastest.unknown);
    for (let n = 0; n < 10 || (n < 200 && ratio() >= 2); n += 1) {
      for (const [kind, hash] of [
        ['known', stored],
        ['unknown', null],
      ] as const) {
        const started = performance.now();
        await verifyPassword(hash, 'wrong');
        fastest[kind] = Math.min(fastest[kind], performance.now() - started);
      }
    }
    expect(ratio()).toBeLessThan(2);
  });
});

describe('tokens and codes', () => {
  it('a token has 256 bits that fit into an address', () => {
    expect(Buffer.from(randomToken(), 'base64url')).toHaveLength(32);
    expect(randomToken()).toMatch(/^[\w-]{43}$/);
    expect(new Set(Array.from({ length: 1000 }, randomToken)).size).toBe(1000);
  });

  it('stores tokens and codes only as hashes', () => {
    const token = randomToken();
    expect(hashToken(token)).not.toContain(token);
    expect(hashToken(token)).toBe(hashToken(token));
  });

  it('a code for people has no letters that resemble others', () => {
    const text = readableCode(2000);
    expect(text).toMatch(/^[a-z2-9]{2000}$/);
    expect(text).not.toMatch(/[ilo01]/);
    expect(new Set(text).size).toBe(31);
  });

  it('a code by mail has six digits, zeros in front included', () => {
    const codes = Array.from({ length: 2000 }, sixDigits);
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });
});
