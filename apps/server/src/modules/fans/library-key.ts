import { dedupeKeyLimit } from '@parley/contract/dedupe-libraries';

/**
 * Returns the key of a person in a dedupe library: an id, a name or a phone number on the platform, normalized. Returns '' if
 * nothing is left.
 */
export function libraryKey(text: string): string {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  const phone = plain.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '');
  if (/^[+\d\s().-]+$/.test(plain) && /^\d{6,}$/.test(phone)) return phone;
  // Truncation may leave half a surrogate pair, which PostgreSQL refuses in JSON.
  return plain.replace(/^@/, '').slice(0, dedupeKeyLimit).toWellFormed();
}
