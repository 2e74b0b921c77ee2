import { type DedupeRowFault, dedupeKeyLimit } from '@parley/contract/dedupe-libraries';
import { libraryKey } from '../../library-key.ts';

/** The key of a cell, or the reason why it has none. */
export type RowKey = { key: string } | { fault: DedupeRowFault };

/** `isRounded`: the cell contained a number that a spreadsheet has rounded. */
export function readKey(cell: string, isRounded = false): RowKey {
  const text = cell.trim();
  if (text === '') return { fault: 'empty' };
  if (isRounded) return { fault: 'rounded' };
  if (text.includes('\uFFFD')) return { fault: 'encoding' };
  if (text.length > dedupeKeyLimit) return { fault: 'too-long' };
  // PostgreSQL stores neither NUL nor half a surrogate pair.
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) return { fault: 'unprintable' };
  const key = libraryKey(text);
  return key === '' ? { fault: 'unprintable' } : { key };
}
