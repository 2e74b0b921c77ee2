import { createHash, randomBytes, randomInt } from 'node:crypto';

/** An opaque token with 256 random bits, safe in URLs. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** How tokens are stored: a leaked table opens nothing. They are random, so a plain hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const readable = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Letters and digits that can't be mistaken for one another, for what people type from paper. */
export function readableCode(length: number): string {
  return Array.from({ length }, () => readable.charAt(randomInt(readable.length))).join('');
}

export function sixDigits(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}
