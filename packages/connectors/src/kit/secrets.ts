import { createHash, timingSafeEqual } from 'node:crypto';

/** Equality of two secrets in constant time, whatever their lengths; a missing one never equals. */
export function secretsEqual(given: string | undefined, expected: string): boolean {
  const hash = (value: string) => createHash('sha256').update(value).digest();
  const equal = timingSafeEqual(hash(given ?? ''), hash(expected));
  return equal && given !== undefined && expected !== '';
}

/** A request header's value, whatever the case in which the server's framework keeps the names. */
export function header(
  headers: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of Object.entries(headers)) if (key.toLowerCase() === wanted) return value;
  return undefined;
}
