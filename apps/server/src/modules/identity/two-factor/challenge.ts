/** The state between the two steps of a login: the user who has given the right password, where, and its expiry. */
import { createHash } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { deriveKey } from '../../../base/crypto/secrets.ts';

/** Time limit of the second step, in milliseconds. */
const validMs = 5 * 60_000;

const claims = z.object({
  sub: z.uuid(),
  door: z.enum(['console', 'desk', 'operator']),
  password: z.string(),
  /** The end (ms) of the session that created the quick link. */
  until: z.number().nullable(),
});

export type Challenge = {
  userId: string;
  door: z.output<typeof claims>['door'];
  /** The hash when the password was checked; a changed password invalidates the challenge. */
  passwordHash: string;
  until: Date | null;
};

export type Challenges = {
  sign(challenge: Challenge): Promise<string>;
  /** Returns null for a challenge that was not issued here or has expired. */
  read(
    text: string,
  ): Promise<(Omit<Challenge, 'passwordHash'> & { isFor(passwordHash: string): boolean }) | null>;
};

const fingerprint = (passwordHash: string) => createHash('sha256').update(passwordHash).digest('base64url');

export function createChallenges(secret: string, now: () => number): Challenges {
  const key = deriveKey(secret, 'second steps');
  return {
    sign: ({ userId, door, passwordHash, until }) =>
      new SignJWT({ door, password: fingerprint(passwordHash), until: until?.getTime() ?? null })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setExpirationTime(Math.floor((now() + validMs) / 1000))
        .sign(key),
    async read(text) {
      const options = { algorithms: ['HS256'], currentDate: new Date(now()) };
      const verified = await jwtVerify(text, key, options).catch(() => null);
      const parsed = claims.safeParse(verified?.payload);
      if (!parsed.success) return null;
      const { sub: userId, door, password, until } = parsed.data;
      return {
        userId,
        door,
        until: until === null ? null : new Date(until),
        isFor: (passwordHash) => fingerprint(passwordHash) === password,
      };
    },
  };
}
