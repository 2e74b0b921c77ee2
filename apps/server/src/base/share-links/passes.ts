/**
 * Passes: a visitor with the right password sends one with each further request. A pass is for one link and ends with
 * the password or after a day. It is signed and not stored, so that checking one costs no query.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { deriveKey } from '../crypto/secrets.ts';

const lifeMs = 24 * 3_600_000;

/** `secretOf`: the owner of the password, the link itself or something that several links show. */
export type PassClaims = { shareId: string; secretOf: string; passwordVersion: number };

export type Passes = {
  issue(it: PassClaims): { pass: string; expiresAt: number };
  isValid(pass: string, it: PassClaims): boolean;
  /** Returns the address's key for guess counts: a keyed hash, so that the table reveals no addresses. */
  addressHash(address: string): string;
  /** Compares in constant time. */
  isSamePassword(given: string, right: string): boolean;
};

/** `secrets`: the current one first. Passes signed with an older one remain valid. `purpose`: the kind of links. */
export function createPasses(
  secrets: readonly [string, ...string[]],
  purpose: 'work-order shares' | 'chat shares',
  clock: Clock,
): Passes {
  const keys = secrets.map((secret) => deriveKey(secret, purpose));
  const [current = Buffer.alloc(0)] = keys;
  const mac = (key: Buffer, ...parts: readonly (string | number)[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  const macOf = (key: Buffer, expires: string, it: PassClaims) =>
    mac(key, 'pass', expires, it.shareId, it.secretOf, it.passwordVersion);
  return {
    issue(it) {
      const expiresAt = clock.now() + lifeMs;
      const expires = expiresAt.toString(36);
      return { pass: `${expires}.${macOf(current, expires, it).toString('base64url')}`, expiresAt };
    },
    isValid(pass, it) {
      const [expires = '', signature = ''] = pass.split('.');
      if (!(Number.parseInt(expires, 36) > clock.now())) return false;
      const given = Buffer.from(signature, 'base64url');
      return keys.some((key) => {
        const right = macOf(key, expires, it);
        return given.length === right.length && timingSafeEqual(given, right);
      });
    },
    addressHash: (address) => mac(current, 'address', address).toString('base64url'),
    isSamePassword: (given, right) =>
      timingSafeEqual(mac(current, 'password', given), mac(current, 'password', right)),
  };
}
