import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Returns an opaque token with 256 random bits, safe in URLs. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns the hash under which a token is stored, so that a leaked table opens nothing. Tokens are random: a plain hash
 * is enough.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const readable = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Returns a random code of letters and digits that can't be mistaken for one another, for people who type from paper.
 */
export function readableCode(length: number): string {
  return Array.from({ length }, () => readable.charAt(randomInt(readable.length))).join('');
}

export function sixDigits(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}
