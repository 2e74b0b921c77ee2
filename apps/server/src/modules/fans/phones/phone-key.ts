/**
 * Returns the digits of a phone number in international form, by which it identifies a person; null: it is no such number.
 * Up to 15 digits of which the first is no zero (https://www.itu.int/rec/T-REC-E.164).
 */
export function phoneKey(text: string): string | null {
  const plain = text.normalize('NFKC').replace(/[\s()./-]/g, '');
  return /^(?:\+|00)?([1-9]\d{6,14})$/.exec(plain)?.[1] ?? null;
}
