/**
 * Bit masks of a fan's letters and tags as stored in the list's indexes (migration 1240), computed for a query. They rule out
 * most fans that don't match without looking them up.
 */
import type { SearchTerm } from './search-terms.ts';

const isLetter = (letter: string) => letter > '~' || (letter >= 'a' && letter <= 'z');

/** Returns a mask of the letters that a text must contain to match the terms, as `letters_in` in the database does. */
export function lettersOf(terms: readonly SearchTerm[]): bigint {
  let bits = 0n;
  for (const letter of terms.flatMap(({ text }) => [...text]))
    if (isLetter(letter)) bits |= 1n << BigInt((letter.codePointAt(0) ?? 0) % 61);
  return bits;
}

/** The share of texts that contain a given letter: of the Latin alphabet, or of another script. */
const usual = { latin: 0.45, other: 0.15 };

/** Estimates the share of texts that contain all letters of the terms. */
export function shareWithLetters(terms: readonly SearchTerm[]): number {
  const letters = new Set(terms.flatMap(({ text }) => [...text]).filter(isLetter));
  return [...letters].reduce((share, letter) => share * (letter > '~' ? usual.other : usual.latin), 1);
}

/** Returns a mask with a bit for each tag, as `bits_of_tags` in the database does. */
export function bitsOfTags(tagIds: readonly string[]): bigint {
  return tagIds.reduce((bits, id) => bits | (1n << BigInt(Number.parseInt(id.slice(-2), 16) % 61)), 0n);
}
