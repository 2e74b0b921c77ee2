import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time, regardless of their lengths; a missing or empty one is never equal. */
export function secretsEqual(given: string | undefined, expected: string): boolean {
  const hash = (value: string) => createHash('sha256').update(value).digest();
  const equal = timingSafeEqual(hash(given ?? ''), hash(expected));
  return equal && given !== undefined && expected !== '';
}

/** Returns a request header's value by its case-insensitive name. */
export function header(
  headers: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of Object.entries(headers)) if (key.toLowerCase() === wanted) return value;
  return undefined;
}
