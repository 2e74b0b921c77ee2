/**
 * Returns the digits of a phone number in international form, which identifies a person, or null if it isn't one: up to 15
 * digits, the first not zero (https://www.itu.int/rec/T-REC-E.164).
 */
export function phoneKey(text: string): string | null {
  const plain = text.normalize('NFKC').replace(/[\s()./-]/g, '');
  return /^(?:\+|00)?([1-9]\d{6,14})$/.exec(plain)?.[1] ?? null;
}
