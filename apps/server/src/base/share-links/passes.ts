/**
 * Passes: what a visitor with the right password shows at each further request. A pass is for one link and ends with the
 * password or after a day. It is signed and not stored, so that checking one costs no query.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { deriveKey } from '../crypto/secrets.ts';

const lifeMs = 24 * 3_600_000;

/** `secretOf`: what the password belongs to, the link itself or something that several links show. */
export type PassFor = { shareId: string; secretOf: string; passwordVersion: number };

export type Passes = {
  issue(it: PassFor): { pass: string; expiresAt: number };
  isGood(pass: string, it: PassFor): boolean;
  /** The address as guesses are counted by it: keyed, so that the table reveals none. */
  addressHash(address: string): string;
  /** Compares in a time that says nothing of where the two differ. */
  isSamePassword(given: string, right: string): boolean;
};

/** `secrets`: the present one first. Passes under an older one stay good. `purpose`: the kind of links. */
export function createPasses(
  secrets: readonly [string, ...string[]],
  purpose: 'work-order shares' | 'chat shares',
  clock: Clock,
): Passes {
  const keys = secrets.map((secret) => deriveKey(secret, purpose));
  const [current = Buffer.alloc(0)] = keys;
  const mac = (key: Buffer, ...parts: readonly (string | number)[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  const macOf = (key: Buffer, expires: string, it: PassFor) =>
    mac(key, 'pass', expires, it.shareId, it.secretOf, it.passwordVersion);
  return {
    issue(it) {
      const expiresAt = clock.now() + lifeMs;
      const expires = expiresAt.toString(36);
      return { pass: `${expires}.${macOf(current, expires, it).toString('base64url')}`, expiresAt };
    },
    isGood(pass, it) {
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
